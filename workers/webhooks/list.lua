#!lua
-- Reads a webhook's log, newest first, pending and settled deliveries together.
--
-- KEYS[1]  records  hash: id -> record
-- KEYS[2]  order    sorted set: ids of what is settled by the time (epoch, ms) at which it was new
-- KEYS[3]  pending  sorted set: ids of what is pending by the time (epoch, ms) at which it was new
--
-- ARGV[1]  the latest time (epoch, ms; "+inf": any)
-- ARGV[2]  how many at most
--
-- Answers id, time, record ("" if it is gone) of each in a row.

local records, order, pending = unpack(KEYS)
local most = tonumber(ARGV[2])

local function newest(set)
  return redis.call('ZRANGE', set, ARGV[1], '-inf', 'BYSCORE', 'REV', 'LIMIT', 0, most, 'WITHSCORES')
end

local function is_newer(one, time, other, other_time)
  if tonumber(time) ~= tonumber(other_time) then
    return tonumber(time) > tonumber(other_time)
  end
  return one > other
end

local some, others, found = newest(order), newest(pending), {}
local i, j = 1, 1
while #found < 3 * most and (some[i] or others[j]) do
  local id, time
  if not others[j] or (some[i] and is_newer(some[i], some[i + 1], others[j], others[j + 1])) then
    id, time, i = some[i], some[i + 1], i + 2
  else
    id, time, j = others[j], others[j + 1], j + 2
  end
  table.insert(found, id)
  table.insert(found, time)
  table.insert(found, redis.call('HGET', records, id) or '')
end
return found

#!lua
-- Reads a webhook's log, newest first: pending and settled deliveries together, or those in one state.
--
-- KEYS[1]  records  hash: id -> record
-- KEYS[2]  order    sorted set: ids of settled deliveries by the time (epoch, ms) at which they were created
-- KEYS[3]  pending  sorted set: ids of pending deliveries by the time (epoch, ms) at which they were created
-- KEYS[4]  among    sorted set: ids of delivered ones, or of failed ones
--
-- ARGV[1]  the latest time (epoch, ms; "+inf": any)
-- ARGV[2]  how many at most
-- ARGV[3]  "all"; "pending"; "settled": those in `among`
--
-- Returns id, time, record ("" if it is gone) of each, in a row.

local records, order, pending, among = unpack(KEYS)
local most, which = tonumber(ARGV[2]), ARGV[3]

local function newest(set, from)
  return redis.call('ZRANGE', set, ARGV[1], '-inf', 'BYSCORE', 'REV', 'LIMIT', from, most, 'WITHSCORES')
end

local function newest_among()
  local found, from = {}, 0
  repeat
    local some = newest(order, from)
    for number = 1, #some, 2 do
      if redis.call('ZSCORE', among, some[number]) then
        table.insert(found, some[number])
        table.insert(found, some[number + 1])
      end
    end
    from = from + most
  until #found >= 2 * most or #some < 2 * most
  return found
end

local function is_newer(one, time, other, other_time)
  if tonumber(time) ~= tonumber(other_time) then
    return tonumber(time) > tonumber(other_time)
  end
  return one > other
end

local some = which == 'settled' and newest_among() or which == 'all' and newest(order, 0) or {}
local others, found = which == 'settled' and {} or newest(pending, 0), {}
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

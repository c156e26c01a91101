#!lua
-- Puts a delivery into a webhook's log, or in the place of the record it was made from. The oldest make room.
--
-- KEYS[1]  records  hash: id -> record
-- KEYS[2]  order    sorted set: ids by the time (epoch, ms) at which they were new
--
-- ARGV[1]  id
-- ARGV[2]  the record it was made from ("": there was none)
-- ARGV[3]  the record
-- ARGV[4]  the time (epoch, ms) at which it was new
-- ARGV[5]  the time (epoch, ms) before which others are forgotten
-- ARGV[6]  how many are kept at most
-- ARGV[7]  for how long the log is kept after this (s)
--
-- Answers 1 if it is kept now, also if it was before; 0, and nothing is done, if another one is, or none any more.

local records, order = unpack(KEYS)
local id, before, after = ARGV[1], ARGV[2], ARGV[3]

-- What comes within the same moment, or from a clock that went back, comes behind what is there: it is the newest all the same.
local function behind(time)
  local last = tonumber(redis.call('ZRANGE', order, -1, -1, 'WITHSCORES')[2] or '')
  if last and last >= time then
    time = last + 0.001
  end
  return string.format('%.3f', time)
end

local kept = redis.call('HGET', records, id) or ''
if kept == after then
  return 1
end
if kept ~= before then
  return 0
end
redis.call('HSET', records, id, after)
if before == '' then
  redis.call('ZADD', order, behind(tonumber(ARGV[4])), id)
  local old = redis.call('ZRANGEBYSCORE', order, '-inf', '(' .. ARGV[5])
  for _, surplus in ipairs(redis.call('ZRANGE', order, #old, -1 - tonumber(ARGV[6]))) do
    table.insert(old, surplus)
  end
  for _, gone in ipairs(old) do
    redis.call('HDEL', records, gone)
    redis.call('ZREM', order, gone)
  end
end
redis.call('EXPIRE', records, ARGV[7])
redis.call('EXPIRE', order, ARGV[7])
return 1

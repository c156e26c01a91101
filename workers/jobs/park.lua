#!lua
-- Parks a job, or counts one more attempt of one that is parked already. Beyond the limit the oldest are deleted.
--
-- KEYS[1]  parked  hash: id -> <attempts>:<record>
-- KEYS[2]  order   sorted set: ids by the time (epoch, ms) of their last attempt
--
-- ARGV[1]  id
-- ARGV[2]  the record
-- ARGV[3]  now (epoch, ms)
-- ARGV[4]  how many may be parked at most
--
-- Returns the number of attempts.

local parked, order = unpack(KEYS)
local attempts = 1
local before = redis.call('HGET', parked, ARGV[1])
if before then
  attempts = attempts + tonumber(string.match(before, '^(%d+):') or '0')
end
redis.call('HSET', parked, ARGV[1], string.format('%d:%s', attempts, ARGV[2]))
redis.call('ZADD', order, ARGV[3], ARGV[1])
local surplus = redis.call('ZCARD', order) - tonumber(ARGV[4])
if surplus > 0 then
  for _, id in ipairs(redis.call('ZRANGE', order, 0, surplus - 1)) do
    redis.call('HDEL', parked, id)
    redis.call('ZREM', order, id)
  end
end
return attempts

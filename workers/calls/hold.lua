#!lua
-- Renews the lease of each of these calls that is still held under its lease.
--
-- KEYS[1]  due   sorted set: calls by the time (epoch, ms) at which they are due, or at which their lease expires
-- KEYS[2]  held  hash: call -> its lease while a dispatcher makes it
--
-- ARGV[1]  when the lease expires (epoch, ms)
-- ARGV[2]  a call
-- ARGV[3]  its lease; and so on, in pairs

local due, held = unpack(KEYS)
for number = 2, #ARGV, 2 do
  if redis.call('HGET', held, ARGV[number]) == ARGV[number + 1] then
    redis.call('ZADD', due, 'XX', ARGV[1], ARGV[number])
  end
end

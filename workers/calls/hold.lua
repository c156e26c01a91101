#!lua
-- Renews the lease of calls, of each as far as it is still held.
--
-- KEYS[1]  due   sorted set: calls by the time (epoch, ms) at which they are due, or at which a lease is over
-- KEYS[2]  held  hash: call -> the lease under which somebody has it
--
-- ARGV[1]  when the lease is over (epoch, ms)
-- ARGV[2]  a call
-- ARGV[3]  its lease; and so on, in pairs

local due, held = unpack(KEYS)
for place = 2, #ARGV, 2 do
  if redis.call('HGET', held, ARGV[place]) == ARGV[place + 1] then
    redis.call('ZADD', due, 'XX', ARGV[1], ARGV[place])
  end
end

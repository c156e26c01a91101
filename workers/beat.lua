#!lua
-- Gives a sign of life of a dispatcher, and notices that for a while there was none: all were stopped, or none could reach the store.
--
-- KEYS[1]  alive  expires when the sign is believed no more
-- KEYS[2]  seen   when the last sign was given (epoch, ms)
-- KEYS[3]  back   when somebody was there again after the last such while (epoch, ms)
--
-- ARGV[1]  now (epoch, ms)
-- ARGV[2]  for how long the sign is believed (ms)
-- ARGV[3]  how long after one sign the next one comes at the latest (ms)
-- ARGV[4]  for how long an absence is remembered (ms)
--
-- Answers when somebody was there again after the last absence ("": none is remembered).

local alive, seen, back = unpack(KEYS)
local now, before = tonumber(ARGV[1]), tonumber(redis.call('GET', seen) or '')
local of_another = before and before > now and before < now + 60000 -- whose clock is ahead: both beat on
redis.call('SET', alive, 1, 'PX', ARGV[2])
if not of_another then
  redis.call('SET', seen, ARGV[1])
end
if before and now - before > tonumber(ARGV[3]) then
  redis.call('SET', back, ARGV[1], 'PX', ARGV[4])
end
return redis.call('GET', back) or ''

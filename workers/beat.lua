#!lua
-- Gives a sign of life of a dispatcher, and notices that for a while there was none: all were stopped, or none could reach the store.
--
-- KEYS[1]  alive  expires when the sign is believed no more
-- KEYS[2]  seen   when the last sign was given (epoch, ms)
-- KEYS[3]  back   when somebody was there again after the last such while (epoch, ms)
--
-- ARGV[1]  for how long the sign is believed (ms)
-- ARGV[2]  how long after one sign the next one comes at the latest (ms)
-- ARGV[3]  for how long an absence is remembered (ms)
--
-- All times are by the clock of the store: those of two dispatchers may differ by more than an absence.
--
-- Answers how long ago somebody was there again after the last absence (ms; "": none is remembered).

local alive, seen, back = unpack(KEYS)
local time = redis.call('TIME')
local now, before = time[1] * 1000 + math.floor(time[2] / 1000), tonumber(redis.call('GET', seen) or '')
redis.call('SET', alive, 1, 'PX', ARGV[1])
redis.call('SET', seen, string.format('%d', now))
if before and now - before > tonumber(ARGV[2]) then
  redis.call('SET', back, string.format('%d', now), 'PX', ARGV[3])
end
local last = redis.call('GET', back)
return last and math.max(0, now - last) or ''

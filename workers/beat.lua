#!lua
-- Stores a heartbeat of a dispatcher, and notices an absence: no dispatcher ran, or none could reach the store.
--
-- KEYS[1]  alive  expires when the heartbeat is too old
-- KEYS[2]  seen   when the last heartbeat was stored (epoch, ms)
-- KEYS[3]  back   when a dispatcher was back after the last absence (epoch, ms)
--
-- ARGV[1]  how long a heartbeat is valid (ms)
-- ARGV[2]  the longest gap between two heartbeats while a dispatcher runs (ms)
-- ARGV[3]  how long an absence is stored (ms)
--
-- All times are those of the store's clock: the clocks of two dispatchers may differ by more than an absence.
--
-- Returns how long ago a dispatcher was back after the last absence (ms; "": none is stored).

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

#!lua
-- Frees places at a bot, each unless it was taken again since it was read.
--
-- KEYS[1]               places   sorted set: places by the time (epoch, ms) at which they were taken
-- KEYS[2]               clients  hash: place -> client
--
-- ARGV[1] and after it  pairs: a place, and the time at which it was taken when it was read
--
-- Returns how many were freed.

local freed = 0
for number = 1, #ARGV, 2 do
  local place, seen = ARGV[number], ARGV[number + 1]
  local taken = redis.call('ZSCORE', KEYS[1], place)
  if taken and tonumber(taken) == tonumber(seen) then
    freed = freed + redis.call('ZREM', KEYS[1], place)
    redis.call('HDEL', KEYS[2], place)
  end
end
return freed

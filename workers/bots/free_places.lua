#!lua
-- Frees places with a bot, each unless it was taken again since it was looked at.
--
-- KEYS[1]               places   sorted set: places by the time (epoch, ms) at which they were taken
-- KEYS[2]               clients  hash: place -> client
--
-- ARGV[1] and after it  a place and the time at which it was seen to have been taken, in turn
--
-- Answers how many were freed.

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

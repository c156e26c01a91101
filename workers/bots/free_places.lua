#!lua
-- Frees places with a bot, each unless it was taken again since it was looked at.
--
-- KEYS[1]               places  sorted set: places by the time (epoch, ms) at which they were taken
--
-- ARGV[1] and after it  a place and the time at which it was seen to have been taken, in turn
--
-- Answers how many were freed.

local freed = 0
for number = 1, #ARGV, 2 do
  local taken = redis.call('ZSCORE', KEYS[1], ARGV[number])
  if taken and tonumber(taken) == tonumber(ARGV[number + 1]) then
    freed = freed + redis.call('ZREM', KEYS[1], ARGV[number])
  end
end
return freed

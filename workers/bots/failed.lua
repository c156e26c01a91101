#!lua
-- Counts a failed call of a bot, and pauses the bot when there were too many in a row.
--
-- KEYS[1]  health  hash: failures, since, why, interval, last, failed (when the last one was)
--
-- ARGV[1]  the call's name: the one that was counted last is not counted again
-- ARGV[2]  why the bot is paused if it is
-- ARGV[3]  when it failed (UTC)
-- ARGV[4]  failures in a row that pause the bot
-- ARGV[5]  seconds for which this is kept
--
-- Answers 1 if this call has paused the bot, else 0.

local health = KEYS[1]

if redis.call('HGET', health, 'last') == ARGV[1] then
  return 0
end
redis.call('HSET', health, 'last', ARGV[1], 'failed', ARGV[3])
redis.call('EXPIRE', health, ARGV[5])
if redis.call('HINCRBY', health, 'failures', 1) < tonumber(ARGV[4]) then
  return 0
end
return redis.call('HSETNX', health, 'since', ARGV[3]) == 1 and redis.call('HSET', health, 'why', ARGV[2]) and 1 or 0

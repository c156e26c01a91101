#!lua
-- Counts a failed call of a bot, and pauses the bot after too many failures in a row. Each pause is twice as long as the one before, until
-- a successful turn deletes the hash.
--
-- KEYS[1]  health  hash: failures, since, why, interval (seconds from the pause, or its last probe, to the next probe; stays after the
--                  pause), last (the call that was counted last), failed (when the last one failed)
--
-- ARGV[1]  the call's name: the call that was counted last is not counted again
-- ARGV[2]  when it failed (UTC)
-- ARGV[3]  seconds for which the hash is stored
-- ARGV[4]  failures in a row that pause a bot which was not paused before
-- ARGV[5]  the reason of that pause
-- ARGV[6]  failures in a row that pause a bot which was paused, and has had no successful turn since
-- ARGV[7]  the reason of that pause
-- ARGV[8]  the interval of the first pause
-- ARGV[9]  the longest interval
--
-- Returns 1 if this call has paused the bot, else 0.

local health = KEYS[1]

if redis.call('HGET', health, 'last') == ARGV[1] then
  return 0
end
redis.call('HSET', health, 'last', ARGV[1], 'failed', ARGV[2])
redis.call('EXPIRE', health, ARGV[3])
local before = tonumber(redis.call('HGET', health, 'interval') or '')
local most, why = ARGV[4], ARGV[5]
if before then
  most, why = ARGV[6], ARGV[7]
end
if redis.call('HINCRBY', health, 'failures', 1) < tonumber(most) or redis.call('HEXISTS', health, 'since') == 1 then
  return 0
end
local interval = before and math.min(2 * before, tonumber(ARGV[9])) or tonumber(ARGV[8])
redis.call('HSET', health, 'since', ARGV[2], 'why', why, 'interval', string.format('%d', interval))
return 1

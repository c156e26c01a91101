#!lua
-- Counts what came of a bot's call, and keeps how long its answer took.
--
-- KEYS[1]  counts     hash: how often what happened; last: the name of the call that was counted last
-- KEYS[2]  latencies  list: ms, newest first
--
-- ARGV[1]  the call's name: the one that was counted last is not counted again
-- ARGV[2]  ms ("": there was no answer)
-- ARGV[3]  how many latencies are kept
-- ARGV[4]  seconds for which all this is kept
-- ARGV[5]… what is counted

local counts, latencies = unpack(KEYS)

if redis.call('HGET', counts, 'last') == ARGV[1] then
  return
end
redis.call('HSET', counts, 'last', ARGV[1])
for place = 5, #ARGV do
  redis.call('HINCRBY', counts, ARGV[place], 1)
end
redis.call('EXPIRE', counts, ARGV[4])
if ARGV[2] ~= '' then
  redis.call('LPUSH', latencies, ARGV[2])
  redis.call('LTRIM', latencies, 0, ARGV[3] - 1)
  redis.call('EXPIRE', latencies, ARGV[4])
end

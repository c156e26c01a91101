#!lua
-- Counts the result of a bot's call, and stores the latency of its answer.
--
-- KEYS[1]  counts     hash: how often each result occurred; last: the name of the call that was counted last
-- KEYS[2]  latencies  list: ms, newest first
--
-- ARGV[1]  the call's name: the call that was counted last is not counted again
-- ARGV[2]  ms ("": there was no answer)
-- ARGV[3]  how many latencies are stored
-- ARGV[4]  seconds for which both keys are stored
-- ARGV[5]… the results to count

local counts, latencies = unpack(KEYS)

if redis.call('HGET', counts, 'last') == ARGV[1] then
  return
end
redis.call('HSET', counts, 'last', ARGV[1])
for number = 5, #ARGV do
  redis.call('HINCRBY', counts, ARGV[number], 1)
end
redis.call('EXPIRE', counts, ARGV[4])
if ARGV[2] ~= '' then
  redis.call('LPUSH', latencies, ARGV[2])
  redis.call('LTRIM', latencies, 0, ARGV[3] - 1)
  redis.call('EXPIRE', latencies, ARGV[4])
end

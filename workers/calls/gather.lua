#!lua
-- Has calls that are due wait in the line of their endpoint, and answers which lines there are. A call that waits is held by its line; it
-- stays among the calls by time as well, to be found there should its line get lost.
--
-- KEYS[1]  due      sorted set: calls by the time (epoch, ms) at which they are due, or at which a lease is over
-- KEYS[2]  held     hash: call -> the lease under which somebody has it; "waiting" while it is in a line. Then also call and \1 -> since when
-- KEYS[3]  waiting  sorted set, all scores 0: line, since when (ms, 13 digits) and call, separated by \1
-- KEYS[4]  lines    sorted set: lines by the time (epoch, ms) since which their first call waits
--
-- ARGV[1]  now (epoch, ms)
-- ARGV[2]  when a call that waits is looked at again (epoch, ms)
-- ARGV[3]  how many calls to move at most
-- ARGV[4]  how many lines to answer at most
--
-- Answers the lines; of each its name, since when its first call waits, and how many do. Of more lines than that it answers some by chance,
-- so that each is seen soon, however many lines must wait.

local due, held, waiting, lines = unpack(KEYS)

local function line_of(call)
  return string.match(call, '^[^:]*:[^:]*') or call -- kind and endpoint
end

local found = redis.call('ZRANGEBYSCORE', due, '-inf', ARGV[1], 'WITHSCORES', 'LIMIT', 0, ARGV[3])
for place = 1, #found, 2 do
  local call, since = found[place], string.format('%013d', math.max(0, tonumber(found[place + 1])))
  if redis.call('HGET', held, call) == 'waiting' then
    since = redis.call('HGET', held, call .. '\1') -- older builds keep none
  end
  if since then -- what waits already has its place again, should it have lost it
    local line = line_of(call)
    redis.call('HSET', held, call, 'waiting', call .. '\1', since)
    redis.call('ZADD', waiting, 0, line .. '\1' .. since .. '\1' .. call)
    redis.call('ZADD', lines, 'LT', tonumber(since), line)
  end
  redis.call('ZADD', due, ARGV[2], call)
end

local answer = {}
local heads = redis.call('ZRANDMEMBER', lines, ARGV[4], 'WITHSCORES')
for place = 1, #heads, 2 do
  local line = heads[place]
  answer[#answer + 1] = line
  answer[#answer + 1] = heads[place + 1]
  answer[#answer + 1] = redis.call('ZLEXCOUNT', waiting, '[' .. line .. '\1', '(' .. line .. '\2')
end
return answer

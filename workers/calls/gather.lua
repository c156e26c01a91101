#!lua
-- Puts due calls into the line of their endpoint, and returns the lines. A call that waits in a line also stays in `due`, so that it is
-- found again if its line is lost.
--
-- KEYS[1]  due      sorted set: calls by the time (epoch, ms) at which they are due, or at which their lease expires
-- KEYS[2]  held     hash: call -> its lease while a dispatcher makes it; "waiting" while it is in a line. Then also call and \1 -> since when
-- KEYS[3]  waiting  sorted set, all scores 0: line, since when (ms, 13 digits) and call, separated by \1
-- KEYS[4]  lines    sorted set: lines by the time (epoch, ms) since which their first call waits
--
-- ARGV[1]  now (epoch, ms)
-- ARGV[2]  when a call that waits in a line is due again (epoch, ms)
-- ARGV[3]  how many calls to move at most
-- ARGV[4]  how many lines to return at most
--
-- Returns for each line its name, since when its first call waits, and how many calls wait. Of more lines than ARGV[4], it returns random
-- ones, so that every line is returned soon.

local due, held, waiting, lines = unpack(KEYS)

local function line_of(call)
  return string.match(call, '^[^:]*:[^:]*') or call -- kind and endpoint
end

local found = redis.call('ZRANGEBYSCORE', due, '-inf', ARGV[1], 'WITHSCORES', 'LIMIT', 0, ARGV[3])
for number = 1, #found, 2 do
  local call, since = found[number], string.format('%013d', math.max(0, tonumber(found[number + 1])))
  if redis.call('HGET', held, call) == 'waiting' then
    since = redis.call('HGET', held, call .. '\1') -- older builds store none
  end
  if since then -- a call that waits already is put back where its line was lost
    local line = line_of(call)
    redis.call('HSET', held, call, 'waiting', call .. '\1', since)
    redis.call('ZADD', waiting, 0, line .. '\1' .. since .. '\1' .. call)
    redis.call('ZADD', lines, 'LT', tonumber(since), line)
  end
  redis.call('ZADD', due, ARGV[2], call)
end

local answer = {}
local heads = redis.call('ZRANDMEMBER', lines, ARGV[4], 'WITHSCORES')
for number = 1, #heads, 2 do
  local line = heads[number]
  answer[#answer + 1] = line
  answer[#answer + 1] = heads[number + 1]
  answer[#answer + 1] = redis.call('ZLEXCOUNT', waiting, '[' .. line .. '\1', '(' .. line .. '\2')
end
return answer

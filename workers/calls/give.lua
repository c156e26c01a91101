#!lua
-- Leases calls from their lines. A call is due again when its lease expires, unless its dispatcher renews or ends the lease before.
--
-- KEYS[1]  due      sorted set: calls by the time (epoch, ms) at which they are due, or at which their lease expires
-- KEYS[2]  held     hash: call -> its lease while a dispatcher makes it; "waiting" while it is in a line. Then also call and \1 -> since when
-- KEYS[3]  asked    hash: call -> when it is due again, requested while it waited or a dispatcher held it
-- KEYS[4]  waiting  sorted set, all scores 0: line, since when (ms, 13 digits) and call, separated by \1
-- KEYS[5]  lines    sorted set: lines by the time (epoch, ms) since which their first call waits
--
-- ARGV[1]  now (epoch, ms)
-- ARGV[2]  when the lease expires (epoch, ms)
-- ARGV[3]  the lease
-- ARGV[4]  a line
-- ARGV[5]  how many of its calls to lease at most; and so on, in pairs
--
-- Returns pairs: since when each call has waited, and the call. The calls of a line that have waited longest come first.

local due, held, asked, waiting, lines = unpack(KEYS)
local answer = {}

local function first(line, most)
  return redis.call('ZRANGEBYLEX', waiting, '[' .. line .. '\1', '(' .. line .. '\2', 'LIMIT', 0, most)
end

local function give(since, call)
  redis.call('HDEL', held, call .. '\1')
  if redis.call('HGET', held, call) ~= 'waiting' then
    return -- a dispatcher of an older build, which knows no lines, holds it
  end
  redis.call('ZADD', due, ARGV[2], call)
  redis.call('HSET', held, call, ARGV[3])
  local wanted = tonumber(redis.call('HGET', asked, call) or '')
  if wanted and wanted <= tonumber(ARGV[1]) then
    redis.call('HDEL', asked, call) -- this call covers that request
  end
  answer[#answer + 1] = since
  answer[#answer + 1] = call
end

for number = 4, #ARGV, 2 do
  local line = ARGV[number]
  local from = #line + 2
  for _, member in ipairs(first(line, ARGV[number + 1])) do
    redis.call('ZREM', waiting, member)
    give(string.sub(member, from, from + 12), string.sub(member, from + 14))
  end
  local head = first(line, 1)[1]
  if head then
    redis.call('ZADD', lines, tonumber(string.sub(head, from, from + 12)), line)
  else
    redis.call('ZREM', lines, line)
  end
end
return answer

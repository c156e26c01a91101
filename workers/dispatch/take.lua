#!lua
-- Gives away calls that are due. Each is due again when the lease is over, should whoever has it not say so before.
--
-- KEYS[1]  due    sorted set: calls by the time (epoch, ms) at which they are due, or at which a lease is over
-- KEYS[2]  held   hash: call -> the taking under which somebody has it
-- KEYS[3]  asked  hash: call -> when it is due again, asked for while somebody has it
--
-- ARGV[1]  now (epoch, ms)
-- ARGV[2]  when the lease is over (epoch, ms)
-- ARGV[3]  how many calls to give at most
-- ARGV[4]  the taking
--
-- Answers the calls, longest due first.

local due, held, asked = unpack(KEYS)
local calls = redis.call('ZRANGEBYSCORE', due, '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
for _, call in ipairs(calls) do
  redis.call('ZADD', due, ARGV[2], call)
  redis.call('HSET', held, call, ARGV[4])
  local wanted = tonumber(redis.call('HGET', asked, call) or '')
  if wanted and wanted <= tonumber(ARGV[1]) then
    redis.call('HDEL', asked, call) -- whoever makes it from now on sees what that was for
  end
end
return calls

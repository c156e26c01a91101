#!lua
-- Gives a call back: it is due again when its maker or anybody who has asked meanwhile wants it, or never.
--
-- KEYS[1]  due    sorted set: calls by the time (epoch, ms) at which they are due, or at which a lease is over
-- KEYS[2]  held   hash: call -> the lease under which somebody has it
-- KEYS[3]  asked  hash: call -> when it is due again, asked for while somebody has it
--
-- ARGV[1]  call
-- ARGV[2]  the lease
-- ARGV[3]  when its maker wants it again (epoch, ms; "": never)

local due, held, asked = unpack(KEYS)
local call, wanted = ARGV[1], tonumber(ARGV[3])

if redis.call('HGET', held, call) ~= ARGV[2] then
  return -- somebody else has it
end
local other = tonumber(redis.call('HGET', asked, call) or '')
redis.call('HDEL', held, call)
redis.call('HDEL', asked, call)
if not wanted or (other and other < wanted) then
  wanted = other
end
if wanted then
  redis.call('ZADD', due, wanted, call)
else
  redis.call('ZREM', due, call)
end

#!lua
-- Ends the lease of a call. The call is due again at the earlier of two times: ARGV[3], and the time requested meanwhile. Without either
-- it is deleted.
--
-- KEYS[1]  due    sorted set: calls by the time (epoch, ms) at which they are due, or at which their lease expires
-- KEYS[2]  held   hash: call -> its lease while a dispatcher makes it
-- KEYS[3]  asked  hash: call -> when it is due again, requested while a dispatcher holds it
--
-- ARGV[1]  call
-- ARGV[2]  the lease
-- ARGV[3]  when the dispatcher wants it again (epoch, ms; "": never)

local due, held, asked = unpack(KEYS)
local call, wanted = ARGV[1], tonumber(ARGV[3])

if redis.call('HGET', held, call) ~= ARGV[2] then
  return -- the lease was lost
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

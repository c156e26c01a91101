#!lua
-- Has calls made, each once however often it is asked for before it is made.
--
-- KEYS[1]  due    sorted set: calls by the time (epoch, ms) at which they are due, or at which a lease is over
-- KEYS[2]  held   hash: call -> the lease under which somebody has it
-- KEYS[3]  asked  hash: call -> when it is due again, asked for while somebody has it
--
-- ARGV[1]  when they are due (epoch, ms)
-- ARGV[2]  and all after it: the calls

local due, held, asked = unpack(KEYS)
local wanted = tonumber(ARGV[1])

for place = 2, #ARGV do
  local call = ARGV[place]
  if redis.call('HEXISTS', held, call) == 0 then
    redis.call('ZADD', due, 'LT', wanted, call)
  else
    local before = redis.call('HGET', asked, call)
    if not before or wanted < tonumber(before) then
      redis.call('HSET', asked, call, string.format('%d', wanted))
    end
  end
end

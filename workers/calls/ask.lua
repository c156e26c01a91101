#!lua
-- Schedules calls. A call is scheduled once, however often it is requested before it is made.
--
-- KEYS[1]  due    sorted set: calls by the time (epoch, ms) at which they are due, or at which their lease expires
-- KEYS[2]  held   hash: call -> its lease while a dispatcher makes it
-- KEYS[3]  asked  hash: call -> when it is due again, requested while a dispatcher holds it
--
-- ARGV[1]  when they are due (epoch, ms)
-- ARGV[2]  and all after it: the calls

local due, held, asked = unpack(KEYS)
local wanted = tonumber(ARGV[1])

for number = 2, #ARGV do
  local call = ARGV[number]
  if redis.call('HEXISTS', held, call) == 0 then
    redis.call('ZADD', due, 'LT', wanted, call)
  else
    local before = redis.call('HGET', asked, call)
    if not before or wanted < tonumber(before) then
      redis.call('HSET', asked, call, string.format('%d', wanted))
    end
  end
end

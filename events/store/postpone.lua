#!lua
-- Makes a table due at another time, if it is still at the given version: a late caller must not overwrite the due time of a newer append.
--
-- KEYS[1]  log  stream: entry <version>-0
-- KEYS[2]  due  sorted set: tables of the partition by the time (epoch, ms) at which a worker must check them
--
-- ARGV[1]  table
-- ARGV[2]  the required version of the log
-- ARGV[3]  when the table is due (epoch, ms; "": never)
--
-- Returns 1 if the due time is set, else 0.

local log, due = unpack(KEYS)

local newest = redis.call('XREVRANGE', log, '+', '-', 'COUNT', 1)[1]
if (newest and newest[1] or '0-0') ~= ARGV[2] .. '-0' then
  return 0
end
if ARGV[3] == '' then
  redis.call('ZREM', due, ARGV[1])
else
  redis.call('ZADD', due, ARGV[3], ARGV[1])
end
return 1

#!lua
-- Makes a table due at another time, if it has not moved on: a late caller must not undo what a newer append has said.
--
-- KEYS[1]  log  stream: entry <version>-0
-- KEYS[2]  due  sorted set: tables of the partition by the time (epoch, ms) at which somebody must look at them
--
-- ARGV[1]  table
-- ARGV[2]  the version at which the log must be
-- ARGV[3]  when the table is due (epoch, ms; "": never)
--
-- Answers 1 if it is due then, else 0.

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

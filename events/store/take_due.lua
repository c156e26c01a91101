#!lua
-- Gives away tables that are due, and makes each due again later: whoever takes one has it alone for so long.
--
-- KEYS[1]  due  sorted set: tables of the partition by the time (epoch, ms) at which somebody must look at them
--
-- ARGV[1]  now (epoch, ms)
-- ARGV[2]  when they are due again (epoch, ms)
-- ARGV[3]  how many tables to give at most
--
-- Answers the tables, longest due first.

local tables = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
for _, name in ipairs(tables) do
  redis.call('ZADD', KEYS[1], ARGV[2], name)
end
return tables

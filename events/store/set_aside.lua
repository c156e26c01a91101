#!lua
-- Sets a table aside: no append to it is stored from now on, and it is not due. A table that was removed meanwhile is not damaged.
--
-- KEYS[1]  damaged  hash: tables that are set aside, and why
-- KEYS[2]  due      sorted set: tables of the partition by the time at which somebody must look at them
-- KEYS[3]  removed  hash: the id, without its first six characters, of each removed table -> when
--
-- ARGV[1]  table
-- ARGV[2]  why
--
-- Answers 1, or 0 if it was set aside already or has been removed.

local damaged, due, removed = unpack(KEYS)

if redis.pcall('HEXISTS', removed, string.sub(ARGV[1], 7)) == 1 then
  return 0
end
redis.pcall('ZREM', due, ARGV[1]) -- where nothing can be due, nothing is
local new = redis.pcall('HSETNX', damaged, ARGV[1], ARGV[2])
if type(new) == 'table' then -- an error: something else lies there, and no table can be set aside in it
  redis.call('DEL', damaged)
  new = redis.call('HSETNX', damaged, ARGV[1], ARGV[2])
end
return new

#!lua
-- Sets a damaged table aside: the store rejects its appends, and it is never due. A table that was removed meanwhile is not damaged.
--
-- KEYS[1]  damaged  hash: table that is set aside -> why
-- KEYS[2]  due      sorted set: tables of the partition by the time at which a worker must check them
-- KEYS[3]  removed  hash: the id, without its first six characters, of each removed table -> when
--
-- ARGV[1]  table
-- ARGV[2]  why
--
-- Returns 1, or 0 if it was set aside already or has been removed.

local damaged, due, removed = unpack(KEYS)

if redis.pcall('HEXISTS', removed, string.sub(ARGV[1], 7)) == 1 then
  return 0
end
redis.pcall('ZREM', due, ARGV[1]) -- an error: the key has another type, so no table is due
local new = redis.pcall('HSETNX', damaged, ARGV[1], ARGV[2])
if type(new) == 'table' then -- an error: the key has another type
  redis.call('DEL', damaged)
  new = redis.call('HSETNX', damaged, ARGV[1], ARGV[2])
end
return new

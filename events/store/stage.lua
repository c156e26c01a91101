#!lua
-- Stages a page of a table that is put back. No reader sees it, and it expires: `put_back.lua` gives it the names of the table.
--
-- KEYS[1]  staged log   stream: entry <version>-0, field e: the stored line
-- KEYS[2]  staged keys  hash: key name -> record
--
-- ARGV[1]  the version of the first line of this page; with 1, what an interrupted call has staged is deleted
-- ARGV[2]  the number of its lines
-- ARGV[3]  how long the staged data is kept (ms)
-- ARGV[4] and following: the stored lines, then name and value of idempotency records
--
-- Returns the number of staged lines: all up to this page, also if it was staged before (a call is repeated after a lost reply).

local log, keys = unpack(KEYS)
local first, count = tonumber(ARGV[1]), tonumber(ARGV[2])

if first == 1 then
  redis.call('DEL', log, keys)
end
local length = redis.call('XLEN', log)
if length ~= first - 1 then
  return length
end
for number = 1, count do
  redis.call('XADD', log, string.format('%d-0', first + number - 1), 'e', ARGV[3 + number])
end
for index = 4 + count, #ARGV, 2 do
  redis.call('HSET', keys, ARGV[index], ARGV[index + 1])
end
redis.call('PEXPIRE', log, ARGV[3])
redis.call('PEXPIRE', keys, ARGV[3])
return first - 1 + count

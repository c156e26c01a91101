#!lua
-- Puts a rewritten log and rewritten idempotency records in the place of the old ones, if the table is still as it was when they were read.
--
-- KEYS[1]  log       stream: entry <version>-0, field e: the stored line
-- KEYS[2]  keys      hash: key name -> record
-- KEYS[3]  new_log   stream: the rewritten log
-- KEYS[4]  new_keys  hash: the rewritten records (none if there are none)
-- KEYS[5]  erasures  string: how often names were erased at the table
--
-- ARGV[1]  the newest stored line of the log that was read
-- ARGV[2]  how often names had been erased before it was read
--
-- Returns 1 if the table is rewritten, else 0.

-- include parts/times_erased.lua

local log, keys, new_log, new_keys, erasures = unpack(KEYS)

if times_erased(erasures) ~= ARGV[2] then
  return 0
end
local before = redis.call('XREVRANGE', log, '+', '-', 'COUNT', 1)[1]
local after = redis.call('XREVRANGE', new_log, '+', '-', 'COUNT', 1)[1]
if not before or not after or before[2][2] ~= ARGV[1] or before[1] ~= after[1] then
  return 0
end
if redis.call('XLEN', log) ~= redis.call('XLEN', new_log) then
  return 0
end
if redis.call('HLEN', keys) ~= redis.call('HLEN', new_keys) then
  return 0
end
redis.call('PERSIST', new_log)
redis.call('RENAME', new_log, log)
if redis.call('PERSIST', new_keys) == 1 then
  redis.call('RENAME', new_keys, keys)
end
return 1

#!lua
-- Stores the export of a table in a format, unless the table has been removed, or a name erased there, meanwhile.
--
-- KEYS[1]  log       stream: the table's events
-- KEYS[2]  exports   hash: format -> the export (JSON)
-- KEYS[3]  archived  hash: the id, without its first six characters, of each archived table -> stub
-- KEYS[4]  erasures  string: how often names were erased at the table
--
-- ARGV[1]  format
-- ARGV[2]  export (JSON)
-- ARGV[3]  the id of the table, without its first six characters
-- ARGV[4]  how often names were erased when the table was read
--
-- Returns 1; 0 if the table is not as it was read.

-- include ../../events/store/parts/times_erased.lua

local missing = redis.call('EXISTS', KEYS[1]) == 0 and redis.call('HEXISTS', KEYS[3], ARGV[3]) == 0
if missing or times_erased(KEYS[4]) ~= ARGV[4] then
  return 0
end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
return 1

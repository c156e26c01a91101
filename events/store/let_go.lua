#!lua flags=allow-oom
-- Deletes a finished table whose file is in the archive, and keeps a stub. What changes after the end (forks, rematch, exports) stays.
--
-- KEYS[1]  log       stream: entry <version>-0, field e: the stored line
-- KEYS[2]  state     hash: the snapshot
-- KEYS[3]  keys      hash: idempotency records
-- KEYS[4]  secret    string: the dice secret; a finished table has none
-- KEYS[5]  receipts  hash: signed receipts
-- KEYS[6]  creator   string: the client that the table counts for
-- KEYS[7]  due       sorted set: tables of the partition by the time at which a worker must check them
-- KEYS[8]  damaged   hash: table that is set aside -> why
-- KEYS[9]  archived  hash: the id, without its first six characters, of each archived table -> stub
-- KEYS[10] loose     hash: file of the archive that belongs to no stub -> since when (epoch, s); "-" while it is deleted
-- KEYS[11] erasures  string: how often names were erased at the table
--
-- ARGV[1]  table
-- ARGV[2]  the version of its last event
-- ARGV[3]  the hash of that event
-- ARGV[4]  stub
-- ARGV[5]  the name of the file
-- ARGV[6]  how often names had been erased when the table was read
--
-- Returns 1 (also if this file was accepted before: a call is repeated after a lost reply). Returns 0, and changes nothing, if the table is not
-- the one in the file any more, or the file is being deleted.
--
-- The script frees memory, so it also runs when memory is full.

-- include parts/fits.lua
-- include parts/times_erased.lua

local log, state, keys, secret, receipts, creator, due, damaged, archived, loose, erasures = unpack(KEYS)
local name = string.sub(ARGV[1], 7)

if redis.call('HGET', archived, name) == ARGV[4] then
  return 1
end
local since = redis.call('HGET', loose, ARGV[5])
local newest = redis.call('XREVRANGE', log, '+', '-', 'COUNT', 1)[1]
if not since or since == '-' or not newest or newest[1] ~= ARGV[2] .. '-0' or not fits(newest[2][2], ARGV[3]) then
  return 0
end
if times_erased(erasures) ~= ARGV[6] then
  return 0
end
if redis.call('EXISTS', secret) == 1 or redis.pcall('HEXISTS', damaged, ARGV[1]) == 1 then
  return 0
end

redis.call('HSET', archived, name, ARGV[4])
redis.call('HDEL', loose, ARGV[5])
redis.call('UNLINK', log, state, keys, receipts, creator, erasures)
redis.pcall('ZREM', due, ARGV[1])
return 1

#!lua
-- Replaces a record if it has not changed, and counts the change.
--
-- KEYS[1]  records  hash: id -> record
-- KEYS[2]  changes  string: how often any record has changed
--
-- ARGV[1]  id
-- ARGV[2]  the record before ("": none)
-- ARGV[3]  the record after ("": delete it)
--
-- Returns 1 if the record is now as ARGV[3], even if it was so before; 0, without a change, if it differs from ARGV[2].

local records, changes = unpack(KEYS)
local id, before, after = unpack(ARGV)

local stored = redis.call('HGET', records, id) or ''
if stored == after then
  return 1
end
if stored ~= before then
  return 0
end
if after == '' then
  redis.call('HDEL', records, id)
else
  redis.call('HSET', records, id, after)
end
redis.call('INCR', changes)
return 1

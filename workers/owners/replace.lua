#!lua
-- Puts a record in the place of the one it was made from, and says that the records have changed.
--
-- KEYS[1]  records  hash: id -> record
-- KEYS[2]  changes  string: how often any record has changed
--
-- ARGV[1]  id
-- ARGV[2]  the record it was made from ("": there was none)
-- ARGV[3]  the record ("": none any more)
--
-- Answers 1 if it is kept now, also if it was before; 0, and nothing is done, if another one is.

local records, changes = unpack(KEYS)
local id, before, after = unpack(ARGV)

local kept = redis.call('HGET', records, id) or ''
if kept == after then
  return 1
end
if kept ~= before then
  return 0
end
if after == '' then
  redis.call('HDEL', records, id)
else
  redis.call('HSET', records, id, after)
end
redis.call('INCR', changes)
return 1

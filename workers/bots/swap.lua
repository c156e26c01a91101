#!lua
-- Puts a new record in the place of one that nobody has changed meanwhile.
--
-- KEYS[1]  records  hash: by id
--
-- ARGV[1]  id
-- ARGV[2]  the record as it was read
-- ARGV[3]  the record as it shall be
--
-- Answers 1 if it is so now, also when a lost reply has it asked again; else 0.

local kept = redis.call('HGET', KEYS[1], ARGV[1])
if kept == ARGV[3] then
  return 1
end
if kept ~= ARGV[2] then
  return 0
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1

#!lua
-- Records which file was made of a table, unless the table has been removed meanwhile.
--
-- KEYS[1]  log      stream: the table's events
-- KEYS[2]  exports  hash: format -> the file (JSON)
--
-- ARGV[1]  format
-- ARGV[2]  file (JSON)
--
-- Answers 1, or 0 if there is no such table any more.

if redis.call('EXISTS', KEYS[1]) == 0 then
  return 0
end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
return 1

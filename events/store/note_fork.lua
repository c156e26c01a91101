#!lua
-- Records at a table that another one is about to be forked from it. From now on retention does not remove it.
--
-- KEYS[1]  log       stream: that of the source
-- KEYS[2]  forks     sorted set: the tables that were forked from it, by the time (epoch, ms) of the request
-- KEYS[3]  archived  hash: the id, without its first six characters, of each archived table -> stub
--
-- ARGV[1]  fork
-- ARGV[2]  now (epoch, ms)
-- ARGV[3]  the id of the source, without its first six characters
--
-- Returns 1, or 0 if there is no such source.

if redis.call('EXISTS', KEYS[1]) == 0 and redis.call('HEXISTS', KEYS[3], ARGV[3]) == 0 then
  return 0
end
redis.call('ZADD', KEYS[2], 'NX', ARGV[2], ARGV[1])
return 1

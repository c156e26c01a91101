#!lua
-- Makes the generation that is being built the current one.
--
-- KEYS[1]  building  string: the generation that is being built
-- KEYS[2]  current   string: the generation that readers read
--
-- ARGV[1]  the generation to publish
--
-- Returns 1 if it is current now, 0 if its rebuild was abandoned.
--
-- The first line makes the server refuse the whole script when it refuses writes.

if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
redis.call('SET', KEYS[2], ARGV[1])
return 1

#!lua
-- Deletes inactive members of a group that have no pending entry. A member that returns is created again.
--
-- KEYS[1]  feed  stream
--
-- ARGV[1]  the group
-- ARGV[2]  the time of inactivity (ms)

for _, facts in ipairs(redis.call('XINFO', 'CONSUMERS', KEYS[1], ARGV[1])) do
  local consumer = {}
  for index = 1, #facts, 2 do
    consumer[facts[index]] = facts[index + 1]
  end
  if consumer.pending == 0 and consumer.idle > tonumber(ARGV[2]) then
    redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], consumer.name)
  end
end

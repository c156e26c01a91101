#!lua
-- Forgets members of a group that have not been seen for long and hold nothing. One that comes back is a member again.
--
-- KEYS[1]  feed  stream
--
-- ARGV[1]  the group
-- ARGV[2]  for how long (ms)

for _, facts in ipairs(redis.call('XINFO', 'CONSUMERS', KEYS[1], ARGV[1])) do
  local consumer = {}
  for place = 1, #facts, 2 do
    consumer[facts[place]] = facts[place + 1]
  end
  if consumer.pending == 0 and consumer.idle > tonumber(ARGV[2]) then
    redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], consumer.name)
  end
end

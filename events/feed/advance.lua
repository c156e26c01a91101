#!lua
-- Moves a reader's checkpoints forward, never back: several processes read under one name.
--
-- KEYS[1]  reader  hash: partition -> id of the feed entry up to which every entry is processed
--
-- ARGV[1]  a partition
-- ARGV[2]  the id reached in it; more pairs may follow

local function further(id, other)
  local ms, number = string.match(id, '^(%d+)-(%d+)$')
  local other_ms, other_number = string.match(other, '^(%d+)-(%d+)$')
  ms, other_ms = tonumber(ms), tonumber(other_ms)
  return ms > other_ms or (ms == other_ms and tonumber(number) > tonumber(other_number))
end

for index = 1, #ARGV, 2 do
  local partition, reached = ARGV[index], ARGV[index + 1]
  local kept = redis.call('HGET', KEYS[1], partition)
  if not kept or further(reached, kept) then
    redis.call('HSET', KEYS[1], partition, reached)
  end
end

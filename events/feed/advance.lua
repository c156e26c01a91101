#!lua
-- Moves a reader's checkpoints forward; never back, as several processes read under one name.
--
-- KEYS[1]  reader  hash: partition -> id of the feed entry up to which everything is done
--
-- ARGV[1]  a partition
-- ARGV[2]  the id that is reached there; and so on, in pairs

local function further(place, other)
  local ms, number = string.match(place, '^(%d+)-(%d+)$')
  local other_ms, other_number = string.match(other, '^(%d+)-(%d+)$')
  ms, other_ms = tonumber(ms), tonumber(other_ms)
  return ms > other_ms or (ms == other_ms and tonumber(number) > tonumber(other_number))
end

for place = 1, #ARGV, 2 do
  local partition, reached = ARGV[place], ARGV[place + 1]
  local kept = redis.call('HGET', KEYS[1], partition)
  if not kept or further(reached, kept) then
    redis.call('HSET', KEYS[1], partition, reached)
  end
end

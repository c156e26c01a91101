#!lua
-- Writes the changes of one batch of one partition's feed to the lists: everything, or nothing if another projector was first.
--
-- KEYS[1]  fence      string: the generation that may be written through this key
-- KEYS[2]  checkpoints  hash: partition -> id of the newest feed entry projected
-- KEYS[3]  versions     hash: table, in the form of the lists -> newest version announced by the feed
-- KEYS[4]  summaries    hash: table, in the form of the lists -> summary
-- KEYS[5]  waiting      hash: table that waits for a newer build -> why
-- KEYS[6…] lists        sorted sets of positions, all with score 0
--
-- ARGV[1]  the generation that the fence must contain
-- ARGV[2]  partition
-- ARGV[3]  the expected checkpoint of the partition
-- ARGV[4]  the new checkpoint of the partition
-- ARGV[5]  JSON: {"versions": [[TABLE, version], …], "kept": [[TABLE, SUMMARY], …], "forgotten": [TABLE, …], "waiting": [[table, why], …],
--          "settled": [table, …], "removed": [TABLE, …], "lists": [[[POSITION that enters, …], [POSITION that leaves, …]], …] in the order of
--          KEYS[6…]}. What is in capitals is the number of a value
-- ARGV[6] and following: these values, which JSON cannot hold
--
-- Returns 1 if the batch is written (also if it was already: a call is repeated after a lost reply), 0 if another projector was first.
--
-- The first line makes the server refuse the whole script when it refuses writes.

if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
local checkpoint = redis.call('HGET', KEYS[2], ARGV[2]) or '0-0'
if checkpoint ~= ARGV[3] then
  return checkpoint == ARGV[4] and 1 or 0
end

local batch = cjson.decode(ARGV[5])
local function value(number)
  return ARGV[5 + number]
end
for _, known in ipairs(batch.versions) do
  redis.call('HSET', KEYS[3], value(known[1]), known[2])
end
for _, kept in ipairs(batch.kept) do
  redis.call('HSET', KEYS[4], value(kept[1]), value(kept[2]))
end
for _, forgotten in ipairs(batch.forgotten) do
  redis.call('HDEL', KEYS[4], value(forgotten))
end
for _, waits in ipairs(batch.waiting) do
  redis.call('HSET', KEYS[5], waits[1], waits[2])
end
for _, settled in ipairs(batch.settled) do
  redis.call('HDEL', KEYS[5], settled)
end
for _, removed in ipairs(batch.removed) do
  redis.call('HDEL', KEYS[3], value(removed))
end
for number, list in ipairs(batch.lists) do
  for _, enters in ipairs(list[1]) do
    redis.call('ZADD', KEYS[5 + number], 0, value(enters))
  end
  for _, leaves in ipairs(list[2]) do
    redis.call('ZREM', KEYS[5 + number], value(leaves))
  end
end
redis.call('HSET', KEYS[2], ARGV[2], ARGV[4])
return 1

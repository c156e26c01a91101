#!lua
-- Write what one batch of one partition's feed changes in the lists: everything, or nothing if somebody else was first.
--
-- KEYS[1]  fence      string: the generation that may be written through this key
-- KEYS[2]  checkpoints  hash: partition -> id of the newest feed entry projected
-- KEYS[3]  versions     hash: table -> newest version that the feed has told
-- KEYS[4]  summaries    hash: table -> summary (JSON)
-- KEYS[5]  waiting      hash: table that waits for a newer build -> why
-- KEYS[6…] lists        sorted sets of places, all with score 0
--
-- ARGV[1]  generation that must be in the fence
-- ARGV[2]  partition
-- ARGV[3]  checkpoint that the partition must be at
-- ARGV[4]  checkpoint that the partition is at afterwards
-- ARGV[5]  JSON: {"versions": [[table, version], …], "kept": [[table, summary], …], "forgotten": [table, …],
--          "waiting": [[table, why], …], "settled": [table, …], "removed": [table, …], "lists": [[[place that enters, …], [place that leaves, …]], …] in the order of KEYS[6…]}; all values are strings
--
-- Answers 1 if it was written, now or already (a lost reply has this sent again), 0 if somebody else has come further.
--
-- With the first line the server refuses the script before it begins where it would refuse a write within.

if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
local checkpoint = redis.call('HGET', KEYS[2], ARGV[2]) or '0-0'
if checkpoint ~= ARGV[3] then
  return checkpoint == ARGV[4] and 1 or 0
end

local batch = cjson.decode(ARGV[5])
for _, known in ipairs(batch.versions) do
  redis.call('HSET', KEYS[3], known[1], known[2])
end
for _, kept in ipairs(batch.kept) do
  redis.call('HSET', KEYS[4], kept[1], kept[2])
end
for _, forgotten in ipairs(batch.forgotten) do
  redis.call('HDEL', KEYS[4], forgotten)
end
for _, waits in ipairs(batch.waiting) do
  redis.call('HSET', KEYS[5], waits[1], waits[2])
end
for _, settled in ipairs(batch.settled) do
  redis.call('HDEL', KEYS[5], settled)
end
for _, removed in ipairs(batch.removed) do
  redis.call('HDEL', KEYS[3], removed)
  redis.call('HDEL', KEYS[5], removed)
end
for number, list in ipairs(batch.lists) do
  for _, enters in ipairs(list[1]) do
    redis.call('ZADD', KEYS[5 + number], 0, enters)
  end
  for _, leaves in ipairs(list[2]) do
    redis.call('ZREM', KEYS[5 + number], leaves)
  end
end
redis.call('HSET', KEYS[2], ARGV[2], ARGV[4])
return 1

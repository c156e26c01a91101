#!lua flags=no-writes
-- Reads one page of one list, newest table first, atomically.
--
-- KEYS[1]  current    string: the generation that readers read
-- KEYS[2]  summaries  hash: table -> summary (JSON)
-- KEYS[3]  list       sorted set of positions "<created, 13 digits>:<table>"
--
-- ARGV[1]  generation that KEYS[2] and KEYS[3] belong to
-- ARGV[2]  where to begin: "+", or "(" and the position of the last table already read
-- ARGV[3]  the most tables to return
--
-- Returns {generation, positions, summaries}; only {generation} if another generation is current ("" before the first).

local current = redis.call('GET', KEYS[1])
if current ~= ARGV[1] then
  return {current or ''}
end
local positions = redis.call('ZRANGE', KEYS[3], ARGV[2], '-', 'BYLEX', 'REV', 'LIMIT', 0, ARGV[3])
local summaries = {}
for number, position in ipairs(positions) do
  summaries[number] = redis.call('HGET', KEYS[2], string.sub(position, 15))
end
return {current, positions, summaries}

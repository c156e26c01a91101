#!lua flags=no-writes
-- Read one page of one list, newest table first, at one instant.
--
-- KEYS[1]  current    string: the generation that readers read
-- KEYS[2]  summaries  hash: table -> summary (JSON)
-- KEYS[3]  list       sorted set of places "<created, 13 digits>:<table>"
--
-- ARGV[1]  generation that KEYS[2] and KEYS[3] belong to
-- ARGV[2]  where to begin: "+" or "(" and the place of the last table that was told
-- ARGV[3]  how many
--
-- Answers {generation, places, summaries}; only {generation} if that is another one by now ("" before the first).

local current = redis.call('GET', KEYS[1])
if current ~= ARGV[1] then
  return {current or ''}
end
local places = redis.call('ZRANGE', KEYS[3], ARGV[2], '-', 'BYLEX', 'REV', 'LIMIT', 0, ARGV[3])
local summaries = {}
for number, place in ipairs(places) do
  summaries[number] = redis.call('HGET', KEYS[2], string.sub(place, 15))
end
return {current, places, summaries}

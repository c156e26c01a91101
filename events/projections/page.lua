#!lua flags=no-writes
-- Reads one page of several lists together, newest table first, atomically. No table is in two of them.
--
-- KEYS[1]  current    string: the generation that readers read
-- KEYS[2]  summaries  hash: table -> summary
-- KEYS[3…] lists      sorted sets of positions: the time of creation, then the table
--
-- ARGV[1]  generation that the other keys belong to
-- ARGV[2]  where to begin: "+", or "(" and the position of the last table already read
-- ARGV[3]  the most tables to return
-- ARGV[4]  how many bytes of a position come before the table
--
-- Returns {generation, positions, summaries}; only {generation} if another generation is current ("" before the first).

local current = redis.call('GET', KEYS[1])
if current ~= ARGV[1] then
  return {current or ''}
end

local limit, before = tonumber(ARGV[3]), tonumber(ARGV[4])

-- Bytes, not letters: the operators of Lua compare by the server's language.
local function is_newer(one, other)
  for at = 1, #one do
    local byte, against = string.byte(one, at), string.byte(other, at) or -1
    if byte ~= against then
      return byte > against
    end
  end
  return false
end

local lists = {}
for number = 3, #KEYS do
  lists[number] = redis.call('ZRANGE', KEYS[number], ARGV[2], '-', 'BYLEX', 'REV', 'LIMIT', 0, limit)
end

local function newest()
  local best
  for number = 3, #KEYS do
    if lists[number][1] and (not best or is_newer(lists[number][1], lists[best][1])) then
      best = number
    end
  end
  return best and table.remove(lists[best], 1)
end

local positions, summaries = {}, {}
local position = newest()
while position and #positions < limit do
  positions[#positions + 1] = position
  summaries[#positions] = redis.call('HGET', KEYS[2], string.sub(position, before + 1))
  position = newest()
end
return {current, positions, summaries}

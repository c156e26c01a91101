#!lua
-- Replaces a table's snapshot, if it fits the log and no newer snapshot is stored.
--
-- KEYS[1]  log    stream: entry <version>-0, field e: the stored line
-- KEYS[2]  state  hash: version, hash and body of the snapshot
-- KEYS[3]  erasures  string: how often names were erased at the table
--
-- ARGV[1]  the snapshot's version
-- ARGV[2]  its hash
-- ARGV[3]  its body
-- ARGV[4]  how often names were erased when the table was read
--
-- Returns 1 if the snapshot is stored, else 0.

-- include parts/fits.lua
-- include parts/times_erased.lua

local log, state, erasures = unpack(KEYS)

local function in_log(version, hash)
  local entry = redis.call('XRANGE', log, version .. '-0', version .. '-0')[1]
  return entry and fits(entry[2][2], hash)
end

if not in_log(ARGV[1], ARGV[2]) or times_erased(erasures) ~= ARGV[4] then
  return 0
end
local kept = redis.pcall('HMGET', state, 'version', 'hash', 'body') -- an error if the key has another type: then there is no snapshot
if not kept.err and kept[1] and kept[2] and kept[3] and string.match(kept[1], '^[1-9]%d*$') and #kept[1] < 16 then
  if tonumber(kept[1]) > tonumber(ARGV[1]) and in_log(kept[1], kept[2]) then
    return 0
  end
end
redis.call('DEL', state)
redis.call('HSET', state, 'version', ARGV[1], 'hash', ARGV[2], 'body', ARGV[3])
return 1

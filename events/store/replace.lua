#!lua
-- Replaces lines of a log. Streams cannot change an entry, so the log is copied, in parts: the server serves others between them.
--
-- KEYS[1]  log        stream: entry <version>-0
-- KEYS[2]  rewritten  stream: the copy, until it is the log
-- KEYS[3]  state      hash: the snapshot
-- KEYS[4]  erasures   string: how often names were erased at the table
-- KEYS[5]  feed       stream: one entry for each append of the partition
--
-- ARGV[1]  table
-- ARGV[2]  "1": begin again, whatever an interrupted copy has left
-- ARGV[3]  the most entries to copy now
-- ARGV[4] and following: version, hash and new stored line of each entry to replace
--
-- Returns the number of entries that are still to be copied (the call is repeated then), 0 when the log is replaced, or -1 if the log does
-- not have these versions with these hashes.
--
-- Until the last step nothing has changed. With it, all is replaced: the log, and the snapshot, which every reader makes again.

-- include parts/fits.lua

local log, rewritten, state, erasures, feed = unpack(KEYS)
local limit = tonumber(ARGV[3])

local replaced = {}
for index = 4, #ARGV, 3 do
  local id = ARGV[index] .. '-0'
  local entry = redis.call('XRANGE', log, id, id)[1]
  if not entry or not fits(entry[2][2], ARGV[index + 1]) then
    redis.call('UNLINK', rewritten)
    return -1
  end
  replaced[id] = ARGV[index + 2]
end
if ARGV[2] == '1' then
  redis.call('UNLINK', rewritten)
end
local length = redis.call('XLEN', log)
local last = redis.call('XREVRANGE', rewritten, '+', '-', 'COUNT', 1)[1]
local found = redis.call('XRANGE', log, last and '(' .. last[1] or '-', '+', 'COUNT', limit)
for _, entry in ipairs(found) do
  if replaced[entry[1]] then
    redis.call('XADD', rewritten, entry[1], 'e', replaced[entry[1]])
  else
    redis.call('XADD', rewritten, entry[1], unpack(entry[2]))
  end
end
local left = length - redis.call('XLEN', rewritten)
if left > 0 then
  return left
end

local newest, fields = unpack(redis.call('XREVRANGE', log, '+', '-', 'COUNT', 1)[1])
local copied = redis.call('XREVRANGE', rewritten, '+', '-', 'COUNT', 1)[1]
if left < 0 or copied[1] ~= newest or not (replaced[newest] or copied[2][2] == fields[2]) then -- the log has lost what was copied
  redis.call('UNLINK', rewritten)
  return -1
end
redis.call('RENAME', rewritten, log)
redis.call('UNLINK', state)
if type(redis.pcall('INCR', erasures)) == 'table' then -- an error: the key has another type
  redis.call('SET', erasures, 1)
end
local version = string.match(newest, '^%d+')
redis.call('XADD', feed, '*', 'table', ARGV[1], 'first', version, 'last', version, 'types', 'table.name-erased', 'calls', '', 'previous', '')
return 0

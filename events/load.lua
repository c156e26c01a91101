#!lua flags=no-writes
-- One consistent reading of a table, in one round trip.
--
-- KEYS[1]  log        stream: entry <version>-0, field e: the line
-- KEYS[2]  state      hash: version, hash and body of the snapshot
-- KEYS[3]  keys       hash: key name -> fingerprint:first:last
-- KEYS[4]  secret     string: the dice secret
-- KEYS[5]  connected  sorted set: <seat>:<process> by the time until which it counts as connected
--
-- ARGV[1]  the name of the key to recall ("": none)
-- ARGV[2]  now (epoch, ms)
-- ARGV[3]  how many lines to answer at most
--
-- Answers {version, newest, lines, snapshot, recollection, secret, seats}. `newest` is the log's last line, or nil. The snapshot is {version, hash, body},
-- or nil if the log does not have that version with that hash. The lines are those after it (none without it); if there are more than ARGV[3], the first
-- ones.

local log, state, keys, secret, connected = unpack(KEYS)
local now, limit = ARGV[2], tonumber(ARGV[3])

-- A line is canonical JSON, in which a quotation mark inside a string is escaped: this text can only be the envelope's own members.
local function fits(entry, hash)
  return string.find(entry[2][2], '"hash":"' .. hash .. '","key":', 1, true)
end

local function range(from, count)
  return redis.call('XRANGE', log, string.format('%d-0', from), '+', 'COUNT', count)
end

local function snapshot_of(newest, head)
  local found = redis.pcall('HMGET', state, 'version', 'hash', 'body') -- an error if it is no hash: then there is none
  if found.err or not (found[1] and found[2] and found[3]) then
    return nil
  end
  local version = string.match(found[1], '^[1-9]%d*$') and tonumber(found[1])
  if not version or version > head then
    return nil
  end
  local entries = version == head and {newest} or range(version, limit + 1)
  local first = table.remove(entries, 1)
  if first and first[1] == found[1] .. '-0' and fits(first, found[2]) then
    return {version, found[2], found[3]}, entries
  end
  return nil
end

local function recall()
  return ARGV[1] ~= '' and redis.call('HGET', keys, ARGV[1])
end

local head, lines, snapshot, entries = 0, {}, nil, nil
local newest = redis.call('XREVRANGE', log, '+', '-', 'COUNT', 1)[1]
if newest then
  head = tonumber(string.match(newest[1], '^(%d+)-0$'))
  if not head then
    return redis.error_reply('ERR the log ends with an entry that no append made')
  end
  snapshot, entries = snapshot_of(newest, head)
  for number, entry in ipairs(entries or {}) do
    lines[number] = entry[2][2]
  end
end
local seats = redis.call('ZRANGEBYSCORE', connected, '(' .. now, '+inf')
return {head, newest and newest[2][2] or false, lines, snapshot or false, recall(), redis.call('GET', secret), seats}

#!lua flags=no-writes
-- One consistent read of a table, in one round trip.
--
-- KEYS[1]  log        stream: entry <version>-0, field e: the stored line
-- KEYS[2]  state      hash: version, hash and body of the snapshot
-- KEYS[3]  keys       hash: key name -> record
-- KEYS[4]  secret     string: the dice secret
-- KEYS[5]  connected  sorted set: <seat>:<process> by the time until which it counts as connected
-- KEYS[6]  damaged    hash: table that is set aside -> why
-- KEYS[7]  rematch    hash: the rematch of a finished table
-- KEYS[8]  archived   hash: the id, without its first six characters, of each archived table -> stub
-- KEYS[9]  erasures   string: how often names were erased at the table
--
-- ARGV[1]  the name of the key to recall ("": none)
-- ARGV[2]  now (epoch, ms)
-- ARGV[3]  the most lines to return
-- ARGV[4]  table
--
-- Returns {version, newest, lines, snapshot, record, secret, seats, trouble, damage, rematch, stub, erasures}. `newest` is the log's last stored line, or
-- nil. The snapshot is {version, hash, body}, or nil if the log does not have that version with that hash. The lines are those after it (none without
-- it); if there are more than ARGV[3], the first ones. `trouble` says why the log cannot be complete, "" if no problem is visible.
-- `rematch` lists fields and values alternately. `stub` is there if the table is archived.

-- include parts/fits.lua
-- include parts/times_erased.lua

local log, state, keys, secret, connected, damaged, rematch, archived, erasures = unpack(KEYS)
local now, limit = ARGV[2], tonumber(ARGV[3])

local function range(from, count)
  return redis.call('XRANGE', log, string.format('%d-0', from), '+', 'COUNT', count)
end

local function snapshot_of(newest, head)
  local found = redis.pcall('HMGET', state, 'version', 'hash', 'body') -- an error if the key has another type: then there is no snapshot
  if found.err or not (found[1] and found[2] and found[3]) then
    return nil
  end
  local version = string.match(found[1], '^[1-9]%d*$') and tonumber(found[1])
  if not version or version > head then
    return nil
  end
  local entries = version == head and {newest} or range(version, limit + 1)
  local first = table.remove(entries, 1)
  if first and first[1] == found[1] .. '-0' and fits(first[2][2], found[2]) then
    return {version, found[2], found[3]}, entries
  end
  return nil
end

local trouble, stub = '', false

-- An append adds one entry per version, and nothing removes one: the length, the newest entry and the last generated id must agree.
local function head_of(newest, info)
  local head = tonumber(string.match(newest[1], '^(%d+)-0$'))
  if not head then
    trouble = 'its log ends with the entry ' .. newest[1] .. ', which no append made'
    return info.length
  end
  if #newest[2] ~= 2 then
    trouble = 'its last entry ' .. newest[1] .. ' has other fields than those of an append'
  elseif info.length ~= head then
    trouble = 'its log has ' .. info.length .. ' entries and ends with ' .. newest[1]
  elseif info['last-generated-id'] ~= newest[1] then
    trouble = 'its log ended with ' .. info['last-generated-id'] .. ' once, and ends with ' .. newest[1]
  end
  return head
end

local function newest_entry()
  local found = redis.pcall('XINFO', 'STREAM', log)
  if found.err then
    if not string.find(found.err, 'no such key', 1, true) then
      trouble = 'the key of its log has another type'
    elseif redis.call('EXISTS', state, keys, secret) > 0 then
      trouble = 'its log is gone'
    else
      stub = redis.pcall('HGET', archived, string.sub(ARGV[4], 7)) -- an error if the key has another type: then no table is archived
      stub = stub and not stub.err and stub
    end
    return nil, 0
  end
  local info = {}
  for index = 1, #found, 2 do
    info[found[index]] = found[index + 1]
  end
  local newest = info['last-entry']
  if not newest then
    trouble = 'its log is empty'
    return nil, 0
  end
  return newest, head_of(newest, info)
end

local newest, head = newest_entry()
local lines, snapshot, entries = {}, nil, nil
if newest and trouble == '' then
  snapshot, entries = snapshot_of(newest, head)
  for number, entry in ipairs(entries or {}) do
    lines[number] = entry[2][2]
  end
end
local known = redis.pcall('HGET', keys, ARGV[1]) -- no key has the name ""
if known and known.err then
  known, trouble = false, 'the key of its idempotency records has another type'
end
local hidden = redis.pcall('GET', secret)
if hidden and hidden.err then
  hidden, trouble = false, 'the key of its dice secret has another type'
end
local seats = redis.pcall('ZRANGEBYSCORE', connected, '(' .. now, '+inf') -- an error: the key has another type, so no seat is connected
local aside = redis.pcall('HGET', damaged, ARGV[4]) -- an error: the key has another type, so no table is set aside
if aside and aside.err then
  aside = false
end
local again = redis.pcall('HGETALL', rematch) -- an error: the key has another type, so there is no rematch
local beside = {trouble, aside, again.err and {} or again, stub, tonumber(times_erased(erasures)) or 0}
return {head, newest and newest[2][2] or false, lines, snapshot or false, known, hidden, seats.err and {} or seats, unpack(beside)}

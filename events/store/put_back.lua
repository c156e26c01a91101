#!lua
-- Puts back a table whose log and idempotency records are staged, unless the table exists. If the table is archived, the store has it from
-- now on, and its file is loose.
--
-- KEYS[1]  log          stream: entry <version>-0, field e: the stored line
-- KEYS[2]  state        hash: version, hash and body of the snapshot
-- KEYS[3]  keys         hash: key name -> record
-- KEYS[4]  secret       string: the dice secret
-- KEYS[5]  receipts     hash: created, finished -> signed receipt
-- KEYS[6]  creator      string: the client that the table counts for
-- KEYS[7]  due          sorted set: tables of the partition by the time (epoch, ms) at which a worker must check them
-- KEYS[8]  forks        sorted set: the tables that were forked from this one, by the time (epoch, ms) of the request
-- KEYS[9]  rematch      hash: the rematch of a finished table
-- KEYS[10] exports      hash: kind -> the exported file (JSON)
-- KEYS[11] removed      hash: the id, without its first six characters, of each removed table -> when
-- KEYS[12] archived     hash: the id, without its first six characters, of each archived table -> stub
-- KEYS[13] loose        hash: file of the archive that belongs to no stub -> since when (epoch, s)
-- KEYS[14] staged log
-- KEYS[15] staged keys
--
-- ARGV[1]  table
-- ARGV[2]  the version of its last event
-- ARGV[3]  the hash of that event
-- ARGV[4]  the snapshot's hash ("": no snapshot)
-- ARGV[5]  the snapshot's body
-- ARGV[6]  the dice secret ("": none)
-- ARGV[7]  the receipt of the table's creation ("": none)
-- ARGV[8]  the receipt of its end ("": none)
-- ARGV[9]  the client that the table counts for ("": none)
-- ARGV[10] when the table is due (epoch, ms; "": never)
-- ARGV[11] now (epoch, s)
-- ARGV[12] the number of the values for forks that follow: fork and time alternately
-- ARGV[13] the number of the values for the rematch that follow then: field and value alternately
-- ARGV[14] and following: these values, then those for the exports: kind and file alternately
--
-- Returns "stored" (also if the table was stored like this before: a call is repeated after a lost reply), "exists", "removed", or
-- "unstaged" if the staged log is not that of ARGV[2] and ARGV[3].
--
-- The first line makes the server refuse the whole script when it refuses writes. All checks come before the first write.

-- include parts/fits.lua

local log, state, keys, secret, receipts, creator, due, forks, rematch, exports, removed, archived, loose, staged_log, staged_keys = unpack(KEYS)
local name, version = string.sub(ARGV[1], 7), ARGV[2]

local function is_whole(newest, length)
  return newest and newest[1] == version .. '-0' and fits(newest[2][2], ARGV[3]) and length == tonumber(version)
end

local function answer(text)
  redis.call('UNLINK', staged_log, staged_keys)
  return text
end

if redis.call('HEXISTS', removed, name) == 1 then
  return answer('removed')
end
if redis.call('EXISTS', log, state, keys, secret) > 0 then
  local found = redis.pcall('XREVRANGE', log, '+', '-', 'COUNT', 1) -- an error: the key has another type
  return answer(not found.err and is_whole(found[1], redis.call('XLEN', log)) and 'stored' or 'exists')
end
local staged = redis.call('XREVRANGE', staged_log, '+', '-', 'COUNT', 1)[1]
if not is_whole(staged, redis.call('XLEN', staged_log)) or redis.call('EXISTS', staged_keys) == 0 then
  return 'unstaged'
end

redis.call('RENAME', staged_log, log)
redis.call('PERSIST', log)
redis.call('RENAME', staged_keys, keys)
redis.call('PERSIST', keys)
local stub = redis.call('HGET', archived, name)
if stub then
  redis.call('HSET', loose, ARGV[1] .. '.' .. string.match(stub, '^%d+:(%x+)'), ARGV[11])
  redis.call('HDEL', archived, name)
end

if ARGV[4] ~= '' then
  redis.call('HSET', state, 'version', version, 'hash', ARGV[4], 'body', ARGV[5])
end
if ARGV[6] ~= '' then
  redis.call('SET', secret, ARGV[6])
end
for field, receipt in pairs({created = ARGV[7], finished = ARGV[8]}) do
  if receipt ~= '' then
    redis.call('HSET', receipts, field, receipt)
  end
end
if ARGV[9] ~= '' then
  redis.call('SET', creator, ARGV[9])
end
if ARGV[10] ~= '' then
  redis.call('ZADD', due, ARGV[10], ARGV[1])
end
local first_of_rematch = 14 + ARGV[12]
local first_of_exports = first_of_rematch + ARGV[13]
for index = 14, first_of_rematch - 1, 2 do
  redis.call('ZADD', forks, ARGV[index + 1], ARGV[index])
end
if redis.call('EXISTS', rematch) == 0 then -- that of an archived table is in the store
  for index = first_of_rematch, first_of_exports - 1, 2 do
    redis.call('HSET', rematch, ARGV[index], ARGV[index + 1])
  end
end
for index = first_of_exports, #ARGV, 2 do
  redis.call('HSETNX', exports, ARGV[index], ARGV[index + 1])
end
return 'stored'

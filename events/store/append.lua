#!lua
-- The only append of the event store: it writes everything, or nothing.
--
-- KEYS[1]  log      stream: entry <version>-0, field e: the stored line
-- KEYS[2]  state    hash: version, hash and body of the snapshot
-- KEYS[3]  keys     hash: key name -> record
-- KEYS[4]  secret   string: the dice secret
-- KEYS[5]  feed     stream: table, first, last, types, calls, previous (the hash before first) of each append
-- KEYS[6]  due      sorted set: tables of the partition by the time (epoch, ms) at which a worker must check them
-- KEYS[7]  receipts hash: created, finished -> signed receipt
-- KEYS[8]  damaged  hash: table that is set aside -> why
-- KEYS[9]  creator  string: the client that the table counts for
-- KEYS[10] removed  hash: the id, without its first six characters, of each removed table -> when
-- KEYS[11] archived hash: the id, without its first six characters, of each archived table -> stub
-- KEYS[12] erasures string: how often names were erased at the table
--
-- ARGV[1]  table
-- ARGV[2]  the expected version of the log
-- ARGV[3]  the expected hash of its newest event ("": an empty log)
-- ARGV[4]  the key's name
-- ARGV[5]  the key's record
-- ARGV[6]  the snapshot's hash
-- ARGV[7]  the snapshot's body
-- ARGV[8]  what to do with the secret: "leave" (unchanged), "forget" (delete) or "keep" (store)
-- ARGV[9]  the secret to store
-- ARGV[10] the types of the events, separated by commas
-- ARGV[11] when the table is due (epoch, ms; "": never)
-- ARGV[12] the jobs requested from workers, separated by commas
-- ARGV[13] the receipt of the table's creation ("": none)
-- ARGV[14] the receipt of its end ("": none)
-- ARGV[15] the client that a new table counts for ("": none)
-- ARGV[16] how often names were erased when the table was read
-- ARGV[17] and following: the stored lines, at least one
--
-- Returns {"appended", last version}, {"known", the key's record}, {"conflict", the log's version}, {"aside", why the table is set aside},
-- {"removed", when} for a new table with the id of a removed one, or {"trouble", why the log cannot be complete}.
--
-- The first line makes the server refuse the whole script when it refuses writes (out of memory, read-only, too few
-- replicas, failing disk): a script that stops half way is not rolled back. For the same reason all checks come before
-- the first write. Only that write, to the log, can still fail.

-- include parts/fits.lua
-- include parts/times_erased.lua

local log, state, keys, secret, feed, due, receipts, damaged, creator, removed, archived, erasures = unpack(KEYS)
local expected = tonumber(ARGV[2])
local count = #ARGV - 16

local known = redis.pcall('HGET', keys, ARGV[4])
if known and known.err then
  return {'trouble', 'the key of its idempotency records has another type'}
end
if known then
  return {'known', known}
end

local aside = redis.pcall('HGET', damaged, ARGV[1])
if aside and not aside.err then
  return {'aside', aside}
end

if expected == 0 then
  local gone = redis.pcall('HGET', removed, string.sub(ARGV[1], 7))
  if gone and not gone.err then
    return {'removed', gone}
  end
  local stub = redis.pcall('HGET', archived, string.sub(ARGV[1], 7))
  if stub and not stub.err then
    return {'conflict', tonumber(string.match(stub, '^%d+'))}
  end
end

-- Redis accepts gaps in a stream: without this check, an append after a missing version would succeed.
local version = 0
local found = redis.pcall('XREVRANGE', log, '+', '-', 'COUNT', 1)
if found.err then
  return {'trouble', 'the key of its log has another type'}
end
local newest = found[1]
if newest then
  version = tonumber(string.match(newest[1], '^(%d+)-0$'))
  local length = redis.call('XLEN', log)
  if #newest[2] ~= 2 then
    return {'trouble', 'its last entry ' .. newest[1] .. ' has other fields than those of an append'}
  end
  if version ~= length then
    return {'trouble', 'its log has ' .. length .. ' entries and ends with ' .. newest[1]}
  end
end
-- A version alone does not identify an event: after a fail-over another event may have it.
if version ~= expected or (newest and not fits(newest[2][2], ARGV[3])) then
  return {'conflict', version}
end
local _, commas = string.gsub(ARGV[10], ',', ',')
if count < 1 or commas ~= count - 1 then
  return redis.error_reply('ERR an append needs lines, and a type for each')
end
if ARGV[8] ~= 'leave' and ARGV[8] ~= 'forget' and ARGV[8] ~= 'keep' then
  return redis.error_reply('ERR the secret action is none of leave, forget, keep')
end
if ARGV[11] ~= '' and not (#ARGV[11] < 16 and string.find(ARGV[11], '^%d+$')) then
  return redis.error_reply('ERR a table is due at a time, or never')
end
-- A process that has read a name before it was erased would store it again, in the snapshot.
if times_erased(erasures) ~= ARGV[16] then
  return {'conflict', version}
end
redis.call('XLEN', feed) -- fails if the key has another type

local first, last = version + 1, version + count
if redis.pcall('XADD', log, string.format('%d-0', first), 'e', ARGV[17]).err then -- the stream had this id before
  return {'trouble', 'its log ends before its last event'}
end
for number = 2, count do
  redis.call('XADD', log, string.format('%d-0', version + number), 'e', ARGV[16 + number])
end
local snapshot = {'version', string.format('%d', last), 'hash', ARGV[6], 'body', ARGV[7]}
if type(redis.pcall('HSET', state, unpack(snapshot))) == 'table' then -- an error: the key has another type; a snapshot is a cache
  redis.call('DEL', state)
  redis.call('HSET', state, unpack(snapshot))
end
redis.call('HSET', keys, ARGV[4], ARGV[5])
if ARGV[8] == 'forget' then
  redis.call('DEL', secret)
elseif ARGV[8] == 'keep' then
  redis.call('SET', secret, ARGV[9])
end
if ARGV[15] ~= '' then
  redis.call('SET', creator, ARGV[15])
end
for field, receipt in pairs({created = ARGV[13], finished = ARGV[14]}) do
  if receipt ~= '' and type(redis.pcall('HSET', receipts, field, receipt)) == 'table' then -- an error: the key has another type
    redis.call('DEL', receipts)
    redis.call('HSET', receipts, field, receipt)
  end
end
redis.call('XADD', feed, '*', 'table', ARGV[1], 'first', string.format('%d', first), 'last', string.format('%d', last), 'types', ARGV[10], 'calls', ARGV[12], 'previous', ARGV[3])
if ARGV[11] == '' then
  redis.pcall('ZREM', due, ARGV[1])
elseif type(redis.pcall('ZADD', due, ARGV[11], ARGV[1])) == 'table' then -- an error: the key has another type
  redis.call('DEL', due)
  redis.call('ZADD', due, ARGV[11], ARGV[1])
end
return {'appended', last}

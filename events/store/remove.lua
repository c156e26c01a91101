#!lua flags=allow-oom
-- Removes a table: everything in its slot at once, so that no reader finds a part of it.
--
-- KEYS[1]  log        stream: entry <version>-0
-- KEYS[2]  forks      sorted set: the tables that were forked from this one
-- KEYS[3]  exports    hash: format -> the exported file (JSON)
-- KEYS[4]  feed       stream: one entry for each append of the partition, and for each removal
-- KEYS[5]  due        sorted set: tables of the partition by the time at which a worker must check them
-- KEYS[6]  damaged    hash: table that is set aside -> why
-- KEYS[7]  removed    hash: the id, without its first six characters, of each removed table -> when (epoch, s)
-- KEYS[8]  leftovers  hash: removed table -> its files that are still to be deleted, one a line: exports (JSON), and the name of its file
--                     in the archive
-- KEYS[9]  state      hash: the snapshot
-- KEYS[10] keys       hash: idempotency records
-- KEYS[11] secret     string: the dice secret
-- KEYS[12] receipts   hash: signed receipts
-- KEYS[13] creator    string: the client that the table counts for
-- KEYS[14] connected  sorted set: connected seats
-- KEYS[15] rematch    hash: the rematch of the finished table
-- KEYS[16] archived   hash: the id, without its first six characters, of each archived table -> stub
-- KEYS[17] erasures   string: how often names were erased at the table
-- KEYS[18] rewritten  stream: the beginning of the log without erased names
--
-- ARGV[1]  table
-- ARGV[2]  now (epoch, s)
-- ARGV[3]  the required version of the log ("": any)
-- ARGV[4]  "1": remove the table even if it has forks
--
-- Returns "removed" (also if it was removed already: a call is repeated after a lost reply), "unknown", "moved" or "forked".
--
-- The script frees memory, so it also runs when memory is full. After the first write nothing can fail: a script is not rolled back.

local log, forks, exports, feed, due, damaged, removed, leftovers, state, keys, secret, receipts, creator, connected, rematch, archived, erasures, rewritten = unpack(KEYS)
local name = string.sub(ARGV[1], 7)

if redis.call('HEXISTS', removed, name) == 1 then
  return 'removed'
end
local aside = redis.pcall('HEXISTS', damaged, ARGV[1]) == 1
local stub = redis.pcall('HGET', archived, name)
stub = stub and not stub.err and stub
if redis.call('EXISTS', log, forks, exports, state, keys, secret, receipts, creator) == 0 and not aside and not stub then
  return 'unknown'
end
if ARGV[3] ~= '' then
  local newest = redis.call('XREVRANGE', log, '+', '-', 'COUNT', 1)[1]
  local version = newest and newest[1] or (stub and string.match(stub, '^%d+') or '0') .. '-0'
  if version ~= ARGV[3] .. '-0' then
    return 'moved'
  end
end
local forked = redis.pcall('ZCARD', forks)
if ARGV[4] ~= '1' and type(forked) == 'number' and forked > 0 then
  return 'forked'
end

redis.call('HSET', removed, name, ARGV[2])
local files = redis.pcall('HVALS', exports)
files = files.err and {} or files
if stub then
  files[#files + 1] = ARGV[1] .. '.' .. string.match(stub, '^%d+:(%x+)')
end
redis.pcall('HSET', leftovers, ARGV[1], table.concat(files, '\n'))
redis.pcall('HDEL', archived, name)
redis.pcall('UNLINK', log, forks, exports, state, keys, secret, receipts, creator, connected, rematch, erasures, rewritten)
redis.pcall('ZREM', due, ARGV[1])
redis.pcall('HDEL', damaged, ARGV[1])
redis.pcall('XADD', feed, '*', 'table', ARGV[1], 'first', '0', 'last', '0', 'types', 'table.removed', 'calls', '', 'previous', '')
return 'removed'

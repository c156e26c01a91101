#!lua flags=no-writes
-- One consistent read of everything beside the log and the idempotency records of a table. Events and records are only added: those up to
-- the returned version can be read afterwards, page by page.
--
-- KEYS[1]  log       stream: entry <version>-0, field e: the stored line
-- KEYS[2]  state     hash: version, hash and body of the snapshot
-- KEYS[3]  secret    string: the dice secret
-- KEYS[4]  receipts  hash: created, finished -> signed receipt
-- KEYS[5]  creator   string: the client that the table counts for
-- KEYS[6]  due       sorted set: tables of the partition by the time (epoch, ms) at which a worker must check them
-- KEYS[7]  forks     sorted set: the tables that were forked from this one, by the time (epoch, ms) of the request
-- KEYS[8]  rematch   hash: the rematch of a finished table
-- KEYS[9]  exports   hash: kind -> the exported file (JSON)
-- KEYS[10] archived  hash: the id, without its first six characters, of each archived table -> stub
-- KEYS[11] erasures  string: how often names were erased at the table
--
-- ARGV[1]  table
--
-- Returns {newest entry, stub, snapshot, secret, receipts, creator, due, erasures, forks, rematch, exports}, or nothing if there is no table. Either the
-- newest entry or, for an archived table, the stub is there. The snapshot is
-- {version, hash, body}, the receipts are {created, finished}; forks, rematch and exports list names and values alternately. What has
-- another type than it should is left out.

local log, state, secret, receipts, creator, due, forks, rematch, exports, archived, erasures = unpack(KEYS)

local newest = redis.call('XREVRANGE', log, '+', '-', 'COUNT', 1)[1]

local function readable(found)
  return not (type(found) == 'table' and found.err) and found
end

local stub = not newest and readable(redis.pcall('HGET', archived, string.sub(ARGV[1], 7)))
if not newest and not stub then
  return {}
end
return {
  newest or false,
  stub,
  readable(redis.pcall('HMGET', state, 'version', 'hash', 'body')) or {},
  readable(redis.pcall('GET', secret)),
  readable(redis.pcall('HMGET', receipts, 'created', 'finished')) or {},
  readable(redis.pcall('GET', creator)),
  readable(redis.pcall('ZSCORE', due, ARGV[1])),
  readable(redis.pcall('GET', erasures)),
  readable(redis.pcall('ZRANGE', forks, 0, -1, 'WITHSCORES')) or {},
  readable(redis.pcall('HGETALL', rematch)) or {},
  readable(redis.pcall('HGETALL', exports)) or {},
}

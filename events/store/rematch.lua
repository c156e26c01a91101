#!lua
-- Records the rematch of a finished table: the first proposal, and every player who requests it.
--
-- KEYS[1]  rematch   hash: table, seat, seed, commitment, good_until, starts of the proposal; asked:<seat> for each player who has requested it
-- KEYS[2]  log       stream: the finished table's
-- KEYS[3]  feed      stream: table, first, last, types, calls, previous
-- KEYS[4]  archived  hash: the id, without its first six characters, of each archived table -> stub
--
-- ARGV[1]  the finished table
-- ARGV[2]  the seat that requests it
-- ARGV[3]  the table of an unusable proposal, which this one may replace ("": none)
-- ARGV[4]  the proposed table
-- ARGV[5]  the proposing player's client seed ("": none)
-- ARGV[6]  the commitment of its reservation ("": none)
-- ARGV[7]  the end of its reservation ("": none)
-- ARGV[8]  when the game starts at the latest (epoch, ms)
--
-- Returns all fields and values of the updated hash, or nothing if the finished table is gone.
--
-- The log does not change: a feed entry about its last event wakes the spectators of the table. The first line makes the server refuse the
-- whole script when it refuses writes.

local rematch, log, feed, archived = unpack(KEYS)

local length = redis.call('XLEN', log)
if length == 0 then
  local stub = redis.call('HGET', archived, string.sub(ARGV[1], 7))
  if not stub then
    return {}
  end
  length = tonumber(string.match(stub, '^%d+'))
end
redis.call('XLEN', feed) -- fails if the key has another type

local kept = redis.pcall('HGET', rematch, 'table')
if kept and kept.err then -- the key has another type
  redis.call('DEL', rematch)
  kept = false
end
if not kept or kept == ARGV[3] then
  local seed, commitment, good_until, starts = ARGV[5], ARGV[6], ARGV[7], ARGV[8]
  redis.call('DEL', rematch)
  redis.call('HSET', rematch, 'table', ARGV[4], 'seat', ARGV[2], 'seed', seed, 'commitment', commitment, 'good_until', good_until, 'starts', starts)
end
if redis.call('HSETNX', rematch, 'asked:' .. ARGV[2], '1') == 1 then
  local last = string.format('%d', length)
  redis.call('XADD', feed, '*', 'table', ARGV[1], 'first', last, 'last', last, 'types', 'table.rematch', 'calls', '', 'previous', '')
end
return redis.call('HGETALL', rematch)

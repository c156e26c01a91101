#!lua
-- The rematch of a finished table: the first proposal is kept, and every player who asks is noted beside it.
--
-- KEYS[1]  rematch  hash: table, seat, seed, commitment, good_until, starts of the proposal; asked:<seat> for each player who has asked
-- KEYS[2]  log      stream: the finished table's
-- KEYS[3]  feed     stream: table, first, last, types, calls, previous
--
-- ARGV[1]  the finished table
-- ARGV[2]  the seat that asks
-- ARGV[3]  a proposal that turned out to be unusable, in whose place another one may be put ("": none)
-- ARGV[4]  the table that is proposed
-- ARGV[5]  the client seed of who proposes it ("": none)
-- ARGV[6]  the commitment of its reservation ("": none)
-- ARGV[7]  the end of its reservation ("": none)
-- ARGV[8]  when the game starts at the latest (epoch, ms)
--
-- Answers all fields and values of the hash after that, or nothing if the finished table is gone.
--
-- The log is not touched: a feed entry about its last event wakes those who watch the table. The first line makes the server refuse the
-- script before it begins where it would refuse a write within.

local rematch, log, feed = unpack(KEYS)

local length = redis.call('XLEN', log)
if length == 0 then
  return {}
end
redis.call('XLEN', feed) -- fails if it is no stream

local kept = redis.pcall('HGET', rematch, 'table')
if kept and kept.err then -- something of another type lies in its place
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

#!lua flags=no-writes
-- Which of these tables of a partition run, as created by these orders.
--
-- KEYS[1]                damaged  hash: tables that are set aside
-- KEYS[2] and after it   for each table: its log, its secret (stored until it is revealed at the end), its keys, and its snapshot
--
-- ARGV[1], ARGV[2]       the names under which a table's keys hold the order that created it: for usual tables, and for rematches
-- ARGV[3] and after it   for each table: its id, and the fingerprint of the order
--
-- Returns for each table 2 if its game is being played, 1 if it has not started, 0 if the table is unknown, and -1 if it is finished,
-- damaged, or was created by another order.

-- include ../../events/store/parts/fingerprint.lua

local aside = redis.pcall('HLEN', KEYS[1]) -- an error if it is no hash: then no table is set aside

-- A snapshot is written with every append. A table without a snapshot that says "open" counts as playing.
local function waits(state)
  local body = redis.pcall('HGET', state, 'body')
  return type(body) == 'string' and string.find(body, '^{"version":%d+,"status":"open"', 33) ~= nil -- after a seal of 32 bytes
end

local found = {}
for number = 1, (#KEYS - 1) / 4 do
  local log, secret, keys, state = unpack(KEYS, 4 * number - 2, 4 * number + 1)
  local table, fingerprint = ARGV[2 * number + 1], ARGV[2 * number + 2]
  local known = redis.pcall('HGET', keys, ARGV[1]) or redis.pcall('HGET', keys, ARGV[2]) -- an error if it is no hash: it is damaged
  local there = redis.call('EXISTS', log, secret)
  if not known then
    found[number] = there == 0 and 0 or -1
  elseif known.err or there < 2 or fingerprint_of(known) ~= fingerprint then
    found[number] = -1
  elseif type(aside) == 'number' and aside > 0 and redis.call('HEXISTS', KEYS[1], table) == 1 then
    found[number] = -1
  else
    found[number] = waits(state) and 1 or 2
  end
end
return found

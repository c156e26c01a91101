#!lua flags=no-writes
-- Which of some tables of a partition run, as certain orders have created them.
--
-- KEYS[1]                damaged  hash: tables that are set aside
-- KEYS[2] and after it   for each table: its log, its secret (kept until it is revealed at the end) and what it remembers
--
-- ARGV[1], ARGV[2]       the names under which tables remember the orders that created them: usual ones, rematches
-- ARGV[3] and after it   for each table: its id, and the fingerprint of the order
--
-- Answers for each table 1 if it runs, 0 if it is unknown, and -1 if it is finished, damaged, or was created by another order.

local aside = redis.pcall('HLEN', KEYS[1]) -- an error if it is no hash: then no table is set aside
local found = {}
for number = 1, (#KEYS - 1) / 3 do
  local log, secret, keys = KEYS[3 * number - 1], KEYS[3 * number], KEYS[3 * number + 1]
  local table, fingerprint = ARGV[2 * number + 1], ARGV[2 * number + 2]
  local known = redis.pcall('HGET', keys, ARGV[1]) or redis.pcall('HGET', keys, ARGV[2]) -- an error if it is no hash: it is damaged
  local there = redis.call('EXISTS', log, secret)
  if not known then
    found[number] = there == 0 and 0 or -1
  elseif known.err or there < 2 or string.match(known, '^[^:]*') ~= fingerprint then
    found[number] = -1
  else
    found[number] = type(aside) == 'number' and aside > 0 and redis.call('HEXISTS', KEYS[1], table) == 1 and -1 or 1
  end
end
return found

#!lua flags=no-writes
-- Which of some tables of a partition run, as certain orders have created them.
--
-- KEYS[1]                damaged  hash: tables that are set aside
-- KEYS[2] and after it   for each table: its log, its secret (kept until it is revealed at the end) and what it remembers
--
-- ARGV[1]                the name under which a table remembers the order that created it
-- ARGV[2] and after it   for each table: its id, and the fingerprint of the order
--
-- Answers for each table 1 if it runs, 0 if it is unknown, and -1 if it is finished, damaged, or was created by another order.

local function stands(key, type)
  return redis.call('TYPE', key).ok == type
end

local found = {}
for number = 1, (#KEYS - 1) / 3 do
  local log, secret, keys = KEYS[3 * number - 1], KEYS[3 * number], KEYS[3 * number + 1]
  local table, fingerprint = ARGV[2 * number], ARGV[2 * number + 1]
  local known = stands(keys, 'hash') and redis.call('HGET', keys, ARGV[1])
  local aside = stands(KEYS[1], 'hash') and redis.call('HEXISTS', KEYS[1], table) == 1
  if not known and redis.call('EXISTS', log, secret, keys) == 0 then
    found[number] = 0
  elseif known and not aside and string.match(known, '^[^:]*') == fingerprint and stands(log, 'stream') and stands(secret, 'string') then
    found[number] = 1
  else
    found[number] = -1
  end
end
return found

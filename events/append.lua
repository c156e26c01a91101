#!lua
-- The one write of the event store: all of it, or nothing.
--
-- KEYS[1]  log      stream: entry <version>-0, field e: the line
-- KEYS[2]  state    hash: version, hash and body of the snapshot
-- KEYS[3]  keys     hash: key name -> fingerprint:first:last
-- KEYS[4]  secret   string: the dice secret
-- KEYS[5]  feed     stream: table, first, last, types of each append
--
-- ARGV[1]  table
-- ARGV[2]  the version at which the log is expected
-- ARGV[3]  the key's name
-- ARGV[4]  the key's fingerprint
-- ARGV[5]  the snapshot's hash
-- ARGV[6]  the snapshot's body
-- ARGV[7]  what becomes of the secret: "leave", "forget" or "keep"
-- ARGV[8]  the secret to keep
-- ARGV[9]  the types of the events, separated by commas
-- ARGV[10] and all after it: the lines, at least one
--
-- Answers {"appended", last version}, {"known", fingerprint:first:last} or {"conflict", the log's version}.
--
-- The first line makes the server refuse the script before it begins where it would refuse a write within (out of memory,
-- read-only, too few replicas, failing disk): a script that stops half way is not rolled back. For the same reason all
-- checks come before the first write, and that one, to the log, is the only one that can still fail.

local log, state, keys, secret, feed = unpack(KEYS)
local expected = tonumber(ARGV[2])
local count = #ARGV - 9

local known = redis.call('HGET', keys, ARGV[3])
if known then
  return {'known', known}
end

-- Redis itself accepts gaps in a stream, and with them an append to a version that never was.
local version = 0
local newest = redis.call('XREVRANGE', log, '+', '-', 'COUNT', 1)[1]
if newest then
  version = tonumber(string.match(newest[1], '^(%d+)-0$'))
  if not version then
    return redis.error_reply('ERR the log ends with an entry that no append made')
  end
end
if version ~= expected then
  return {'conflict', version}
end

local _, commas = string.gsub(ARGV[9], ',', ',')
if count < 1 or commas ~= count - 1 then
  return redis.error_reply('ERR an append needs lines, and a type for each')
end
if ARGV[7] ~= 'leave' and ARGV[7] ~= 'forget' and ARGV[7] ~= 'keep' then
  return redis.error_reply('ERR the secret can be left, forgotten or kept')
end
redis.call('XLEN', feed) -- fails if it is no stream

local first, last = version + 1, version + count
for number = 1, count do
  redis.call('XADD', log, string.format('%d-0', version + number), 'e', ARGV[9 + number])
end
redis.call('DEL', state) -- whatever it was: a snapshot is a cache
redis.call('HSET', state, 'version', string.format('%d', last), 'hash', ARGV[5], 'body', ARGV[6])
redis.call('HSET', keys, ARGV[3], string.format('%s:%d:%d', ARGV[4], first, last))
if ARGV[7] == 'forget' then
  redis.call('DEL', secret)
elseif ARGV[7] == 'keep' then
  redis.call('SET', secret, ARGV[8])
end
redis.call('XADD', feed, '*', 'table', ARGV[1], 'first', string.format('%d', first), 'last', string.format('%d', last), 'types', ARGV[9])
return {'appended', last}

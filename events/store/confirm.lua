#!lua
-- Marks that an event is in the log of this server, or its table archived: a WAIT after it covers the event and everything written before.
--
-- KEYS[1]  log       stream: entry <version>-0, field e: the stored line
-- KEYS[2]  mark      string: empty; written so that there is something to wait for
-- KEYS[3]  archived  hash: the id, without its first six characters, of each archived table -> stub
--
-- ARGV[1]  the event's version
-- ARGV[2]  the event's hash
-- ARGV[3]  the id of its table, without its first six characters
--
-- Returns 1; 0 if there is no such event.

-- include parts/fits.lua

local log, mark, archived = unpack(KEYS)
local id = ARGV[1] .. '-0'
local found = redis.pcall('XRANGE', log, id, id)
local in_log = not found.err and found[1] and fits(found[1][2][2], ARGV[2])
if not in_log and redis.call('HEXISTS', archived, ARGV[3]) == 0 then
  return 0
end
redis.call('SET', mark, '')
return 1

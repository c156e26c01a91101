#!lua
-- Marks that an event is in the log of this server: a WAIT after it covers the event and everything written before.
--
-- KEYS[1]  log   stream: entry <version>-0, field e: the line
-- KEYS[2]  mark  string: empty; written so that there is something to wait for
--
-- ARGV[1]  the event's version
-- ARGV[2]  the event's hash
--
-- Returns 1; 0 if the log does not have the event.

local log, mark = unpack(KEYS)
local id = ARGV[1] .. '-0'
local found = redis.pcall('XRANGE', log, id, id)
if found.err or not found[1] or not string.find(found[1][2][2], '"hash":"' .. ARGV[2] .. '","key":', 1, true) then
  return 0
end
redis.call('SET', mark, '')
return 1

#!lua
-- Moves an urgent job that waits forward for a second creator: to where a new job of that creator would be, if that is earlier.
--
-- KEYS[1]  job     hash: the job
-- KEYS[2]  places  sorted set: ids of urgent jobs by their positions
-- KEYS[3]  shares  sorted set: creators of urgent jobs by their last position
--
-- ARGV[1]  the job's id
-- ARGV[2]  the second creator
--
-- If no worker has given the job a position yet, the creator is stored in the job for that step. Returns nothing.

local job, places, shares = unpack(KEYS)
local id, creator = ARGV[1], ARGV[2]

if redis.call('HGET', job, 'status') ~= 'queued' then
  return
end
local at = redis.call('ZSCORE', places, id)
if not at then
  redis.call('HSET', job, 'also', creator)
  return
end
local now = tonumber(redis.call('ZRANGE', places, 0, 0, 'WITHSCORES')[2])
local position = math.max(now, tonumber(redis.call('ZSCORE', shares, creator) or -1) + 1)
if position < tonumber(at) then
  redis.call('ZADD', places, position, id)
  redis.call('ZADD', shares, position, creator)
end

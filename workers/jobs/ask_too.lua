#!lua
-- Lets somebody else who asks for a job that waits bring it forward to where a job of their own would be, if that is before its place.
--
-- KEYS[1]  job     hash: the job
-- KEYS[2]  places  sorted set: ids of urgent jobs by their places
-- KEYS[3]  shares  sorted set: creators of urgent jobs by the last place that each has been given
--
-- ARGV[1]  the job's id
-- ARGV[2]  who asks
--
-- A job that no worker has put into its place yet is put there for both. Answers nothing.

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
local own = math.max(now, tonumber(redis.call('ZSCORE', shares, creator) or -1) + 1)
if own < tonumber(at) then
  redis.call('ZADD', places, own, id)
  redis.call('ZADD', shares, own, creator)
end

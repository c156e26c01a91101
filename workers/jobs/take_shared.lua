#!lua
-- Gives jobs that have arrived a position by their creators, and takes the next job.
--
-- Each creator's first waiting job is served before any creator's second: a job's position is one behind the last of its creator, but never
-- before the position that is served now.
--
-- KEYS[1]  arrived   list: ids of jobs in order of arrival
-- KEYS[2]  taken     list: ids of jobs that a worker has taken and not started
-- KEYS[3]  served    string: how many jobs were taken while both classes had jobs
-- KEYS[4]  places    sorted set: ids of urgent jobs by their positions
-- KEYS[5]  shares    sorted set: creators of urgent jobs by their last position
-- KEYS[6]  since     sorted set: ids of urgent jobs by the time (epoch, ms) at which they were requested
-- KEYS[7..9]         the same three for background jobs
-- KEYS[10..]         hashes: the jobs that have arrived
--
-- ARGV[1]  now (epoch, ms)
-- ARGV[2]  one of so many jobs is a background job while both classes have jobs
-- ARGV[3..]  the ids of the jobs that have arrived, in order
--
-- Returns the id of a job, or nothing if none waits.

local arrived, taken, served = KEYS[1], KEYS[2], KEYS[3]
local urgent = {places = KEYS[4], shares = KEYS[5], since = KEYS[6]}
local background = {places = KEYS[7], shares = KEYS[8], since = KEYS[9]}

local function served_position(class)
  return tonumber(redis.call('ZRANGE', class.places, 0, 0, 'WITHSCORES')[2])
end

local function next_position(class, creator, now)
  return math.max(now, (tonumber(redis.call('ZSCORE', class.shares, creator) or -1)) + 1)
end

local function add_to_class(id, hash)
  local job = redis.pcall('HMGET', hash, 'urgent', 'creator', 'asked_at', 'also')
  if job.err then
    job = {}
  end
  local class, creator = job[1] == '0' and background or urgent, job[2] or ''
  local now = served_position(class)
  if not now then
    redis.call('DEL', class.shares)
    now = 0
  end
  local position = next_position(class, creator, now)
  if job[4] and next_position(class, job[4], now) < position then
    creator, position = job[4], next_position(class, job[4], now)
  end
  if redis.call('ZADD', class.places, 'NX', position, id) == 1 then
    redis.call('ZADD', class.shares, position, creator)
    redis.call('ZADD', class.since, tonumber(job[3] or ARGV[1]) or ARGV[1], id)
  end
end

for number = 3, #ARGV do
  if redis.call('LINDEX', arrived, 0) ~= ARGV[number] then
    break -- another worker has moved these jobs meanwhile
  end
  redis.call('LPOP', arrived)
  add_to_class(ARGV[number], KEYS[number + 7])
end

local class = urgent
if served_position(background) then
  if not served_position(urgent) or redis.call('INCR', served) % ARGV[2] == 0 then
    class = background
  end
end
local id = redis.call('ZPOPMIN', class.places)[1]
if id then
  redis.call('ZREM', class.since, id)
  redis.call('ZREMRANGEBYSCORE', class.shares, '-inf', '(' .. (served_position(class) or 0))
  redis.call('RPUSH', taken, id)
end
return id

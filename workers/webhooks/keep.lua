#!lua
-- Stores a delivery in a webhook's log, or replaces the record that it was made from. The newest delivered ones are stored, and the newest
-- failed ones. A pending one is stored until it is settled; meanwhile a call to send it is scheduled.
--
-- KEYS[1]  records    hash: id -> record
-- KEYS[2]  order      sorted set: ids of settled deliveries by the time (epoch, ms) at which they were created
-- KEYS[3]  pending    sorted set: ids of pending deliveries by the time (epoch, ms) at which they were created
-- KEYS[4]  delivered  sorted set: ids of delivered ones by the time (epoch, ms) at which they were delivered
-- KEYS[5]  failed     sorted set: ids of failed ones by the time (epoch, ms) at which they failed
-- KEYS[6]  due        sorted set: calls by the time (epoch, ms) at which they are due, or at which their lease expires
-- KEYS[7]  held       hash: call -> its lease while a dispatcher makes it; that dispatcher decides when the call is due again
--
-- ARGV[1]  id
-- ARGV[2]  the record that it was made from ("": none)
-- ARGV[3]  the record
-- ARGV[4]  the time (epoch, ms) at which it was created
-- ARGV[5]  the time (epoch, ms) at which it was settled ("": it is pending)
-- ARGV[6]  "delivered": it is delivered
-- ARGV[7]  how many delivered ones are stored at most
-- ARGV[8]  how many failed ones
-- ARGV[9]  for how long each is stored (s), and all of them after this change
-- ARGV[10] the call that sends it
-- ARGV[11] when that is due if it is pending (epoch, ms)
-- ARGV[12] how many others may be pending at most if it becomes pending ("": any number)
--
-- Returns 1 if ARGV[3] is stored now, even if it was before; 0, without a change, if the record differs from ARGV[2] or is gone; 2, without
-- a change, if too many are pending.

local records, order, pending, delivered, failed, due, held = unpack(KEYS)
local id, before, after = ARGV[1], ARGV[2], ARGV[3]
local created, ended, seconds = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[9])

-- A time after all others of these sets: a new entry is the newest, even within the same millisecond or if a clock was set back.
local function after_all_in(time, ...)
  for _, set in ipairs({...}) do
    local last = tonumber(redis.call('ZRANGE', set, -1, -1, 'WITHSCORES')[2] or '')
    if last and last >= time then
      time = last + 0.001
    end
  end
  return string.format('%.3f', time)
end

local function put_pending(one, score)
  redis.call('ZADD', pending, score, one)
  for _, set in ipairs({order, delivered, failed}) do
    redis.call('ZREM', set, one)
  end
end

local function put_settled(one, score, time, state)
  local set, other = failed, delivered
  if state == 'delivered' then
    set, other = delivered, failed -- it is there if an older build redelivers it
  end
  redis.call('ZADD', order, score, one)
  redis.call('ZREM', pending, one)
  redis.call('ZREM', other, one)
  redis.call('ZADD', set, 'NX', after_all_in(time, set), one)
end

local function is_settled(one)
  return redis.call('ZSCORE', delivered, one) or redis.call('ZSCORE', failed, one)
end

local function is_pending(record)
  local read = cjson.decode(record)
  return read.state == 'pending' and (read.table ~= cjson.null or read.next_at ~= cjson.null), read.state
end

-- Older builds store everything in `order` and know no other set. Their entries are moved to the right sets, and ids that they have
-- deleted are deleted.
local function sort_entries_of_older_builds()
  local known = redis.call('ZRANGE', order, 0, -1, 'WITHSCORES')
  for at = 1, #known, 2 do
    local one, time = known[at], known[at + 1]
    if not is_settled(one) then
      local record = redis.call('HGET', records, one)
      local waits, state
      if record then
        waits, state = is_pending(record)
      end
      if not record then
        redis.call('ZREM', order, one)
      elseif waits then
        put_pending(one, time)
      else
        redis.call('ZADD', state == 'delivered' and delivered or failed, time, one)
      end
    end
  end
  for _, set in ipairs({delivered, failed}) do
    for _, one in ipairs(redis.call('ZRANGE', set, 0, -1)) do
      if not redis.call('ZSCORE', order, one) then
        redis.call('ZREM', set, one)
      end
    end
  end
end

local function trim(set, most)
  local old = redis.call('ZRANGEBYSCORE', set, '-inf', '(' .. string.format('%.0f', (ended or created) - seconds * 1000))
  for _, surplus in ipairs(redis.call('ZRANGE', set, #old, -1 - most)) do
    table.insert(old, surplus)
  end
  for _, gone in ipairs(old) do
    local record = redis.call('HGET', records, gone)
    if record and is_pending(record) then -- an older build redelivers it
      put_pending(gone, redis.call('ZSCORE', order, gone))
    else
      redis.call('HDEL', records, gone)
      redis.call('ZREM', order, gone)
      redis.call('ZREM', set, gone)
    end
  end
end

local stored = redis.call('HGET', records, id) or ''
if stored ~= after then
  if stored ~= before then
    return 0
  end
  local most = tonumber(ARGV[12])
  if not ended and most and not redis.call('ZSCORE', pending, id) and redis.call('ZCARD', pending) >= most then
    return 2
  end
  redis.call('HSET', records, id, after)
end

local score = redis.call('ZSCORE', order, id) or redis.call('ZSCORE', pending, id) or after_all_in(created, order, pending)
if ended then
  put_settled(id, score, ended, ARGV[6])
else
  put_pending(id, score)
end
if redis.call('HEXISTS', held, ARGV[10]) == 0 then
  if ended then
    redis.call('ZREM', due, ARGV[10])
  else
    redis.call('ZADD', due, ARGV[11], ARGV[10])
  end
end
if redis.call('ZCARD', order) ~= redis.call('ZCARD', delivered) + redis.call('ZCARD', failed) then
  sort_entries_of_older_builds()
end
trim(delivered, tonumber(ARGV[7]))
trim(failed, tonumber(ARGV[8]))

local forever = redis.call('ZCARD', pending) > 0
for _, key in ipairs({records, order, pending, delivered, failed}) do
  if forever then
    redis.call('PERSIST', key)
  else
    redis.call('EXPIRE', key, seconds)
  end
end
return 1

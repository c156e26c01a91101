#!lua
-- Puts a delivery into a webhook's log, or in the place of the record it was made from. Of what is delivered the last ones are kept, and
-- of what has failed; one that is pending stays until it is settled, and as long as it does a call to send it is among the calls by time.
--
-- KEYS[1]  records    hash: id -> record
-- KEYS[2]  order      sorted set: ids of what is settled by the time (epoch, ms) at which it was new
-- KEYS[3]  pending    sorted set: ids of what is pending by the time (epoch, ms) at which it was new
-- KEYS[4]  delivered  sorted set: ids of what is delivered by the time (epoch, ms) of that
-- KEYS[5]  failed     sorted set: ids of what has failed by the time (epoch, ms) of that
-- KEYS[6]  due        sorted set: calls by the time (epoch, ms) at which they are due, or at which a lease is over
-- KEYS[7]  held       hash: call -> the lease under which somebody has it; who has it says what comes after it
--
-- ARGV[1]  id
-- ARGV[2]  the record it was made from ("": there was none)
-- ARGV[3]  the record
-- ARGV[4]  the time (epoch, ms) at which it was new
-- ARGV[5]  the time (epoch, ms) at which it was settled ("": it is pending)
-- ARGV[6]  "delivered": it is
-- ARGV[7]  how many delivered ones are kept at most
-- ARGV[8]  how many that have failed
-- ARGV[9]  for how long they are kept (s), each one and all of them after this
-- ARGV[10] the call that sends it
-- ARGV[11] when that is due if it is pending (epoch, ms)
-- ARGV[12] how many others may be pending at most if it becomes so ("": any number)
--
-- Answers 1 if it is kept now, also if it was before; 0, and nothing is done, if another one is, or none any more; 2, and nothing is done,
-- if too many are pending.

local records, order, pending, delivered, failed, due, held = unpack(KEYS)
local id, before, after = ARGV[1], ARGV[2], ARGV[3]
local created, ended, seconds = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[9])

-- What comes within the same moment, or from a clock that went back, comes behind what is there: it is the newest all the same.
local function behind(time, ...)
  for _, set in ipairs({...}) do
    local last = tonumber(redis.call('ZRANGE', set, -1, -1, 'WITHSCORES')[2] or '')
    if last and last >= time then
      time = last + 0.001
    end
  end
  return string.format('%.3f', time)
end

local function put_pending(one, place)
  redis.call('ZADD', pending, place, one)
  for _, set in ipairs({order, delivered, failed}) do
    redis.call('ZREM', set, one)
  end
end

local function put_settled(one, place, time, state)
  local set, other = failed, delivered
  if state == 'delivered' then
    set, other = delivered, failed -- where it is if an older build was asked to send it again
  end
  redis.call('ZADD', order, place, one)
  redis.call('ZREM', pending, one)
  redis.call('ZREM', other, one)
  redis.call('ZADD', set, 'NX', behind(time, set), one)
end

local function is_settled(one)
  return redis.call('ZSCORE', delivered, one) or redis.call('ZSCORE', failed, one)
end

local function is_pending(record)
  local read = cjson.decode(record)
  return read.state == 'pending' and (read.table ~= cjson.null or read.next_at ~= cjson.null), read.state
end

-- Older builds keep everything in `order` and know no other set. What they have written is put where it belongs, and what they have
-- forgotten is forgotten.
local function adopt()
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
    if record and is_pending(record) then -- an older build was asked to send it again
      put_pending(gone, redis.call('ZSCORE', order, gone))
    else
      redis.call('HDEL', records, gone)
      redis.call('ZREM', order, gone)
      redis.call('ZREM', set, gone)
    end
  end
end

local kept = redis.call('HGET', records, id) or ''
if kept ~= after then
  if kept ~= before then
    return 0
  end
  local most = tonumber(ARGV[12])
  if not ended and most and not redis.call('ZSCORE', pending, id) and redis.call('ZCARD', pending) >= most then
    return 2
  end
  redis.call('HSET', records, id, after)
end

local place = redis.call('ZSCORE', order, id) or redis.call('ZSCORE', pending, id) or behind(created, order, pending)
if ended then
  put_settled(id, place, ended, ARGV[6])
else
  put_pending(id, place)
end
if redis.call('HEXISTS', held, ARGV[10]) == 0 then
  if ended then
    redis.call('ZREM', due, ARGV[10])
  else
    redis.call('ZADD', due, ARGV[11], ARGV[10])
  end
end
if redis.call('ZCARD', order) ~= redis.call('ZCARD', delivered) + redis.call('ZCARD', failed) then
  adopt()
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

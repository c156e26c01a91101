#!lua
-- Takes a place at each of these bots for a table that is about to be created, or to start: at all of them, or at none.
--
-- KEYS[1]                bots     hash: id -> record
-- KEYS[2] and after it   for each bot: its places, a sorted set: places by the time (epoch, ms) at which they were taken;
--                        and their clients, a hash: place -> client
--
-- ARGV[1]                the place: the table and the fingerprint of the order that creates it
-- ARGV[2]                the time (epoch, ms)
-- ARGV[3]                the client for which the place is taken
-- ARGV[4] and after it   for each bot: its id, the client that owns it, and how many places there are for all clients together, for all
--                        clients but the owner, and for one of these
--
-- Returns {"taken", time} if the table has its places now, even if it had them before: then they count as taken now. The time is later than
-- the one before, so it identifies this taking. Otherwise nothing changes. Returns {"gone", number} for the first bot that is no longer
-- registered, or {"full", number, "all" | "others" | "client"} for the first bot without a free place: whose places are all taken.

local place, time, client = ARGV[1], tonumber(ARGV[2]), ARGV[3]

local function taken(places, clients, owner)
  local others, own = 0, 0
  for _, held in ipairs(redis.call('ZRANGE', places, 0, -1)) do
    local whose = redis.call('HGET', clients, held)
    others = others + (whose == owner and 0 or 1)
    own = own + (whose == client and 1 or 0)
  end
  return others, own
end

local function full(places, clients, owner, all, most, share)
  if redis.call('ZCARD', places) >= tonumber(all) then
    return 'all'
  end
  if client ~= owner then
    local others, own = taken(places, clients, owner)
    return own >= tonumber(share) and 'client' or others >= tonumber(most) and 'others'
  end
end

local count = (#KEYS - 1) / 2
for number = 1, count do
  local bot, owner, all, most, share = unpack(ARGV, 5 * number - 1, 5 * number + 3)
  local places, clients = KEYS[2 * number], KEYS[2 * number + 1]
  if redis.call('HEXISTS', KEYS[1], bot) == 0 then
    return {'gone', number}
  end
  local before = redis.call('ZSCORE', places, place)
  local why = not before and full(places, clients, owner, all, most, share)
  if why then
    return {'full', number, why}
  end
  time = before and math.max(time, tonumber(before) + 1) or time
end
for number = 1, count do
  if redis.call('ZADD', KEYS[2 * number], string.format('%d', time), place) == 1 then
    redis.call('HSET', KEYS[2 * number + 1], place, client)
  end
end
return {'taken', time}

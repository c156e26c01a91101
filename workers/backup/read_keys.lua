#!lua flags=no-writes
-- Reads keys of one slot in one step, whatever their types.
--
-- KEYS  the keys
--
-- Returns for each key {type, expiry, values}: the type is "none" for a missing key, the expiry an epoch time in ms or -1, and the values are
-- those that `write_key.lua` takes.

local readers = {
  string = function(key) return {redis.call('GET', key)} end,
  hash = function(key) return redis.call('HGETALL', key) end,
  zset = function(key) return redis.call('ZRANGE', key, 0, -1, 'WITHSCORES') end,
  set = function(key) return redis.call('SMEMBERS', key) end,
  list = function(key) return redis.call('LRANGE', key, 0, -1) end,
  none = function() return {} end,
}

function readers.stream(key)
  local values = {}
  for _, entry in ipairs(redis.call('XRANGE', key, '-', '+')) do
    values[#values + 1] = entry[1]
    values[#values + 1] = tostring(#entry[2])
    for _, value in ipairs(entry[2]) do
      values[#values + 1] = value
    end
  end
  return values
end

local answer = {}
for number, key in ipairs(KEYS) do
  local kind = redis.call('TYPE', key).ok
  answer[number] = {kind, redis.call('PEXPIRETIME', key), readers[kind](key)}
end
return answer

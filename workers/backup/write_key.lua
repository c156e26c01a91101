#!lua
-- Writes a key as `read_keys.lua` has read it. What it held before is deleted, or, merged, kept where it is newer.
--
-- KEYS[1]  the key
--
-- ARGV[1]  type
-- ARGV[2]  expiry (epoch, ms; -1: never)
-- ARGV[3]  "merge": add to a hash of times what is not there or is earlier there
-- ARGV[4]  and all after it: a string's value; elements of a list or a set; fields and values of a hash; members and scores of a sorted set;
--          of each entry of a stream its id, the number of its fields and values, and these

local key, kind, expiry, merge = KEYS[1], ARGV[1], ARGV[2], ARGV[3] == 'merge'

local function pairs_of_values(write)
  for number = 4, #ARGV, 2 do
    write(ARGV[number], ARGV[number + 1])
  end
end

local function each_value(command)
  for number = 4, #ARGV do
    redis.call(command, key, ARGV[number])
  end
end

local writers = {
  string = function() redis.call('SET', key, ARGV[4]) end,
  list = function() each_value('RPUSH') end,
  set = function() each_value('SADD') end,
  zset = function()
    pairs_of_values(function(member, score) redis.call('ZADD', key, score, member) end)
  end,
}

function writers.hash()
  pairs_of_values(function(field, value)
    local known = merge and redis.call('HGET', key, field)
    if not known or known < value then
      redis.call('HSET', key, field, value)
    end
  end)
end

function writers.stream()
  local number = 4
  while number <= #ARGV do
    local count = tonumber(ARGV[number + 1])
    local entry = {}
    for at = number + 2, number + 1 + count do
      entry[#entry + 1] = ARGV[at]
    end
    redis.call('XADD', key, ARGV[number], unpack(entry))
    number = number + 2 + count
  end
end

if not merge then
  redis.call('DEL', key)
end
writers[kind]()
if expiry ~= '-1' then
  redis.call('PEXPIREAT', key, expiry)
end

#!lua
-- Leases tables that are due: each is due again at the end of the lease, and no other caller gets it before.
--
-- KEYS[1]  due  sorted set: tables of the partition by the time (epoch, ms) at which a worker must check them
--
-- ARGV[1]  now (epoch, ms)
-- ARGV[2]  the end of the lease (epoch, ms)
-- ARGV[3]  the most tables to return
--
-- Returns the tables, longest due first.

local tables = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
for _, name in ipairs(tables) do
  redis.call('ZADD', KEYS[1], ARGV[2], name)
end
return tables

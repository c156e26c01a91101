#!lua
-- Takes a place with every one of some bots for a table that is about to be created: with all of them, or with none.
--
-- KEYS[1]                bots    hash: id -> record
-- KEYS[2] and after it   places  of each bot, a sorted set: places by the time (epoch, ms) at which they were taken
--
-- ARGV[1]                the place: the table and the fingerprint of the order that creates it
-- ARGV[2]                the time (epoch, ms)
-- ARGV[3] and after it   for each bot: its id, and how many places it has
--
-- Answers 0 if the table has its places now, also if it had them before: then they count as taken at this time. Otherwise nothing is done,
-- and the answer is the number of the first bot without a free place, or minus the number of the first that is not registered any more.

for number = 2, #KEYS do
  local bot, most = ARGV[2 * number - 1], tonumber(ARGV[2 * number])
  if redis.call('HEXISTS', KEYS[1], bot) == 0 then
    return 1 - number
  end
  if not redis.call('ZSCORE', KEYS[number], ARGV[1]) and redis.call('ZCARD', KEYS[number]) >= most then
    return number - 1
  end
end
for number = 2, #KEYS do
  redis.call('ZADD', KEYS[number], ARGV[2], ARGV[1])
end
return 0

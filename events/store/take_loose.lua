#!lua flags=allow-oom
-- Takes files of the archive that have belonged to no stub for long enough, to delete them. No stub can name one of them any more.
--
-- KEYS[1]  loose  hash: file -> since when (epoch, s); "-" while it is deleted
--
-- ARGV[1]  the latest time (epoch, s) since which a file may have been loose
--
-- Returns the names of the files, also of those that an interrupted call has taken.

local files, taken = redis.call('HGETALL', KEYS[1]), {}
for index = 1, #files, 2 do
  if files[index + 1] == '-' or tonumber(files[index + 1]) <= tonumber(ARGV[1]) then
    redis.call('HSET', KEYS[1], files[index], '-')
    taken[#taken + 1] = files[index]
  end
end
return taken

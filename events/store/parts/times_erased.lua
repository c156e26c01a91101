-- How often names were erased at a table, as text. A key of another type counts as missing.
local function times_erased(key)
  local found = redis.pcall('GET', key)
  return type(found) == 'string' and found or '0'
end

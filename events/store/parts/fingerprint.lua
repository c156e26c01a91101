-- The fingerprint in an idempotency record (see events/store/stored_records.py): in a compact one it is the 16 bytes after the marks of an array
-- and of its first member.
local hex = '%02x%02x%02x%02x%02x%02x%02x%02x%02x%02x%02x%02x%02x%02x%02x%02x'
local function fingerprint_of(record)
  if string.byte(record) == 147 then
    return #record > 19 and string.format(hex, string.byte(record, 4, 19))
  end
  return string.match(record, '^[^:]*')
end

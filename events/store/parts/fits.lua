-- Whether a stored line has the hash with these 64 hex digits (see events/store/stored_lines.py). A plain line is canonical JSON, in which a
-- quotation mark inside a string is escaped: the text can only be the envelope's own members.
local hex = '%02x%02x%02x%02x%02x%02x%02x%02x%02x%02x%02x%02x%02x%02x%02x%02x%02x%02x%02x%02x%02x%02x%02x%02x%02x%02x%02x%02x%02x%02x%02x%02x'
local function fits(line, digits)
  if string.byte(line) == 2 then
    return #line > 32 and string.format(hex, string.byte(line, 2, 33)) == digits
  end
  return string.find(line, '"hash":"' .. digits .. '","key":', 1, true) ~= nil
end

"""An event as it is appended: the parts of its line that differ from line to line. What they have in common is written here once."""

from typing import Final, NamedTuple

_LINE: Final = b'{"at":"%b","data":%b,"hash":"%b","key":%b,"table":"%b","type":"%b","version":%d}'


class EventLine(NamedTuple):
    """The parts of a line, as canonical JSON without the quotation marks around texts. `data` goes to the decision, `key` to the seat."""

    at: str
    data: bytes
    hash: str
    key: bytes
    kind: bytes

    def plain(self, table: str, version: int) -> bytes:
        """The line at this version of the table: canonical JSON, as all readers see it."""
        at, data, link, key, kind = self
        return _LINE % (at.encode(), data, link.encode(), key, table.encode(), kind, version)


def parts_of(line: bytes) -> EventLine:
    """The parts of a plain line; any, if it is none. Members after the data hold no quotation mark, so each is found from the end."""
    version, kind, table = line.rfind(b'","version":'), line.rfind(b'","type":"'), line.rfind(b',"table":"')
    hashed = line.rfind(b',"hash":"', 0, max(table, 0))
    hash_from, key = hashed + 9, hashed + 9 + 64 + 8
    at, link = (part.decode(errors="replace") for part in (line[7:31], line[hash_from : hash_from + 64]))
    return EventLine(at, line[40:hashed], link, line[key:table], line[kind + 10 : version])

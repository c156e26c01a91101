"""The task of exporting: a finished table becomes a file on the file store. It may run twice, at once or long after: the file is the same."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import msgspec
from redis import Redis

from events.errors import TableUnknown
from events.fairness.receipts import read
from events.tables.opening import LoadedTable, Tables
from rules.rejected import Rejected
from workers.exports.exported import Export, Exported
from workers.exports.file_store import FileStore
from workers.exports.format import Format, formats
from workers.exports.transcript import transcribe

TOLD, RENDERED = 0.8, 0.95
"""How far the work is when the table has been folded, and when the file is made; reading and folding is most of it."""

REJECTIONS: Mapping[str, str] = {
    "table-not-finished": "Only a finished table can be exported: before that, the file would reveal secrets.",
    "format-unknown": "There is no such format.",
}
"""Every code that this module refuses with -> what it means, for people."""


class ExportParts(Protocol):
    """What exporting takes of a worker's tools."""

    @property
    def client(self) -> Redis: ...
    @property
    def tables(self) -> Tables: ...
    @property
    def file_store(self) -> FileStore: ...
    @property
    def progress(self) -> Callable[[float], None]: ...


def export(tools: ExportParts, table: str, format: str) -> dict[str, Any]:
    """The export of a finished table as JSON values, made now unless it lies on the file store already.

    Refuses with `table-not-finished`, `format-unknown`; raises `TableUnknown`, `BrokenLog`, `StoreUnavailable`, `OSError`.
    """
    wanted = formats().get(format)
    if wanted is None:
        raise Rejected("format-unknown", f"The formats are {', '.join(formats())}, not {format!r}.", field="format")
    opened, exported = tools.tables.open(table), Exported(tools.client)
    known = exported.find(table, format)
    if known is None or tools.file_store.size(known.address) != known.size:
        known = _made(tools, opened, wanted)
        if not exported.record(table, format, known):
            tools.file_store.remove(known.address)
            raise TableUnknown(table)
    tools.progress(1.0)
    told: dict[str, Any] = msgspec.to_builtins(known)
    return told


def _made(tools: ExportParts, opened: LoadedTable, wanted: Format) -> Export:
    """The file, on the file store. Each event is held against its hash before anything of it is written. Raises `BrokenLog`."""
    events = tools.tables.checked(opened.codec, opened.id, opened.table.version)
    receipts = read(tools.tables.store.receipts(opened.id), opened.id)
    transcript = transcribe(opened, events, lambda done: tools.progress(done * TOLD), receipts)
    data = wanted.render(transcript)
    tools.progress(RENDERED)
    address = tools.file_store.put(data, wanted.extension)
    return Export(address=address, size=len(data), media_type=wanted.media_type, version=opened.table.version)

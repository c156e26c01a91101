"""The task `export`: writes a finished table to the file store. It may run twice, at the same time or later: the file is the same."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Protocol

import msgspec
from redis import Redis

from events.fairness.receipts import read
from events.tables.opening import LoadedTable, Tables
from rules.rejected import Rejected
from rules.value_tables import ValueTable
from workers.exports.exported import Export, Exported
from workers.exports.file_store import FileStore
from workers.exports.format import Kind, formats, kinds
from workers.exports.transcript import Progress, transcribe
from workers.values.build import is_computed
from workers.values.kept import KeptTables

RENDERED_PROGRESS = 0.95
"""The progress when the file is rendered."""

COMPUTED = 0.5
"""The part of rendering after which a table of values is there, if the format needs one."""

REJECTIONS: Mapping[str, str] = {
    "table-not-finished": "Only a finished table can be exported: before that, the file would reveal secrets.",
    "format-unknown": "There is no such format.",
}
"""The codes with which this module refuses -> what they mean, for people."""


class ExportParts(Protocol):
    """The parts of a worker that an export needs."""

    @property
    def client(self) -> Redis: ...
    @property
    def tables(self) -> Tables: ...
    @property
    def file_store(self) -> FileStore: ...
    @property
    def progress(self) -> Callable[[float], None]: ...


def export(parts: ExportParts, table: str, kind: str) -> dict[str, Any]:
    """The export of a finished table as JSON values; `kind` is the name of a `Kind`. Makes the file unless it is in the file store.

    Refuses with `table-not-finished`, `format-unknown`; raises `TableUnknown`, `BrokenLog`, `StoreUnavailable`, `OSError`.
    """
    chosen = kinds().get(kind)
    if chosen is None:
        raise Rejected("format-unknown", f"The formats are {', '.join(kinds())}, not {kind!r}.", field="format")
    exported = Exported(parts.client)
    loaded, entry = parts.tables.open(table), exported.find(table, kind)
    while entry is None or parts.file_store.size(entry.address) != entry.size:
        entry = _make(parts, loaded, chosen)
        if not exported.record(table, kind, entry, loaded.erasures):
            parts.file_store.remove(entry.address)
            loaded, entry = parts.tables.open(table), None
    parts.progress(1.0)
    values: dict[str, Any] = msgspec.to_builtins(entry)
    return values


def _make(parts: ExportParts, loaded: LoadedTable, chosen: Kind) -> Export:
    """Write the file to the file store. Each event is checked against its hash before anything is written. Raises `BrokenLog`."""
    events = parts.tables.checked(loaded.codec, loaded.id, loaded.table.version)
    receipts = read(parts.tables.store.receipts(loaded.id), loaded.id)
    written = formats()[chosen.format]
    transcript = transcribe(loaded, events, partial(_tell, parts, 0.0, written.folded), receipts, chosen.language or "en")
    computed = written.folded + (RENDERED_PROGRESS - written.folded) * COMPUTED
    library = partial(_values, parts, partial(_tell, parts, written.folded, computed))
    data = written.render(transcript._replace(library=library, progress=partial(_tell, parts, computed, RENDERED_PROGRESS)))
    parts.progress(RENDERED_PROGRESS)
    address = parts.file_store.put(data, written.extension)
    return Export(address=address, size=len(data), media_type=written.media_type, version=loaded.table.version)


def _tell(parts: ExportParts, since: float, until: float, done: float) -> None:
    """Report the progress of a step of the job: `done` of what is between `since` and `until`."""
    parts.progress(since + (until - since) * done)


def _values(parts: ExportParts, progress: Progress, name: str) -> ValueTable | None:
    """The table of values of this name; None if nothing here computes it. The same table whenever a file is made."""
    return KeptTables(parts.client, lambda: parts.file_store).obtain(name, progress) if is_computed(name) else None

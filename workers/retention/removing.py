"""Removes a table and all its data (ADR 37).

The data in the table's slot is deleted in one step of the store. Other data (files, cursors of webhooks, jobs) is deleted afterwards, from
a list that the same step has written: if a process is interrupted, the next one continues.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from redis import Redis

from events.archive.place import FileStoreUnusable
from events.errors import ArchiveUnreachable
from events.store.answering import of_those_that_answer, raised
from events.store.event_store import Removal
from events.store.keys import PARTITIONS, is_table_id, leftovers_key, partition_of
from events.store.redis_connection import answered
from events.tables.opening import LoadedTable
from events.timestamps import epoch_ms
from workers.bots import progress
from workers.bots.progress import Owed
from workers.exports.exported import read_export
from workers.exports.format import format_names
from workers.jobs.parked import name_of
from workers.jobs.parts import WorkerParts
from workers.webhooks.reading import delete_cursors

LEFTOVERS_PER_PARTITION: Final = 20
"""Removed tables of each partition whose other data one `clean` deletes."""

FORK_CREATED_WITHIN_MS: Final = 3_600_000
"""How long after its request a missing fork may still be created."""

log = logging.getLogger(__name__)


def remove(parts: WorkerParts, table: str, loaded: LoadedTable | None = None, *, forked: bool = False) -> Removal:
    """Remove a table. With `loaded`, only if it has not changed since; None: in any state.

    A table with forks is removed only if `forked`. Raises `StoreUnavailable`.
    """
    store, now_ms = parts.tables.store, epoch_ms(parts.tables.now())
    version = None if loaded is None else loaded.table.version
    result = store.remove(table, now_ms, version, forked=forked)
    if result == "forked" and _forks_are_gone(parts, table, now_ms):
        result = store.remove(table, now_ms, version, forked=forked)
    if result == "removed" and loaded is not None:
        for owed in _bot_decisions(loaded):
            progress.delete_progress(parts.client, owed)
    return result


def clean(parts: WorkerParts, warn: Callable[[str], object] = log.warning) -> int:
    """Delete data of removed tables outside their slots, and files of the archive that belong to no table. Returns for how many removed
    tables all of it is deleted.

    Raises `StoreUnavailable`. If files cannot be reached, they are deleted later, and `warn` is called once.
    """
    cleaned, faults = 0, [*_delete_loose_files(parts)]
    for partition, table, files in _leftovers(parts.client):
        found = _delete_files(parts, table, files)
        faults += found
        if not found:
            _delete_rest(parts, partition, table)
            cleaned += 1
    if faults:
        warn(f"files that belong to no table any more will be deleted later: {faults[0]}")
    return cleaned


@answered
def with_leftovers(client: Redis, tables: Sequence[str]) -> Sequence[str]:
    """Those of these removed tables of which something outside their slots is still to be deleted. Raises `StoreUnavailable`."""
    with client.pipeline(transaction=False) as pipe:
        for table in tables:
            pipe.hexists(leftovers_key(partition_of(table)), table)
        replies = of_those_that_answer(tables, pipe.execute(raise_on_error=False))
    return [table for table, left in replies if raised(left)]


def _delete_loose_files(parts: WorkerParts) -> Sequence[str]:
    """Returns why some cannot be deleted now."""
    try:
        parts.archiving.delete_loose()
    except ArchiveUnreachable as error:
        return [error.why]
    return []


def _delete_files(parts: WorkerParts, table: str, files: Iterable[bytes]) -> Sequence[str]:
    """Returns why some cannot be deleted now."""
    try:
        for stored in files:
            _delete_file(parts, table, stored)
    except ArchiveUnreachable as error:
        return [error.why]
    except (OSError, FileStoreUnusable) as error:
        return [str(error)]
    return []


def _delete_rest(parts: WorkerParts, partition: str, table: str) -> None:
    delete_cursors(parts.client, table)
    for name in format_names():
        parts.jobs.delete_ended(f"export-{table}-{name}")
    for name in _parked(table):
        parts.parked.drop(name)
    _done(parts.client, partition, table)


def _delete_file(parts: WorkerParts, table: str, stored: bytes) -> None:
    """Delete a file of a removed table, given the record of an export or the name of the table's file in the archive."""
    if stored.startswith(table.encode()):
        parts.archive.remove(stored.decode())
    elif (export := read_export(stored, table)) is not None:
        parts.file_store.remove(export.address)


@answered
def _leftovers(client: Redis) -> Sequence[tuple[str, str, Sequence[bytes]]]:
    """Some removed tables with remaining data: partition, table, records of its files."""
    with client.pipeline(transaction=False) as pipe:
        for partition in PARTITIONS:
            pipe.hrandfield(leftovers_key(partition), LEFTOVERS_PER_PARTITION, withvalues=True)
        replies = of_those_that_answer(PARTITIONS, pipe.execute(raise_on_error=False))
    return [
        (partition, table.decode(), files.splitlines())
        for partition, reply in replies
        for found in [raised(reply)]
        for table, files in zip(found[::2], found[1::2], strict=True)
        if is_table_id(table.decode(errors="replace"))
    ]


@answered
def _done(client: Redis, partition: str, table: str) -> None:
    client.hdel(leftovers_key(partition), table)


def _parked(table: str) -> Iterator[str]:
    yield from (name_of(task, (table,)) for task in ("due", "play"))
    yield from (name_of("export", (table, name)) for name in format_names())


def _bot_decisions(loaded: LoadedTable) -> Iterator[Owed]:
    """The decisions for which bots are being called."""
    table = loaded.table
    for seat in table.owing:
        bot = table.seats[seat].bot
        if bot is not None:
            yield Owed(bot, loaded.id, seat, table.decisions[seat])


def _forks_are_gone(parts: WorkerParts, source: str, now_ms: int) -> bool:
    """Whether all forks noted at the table are removed or were never created; these notes are deleted."""
    store = parts.tables.store
    noted = store.forks(source)
    existing = {fork for fork in noted if parts.tables.exists(fork)}
    missing = {
        fork for fork, at in noted.items() if fork not in existing and (store.was_removed(fork) or now_ms - at > FORK_CREATED_WITHIN_MS)
    }
    store.forget_forks(source, missing)
    return missing == noted.keys()

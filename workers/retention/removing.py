"""Removing a table and everything that belongs to it (ADR 37).

What is in the table's slot goes in one step of the store. What is elsewhere (files, cursors of webhooks, jobs) is deleted afterwards, from
a list that the same step has written: whoever is interrupted, the next one goes on with it.
"""

import logging
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from redis import Redis

from events.store.event_store import Removal
from events.store.keys import PARTITIONS, is_table_id, leftovers_key
from events.store.redis_connection import answered
from events.tables.opening import LoadedTable
from events.timestamps import epoch_ms
from workers.bots import progress
from workers.bots.progress import Owed
from workers.exports.exported import read_export
from workers.exports.file_store import FileStoreUnusable
from workers.exports.format import formats
from workers.jobs.parked import name_of
from workers.jobs.parts import WorkerParts
from workers.webhooks.reading import forget_cursors

AT_ONCE: Final = 20
"""Removed tables of each partition whose leftovers are deleted in one go."""

FORK_COMES_WITHIN_MS: Final = 3_600_000
"""How long after it was asked for a fork that is not there may still be created."""

log = logging.getLogger(__name__)


def remove(tools: WorkerParts, table: str, opened: LoadedTable | None = None, *, forked: bool = False) -> Removal:
    """Remove a table: as it was opened and not if it has moved on since, or whatever it is like (None).

    A table with forks is kept unless `forked`. Raises `StoreUnavailable`.
    """
    store, now_ms = tools.tables.store, epoch_ms(tools.tables.now())
    version = None if opened is None else opened.table.version
    result = store.remove(table, now_ms, version, forked=forked)
    if result == "forked" and _only_gone_forks(tools, table, now_ms):
        result = store.remove(table, now_ms, version, forked=forked)
    if result == "removed" and opened is not None:
        for owed in _asked(opened):
            progress.forget(tools.client, owed)
    return result


def clean(tools: WorkerParts) -> int:
    """Delete what removed tables have left outside their slots, or some of it; how many tables have nothing left now.

    Raises `StoreUnavailable`. Where the files cannot be reached, they are deleted another time.
    """
    return sum(_cleaned(tools, partition, table, files) for partition, table, files in _leftovers(tools.client))


def _cleaned(tools: WorkerParts, partition: str, table: str, files: Iterable[bytes]) -> bool:
    try:
        for export in (read_export(kept, table) for kept in files):
            if export is not None:
                tools.file_store.remove(export.address)
    except (OSError, FileStoreUnusable) as error:
        log.warning("files of the removed table %s are deleted another time: %s", table, error)
        return False
    forget_cursors(tools.client, table)
    for name in formats():
        tools.jobs.forget_ended(f"export-{table}-{name}")
    for name in _parked(table):
        tools.parked.drop(name)
    _done(tools.client, partition, table)
    return True


@answered
def _leftovers(client: Redis) -> Sequence[tuple[str, str, Sequence[bytes]]]:
    """Some removed tables of which something is left: partition, table, files."""
    with client.pipeline(transaction=False) as pipe:
        for partition in PARTITIONS:
            pipe.hrandfield(leftovers_key(partition), AT_ONCE, withvalues=True)
        replies: Sequence[Any] = pipe.execute()
    return [
        (partition, table.decode(), files.splitlines())
        for partition, found in zip(PARTITIONS, replies, strict=True)
        for table, files in zip(found[::2], found[1::2], strict=True)
        if is_table_id(table.decode(errors="replace"))
    ]


@answered
def _done(client: Redis, partition: str, table: str) -> None:
    client.hdel(leftovers_key(partition), table)


def _parked(table: str) -> Iterator[str]:
    yield from (name_of(task, (table,)) for task in ("due", "play"))
    yield from (name_of("export", (table, name)) for name in formats())


def _asked(opened: LoadedTable) -> Iterator[Owed]:
    """The decisions for which bots are being asked."""
    table = opened.table
    for seat in table.owing:
        bot = table.seats[seat].bot
        if bot is not None:
            yield Owed(bot, opened.id, seat, table.decisions[seat])


def _only_gone_forks(tools: WorkerParts, source: str, now_ms: int) -> bool:
    """Whether all forks that are noted at the table are gone by now, or never came; those that are, are forgotten."""
    store = tools.tables.store
    noted = store.forks(source)
    there = {fork for fork in noted if tools.tables.exists(fork)}
    gone = {fork for fork, at in noted.items() if fork not in there and (store.was_removed(fork) or now_ms - at > FORK_COMES_WITHIN_MS)}
    store.forget_forks(source, gone)
    return gone == noted.keys()

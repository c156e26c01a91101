"""Erases the name of a player wherever it is (ADR 75, 76): first that is remembered, then the tables, then what was made of them.

Every step may be repeated: whoever is interrupted begins again with the same name.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final, NamedTuple

from redis import Redis
from redis.exceptions import ResponseError

from events.names.erasing import Erases, erase_at, standing_names
from events.names.erasures import Erasures, only
from events.store.answering import ask_those_that_answer
from events.store.redis_connection import servers_of
from events.timestamps import stamp
from workers.bots.erasing import erase_questions
from workers.exports.exported import Exported
from workers.jobs.parts import WorkerParts
from workers.webhooks.erasing import erase_deliveries

TABLES_PER_STEP: Final = 100
"""Tables between two calls about progress."""

Progress = Callable[[int, int], None]
"""A callback with the number of tables that were examined, and the number of all tables."""


class Erasure(NamedTuple):
    """What an erasure has changed: the number of names, at how many tables, and of messages to webhooks and bots."""

    names: int
    tables: int
    messages: int


def tables_with(parts: WorkerParts, name: str) -> Iterator[str]:
    """The tables at which the name stands. Raises `StoreUnavailable`."""
    store, erases = parts.tables.store, only(name, stamp(parts.tables.now()))
    return (table for table in store.tables() if standing_names(store, table, erases))


def erase(parts: WorkerParts, erasures: Erasures, name: str, progress: Progress) -> Erasure:
    """Erase the name everywhere, and remember that it was erased. Raises `StoreUnavailable`, `OSError`, `FileStoreUnusable`."""
    erasures.remember(name, stamp(parts.tables.now()))
    names = tables = 0
    for found in _each_table(parts, name, progress):
        names, tables = names + found, tables + (found > 0)
    at = stamp(parts.tables.now())
    erasures.remember(name, at)
    erases = only(name, at)
    messages = erase_deliveries(parts.client, erases) + erase_questions(parts.client, erases)
    return Erasure(names, tables, messages)


def _each_table(parts: WorkerParts, name: str, progress: Progress) -> Iterator[int]:
    """How many names were erased at each table, also at those that are created meanwhile: a fork or a rematch copies names."""
    seen = set[str]()
    while new := [table for table in parts.tables.store.tables() if table not in seen]:
        erases = only(name, stamp(parts.tables.now()))
        for number, table in enumerate(new, 1):
            yield erase_at_table(parts, table, erases)
            if number % TABLES_PER_STEP == 0 or number == len(new):
                progress(number + len(seen), len(new) + len(seen))
        seen.update(new)


def erase_at_table(parts: WorkerParts, table: str, erases: Erases) -> int:
    """Erase names at one table, and delete the files that were made of it before. Returns how many names that were.

    The files are deleted of every table that lacks a name: an earlier call may have been interrupted before it came to them. They are made
    again when they are requested. Raises as `erase` does.
    """
    erased = erase_at(parts.tables.store, table, erases)
    if erased.any:
        exported = Exported(parts.client)
        for kind, export in exported.all(table).items():
            parts.file_store.remove(export.address)
            exported.delete(table, kind)
            parts.jobs.delete_ended(f"export-{table}-{kind}")
    return erased.now


def rewrite_files(parts: WorkerParts) -> bool:
    """Ask every server of the store to write its append-only file again, without what was erased. False if a server refuses.

    Raises `StoreUnavailable`.
    """
    refused = False
    with servers_of(parts.client) as servers:
        for _, accepted in ask_those_that_answer(servers, _rewrite):
            refused = refused or not accepted
    return not refused


def _rewrite(server: Redis) -> bool:
    with suppress(ResponseError):
        server.bgrewriteaof()
        return True
    return False

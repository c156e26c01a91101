"""Erases the name of a player wherever it is (ADR 75, 76): first that is remembered, then the tables, then what was made of them.

Every step may be repeated: after an interruption, begin again with the same name.
"""

import secrets
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from redis import Redis
from redis.exceptions import ResponseError

from events.access.api_keys import SECRET_BYTES, secret_when_needed
from events.access.seat_tokens import SeatTokens
from events.names.erasing import Erases
from events.names.erasing_in_lists import erase_in_lists
from events.names.erasures import Erasures, only
from events.projections.generations import Generations
from events.store.answering import ask_those_that_answer
from events.store.redis_connection import servers_of
from events.timestamps import stamp
from workers.bots.erasing import erase_questions
from workers.jobs.parts import WorkerParts
from workers.retention.names_at_tables import NamesAtTables, Progress
from workers.webhooks.erasing import erase_deliveries


class Erasure(NamedTuple):
    """What an erasure has changed: the number of names, at how many tables, and of messages to webhooks and bots. `unreadable` are tables
    that cannot be read and may still have the name.
    """

    names: int
    tables: int
    messages: int
    unreadable: tuple[str, ...] = ()


def erasures_of(client: Redis, secret: bytes | None) -> Erasures:
    """The names that were erased from a service, by its secret (None: the one in its store, which is read when it is needed)."""
    return Erasures(client, SeatTokens(secret or secret_when_needed(client, secrets.token_bytes(SECRET_BYTES))).derive)


def at_tables(parts: WorkerParts) -> NamesAtTables:
    """The tables of a service. Raises `FileStoreUnusable`."""
    return NamesAtTables(
        parts.client,
        parts.tables,
        parts.archiving,
        parts.file_store.remove,
        lambda table, kind: parts.jobs.delete_ended(f"export-{table}-{kind}"),
    )


def tables_with(parts: WorkerParts, name: str) -> Iterator[str]:
    """The tables at which the name stands. Raises `StoreUnavailable`, `ArchiveUnreachable`, `FileStoreUnusable`."""
    return at_tables(parts).standing(only(name, stamp(parts.tables.now())))


def erase(parts: WorkerParts, erasures: Erasures, name: str, progress: Progress) -> Erasure:
    """Erase the name everywhere, and remember that it was erased.

    Raises `StoreUnavailable`, `ArchiveUnreachable`, `OSError`, `FileStoreUnusable`.
    """
    erasures.remember(name, stamp(parts.tables.now()))
    found = dict(at_tables(parts).erase(lambda: only(name, stamp(parts.tables.now())), progress))
    at = stamp(parts.tables.now())
    erasures.remember(name, at)
    unreadable = [table for table, erased in found.items() if not erased.complete]
    erase_in_lists(Generations(parts.client), {*unreadable, *parts.tables.store.damaged()}, only(name, at))
    messages = erase_messages(parts.client, only(name, at))
    names = [erased.now for erased in found.values()]
    return Erasure(sum(names), sum(number > 0 for number in names), messages, tuple(unreadable))


def erase_messages(client: Redis, erases: Erases) -> int:
    """Erase names in stored messages to webhooks and bots. Returns in how many. Raises `StoreUnavailable`."""
    return erase_deliveries(client, erases) + erase_questions(client, erases)


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

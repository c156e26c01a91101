"""The format level of a store: the newest form of stored data that its processes may write (ADR 71).

A release reads the forms of all levels up to its newest one. A process of an older release takes a newer form for damage, so a store stays
at its level until an operator raises it.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from redis import Redis
from redis.exceptions import ResponseError

from events.store.answering import is_of_another_type
from events.store.event_store import StoreUnavailable
from events.store.key_scans import some_keys
from events.store.keys import TABLES
from events.store.levels import FORMAT_LEVEL, NEWEST_LEVEL, OLDEST_LEVEL, is_older, read_level
from events.store.redis_connection import answered, servers_of
from events.store.scripts import Send

FOLLOWED_WITHIN_SECONDS: Final = 1.0
"""Seconds within which every process follows a raised level."""


class OlderReleaseRuns(Exception):
    """Processes of an older release have so many `connections` to the store."""

    def __init__(self, connections: int) -> None:
        super().__init__(f"{connections} connections of an older release")
        self.connections = connections


class FormatLevel:
    """The level of a store as a process follows it. A level is never lowered, so the newest one is read once."""

    def __init__(self, client: Redis, send: Send | None = None, monotonic: Callable[[], float] = time.monotonic) -> None:
        """`send` sends commands to the client's store (None: the client does)."""
        self._client = client
        self._send = send
        self._monotonic = monotonic
        self._known = OLDEST_LEVEL
        self._until = float("-inf")

    def __call__(self) -> int:
        """The level that this process may write. While the store does not say it, this is the level known before, or the oldest."""
        if self._known < NEWEST_LEVEL and self._monotonic() >= self._until:
            self._until = self._monotonic() + FOLLOWED_WITHIN_SECONDS  # other threads use the known level meanwhile
            with suppress(StoreUnavailable):
                self._known = min(level_of(self._client, self._send), NEWEST_LEVEL)
        return self._known


@answered
def level_of(client: Redis, send: Send | None = None) -> int:
    """The level of the store. A new store begins at the newest one; a store with tables, or with connections of an older release, at the
    oldest.

    Raises `StoreUnavailable`.
    """
    send = send or client.execute_command
    level = _stored(send)
    if level is None:
        is_used = _has_tables(client) or older_connections(client) > 0
        send("SET", FORMAT_LEVEL, OLDEST_LEVEL if is_used else NEWEST_LEVEL, "NX")
        level = _stored(send)
    return level or OLDEST_LEVEL


@answered
def raise_level(client: Redis) -> None:
    """Let all processes write the newest forms. Raises `OlderReleaseRuns`, `StoreUnavailable`."""
    older = older_connections(client)
    if older:
        raise OlderReleaseRuns(older)
    client.set(FORMAT_LEVEL, NEWEST_LEVEL)


@answered
def older_connections(client: Redis) -> int:
    """The number of connections of older releases to the store. Those that a server does not show to this user do not count.

    Raises `StoreUnavailable`.
    """
    found = 0
    with servers_of(client) as servers:
        for server in servers:
            with suppress(ResponseError):  # some services do not allow CLIENT LIST
                found += sum(is_older(one["name"]) for one in server.client_list())
    return found


def _stored(send: Send) -> int | None:
    """The stored level; None if there is none."""
    try:
        found = send("GET", FORMAT_LEVEL)
    except ResponseError as error:
        if not is_of_another_type(error):
            raise
        return OLDEST_LEVEL
    return None if found is None else read_level(found)


def _has_tables(client: Redis) -> bool:
    place, found = some_keys(client, TABLES, "")
    while place and not found:
        place, found = some_keys(client, TABLES, place)
    return bool(found)

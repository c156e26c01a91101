"""Waits until replicas of the store have what was written, before it is acknowledged (ADR 69).

The server's WAIT covers the writes of its own connection only. So it is sent together with the write, and whoever finds a write of others
writes a mark first: replicas receive all writes in one order, so with the mark they have everything before it.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from redis import Redis
from redis.exceptions import ResponseError

from events.store.connection_pool import Pool
from events.store.event_store import PRIMARY_ONLY, NotReplicated, Replication, StoreUnavailable
from events.store.keys import archived_key, log_key, mark_key, partition_of, service_key
from events.store.pools import pool_of
from events.store.redis_connection import answered, answers
from events.store.scripts import Script

StoreState: TypeAlias = Literal["ok", "unreplicated", "down"]

CONFIRM: Final = Script(Path(__file__).with_name("confirm.lua"))

_MARK_OF_SERVICE: Final = service_key("mark")


LONGEST_HEALTH_WAIT_MS: Final = 500
"""The longest wait of a health check, whose client gives up after a second."""


class Replicas:
    """The replicas of a store that must have its writes. Without any, nothing is waited for."""

    def __init__(self, pool: Pool, replication: Replication = PRIMARY_ONLY) -> None:
        """`pool` is best used for nothing else: a command that waits holds its connection."""
        self._pool = pool
        self._replication = replication

    def write(self, *command: str | int | bytes) -> tuple[Any, bool]:
        """The reply to a command, and whether enough replicas have confirmed what it wrote.

        Raises the client library's errors.
        """
        replicas, timeout_ms = self._replication
        if not replicas:
            return self._pool.send(*command), True
        reply, confirmed = self._pool.exchange([command, ("WAIT", replicas, timeout_ms)])
        if isinstance(reply, ResponseError):
            raise reply
        return reply, not isinstance(confirmed, ResponseError) and confirmed >= replicas

    def refuse_unless(self, confirmed: bool) -> None:  # noqa: FBT001 - the second result of `write`
        """Raises `NotReplicated` for a write that is not confirmed."""
        if not confirmed:
            raise NotReplicated(
                f"fewer than {self._replication.replicas} replicas have confirmed it within {self._replication.timeout_ms} ms"
            )

    @answered
    def confirm_event(self, table: str, version: int, hash: str) -> None:
        """Wait until enough replicas have this event of a table, and all writes before it, whoever wrote them.

        Raises `NotReplicated`, and `StoreUnavailable` if the log has lost the event because another primary took over.
        """
        if self._replication.replicas:
            names = (log_key(table), mark_key(partition_of(table)), archived_key(table))
            found, confirmed = CONFIRM(self.write, names, version, hash, table[6:])
            if not found:
                raise StoreUnavailable("the event was lost with the primary")
            self.refuse_unless(confirmed)

    @answered
    def confirm(self, partitions: Sequence[str] = ()) -> None:
        """Wait until enough replicas have all earlier writes in these partitions, or those that belong to no table.

        Raises `NotReplicated`, `StoreUnavailable`.
        """
        if self._replication.replicas:
            for name in map(mark_key, partitions) if partitions else (_MARK_OF_SERVICE,):
                _, confirmed = self.write("SET", name, "")
                self.refuse_unless(confirmed)


def for_health(client: Redis, replication: Replication) -> Replicas:
    """The replicas as a health check asks them, on a client for health."""
    return Replicas(pool_of(client), replication._replace(timeout_ms=min(replication.timeout_ms, LONGEST_HEALTH_WAIT_MS)))


def store_state(client: Redis, replicas: Replicas) -> StoreState:
    """`ok`: the store acknowledges writes. `unreplicated`: it stores them, and too few replicas confirm them. `down`: it does not answer,
    or refuses them.
    """
    try:
        if answers(client):
            replicas.confirm()
            return "ok"
    except NotReplicated:
        return "unreplicated"
    except StoreUnavailable:
        pass
    return "down"

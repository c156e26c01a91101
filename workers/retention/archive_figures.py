"""What operators see of the archive (ADR 89): how many tables are in it, are still to come, or cannot. Counted by the walks through
the store: the figures are those of the last whole walk.
"""

from typing import Any, Final, NamedTuple

from redis import Redis

from events.store.redis_connection import answered
from events.store.stubs import ARCHIVE_KEY, LAST_SUCCESS, WRITTEN_BYTES

_WALK: Final = "walk:"
"""How the figures of the walk begin that is not complete."""


class Walked(NamedTuple):
    """Tables that a walk has found: in the archive; in the store although they ended long enough ago; and of these, damaged ones."""

    archived: int = 0
    waiting: int = 0
    failed: int = 0


class ArchiveFigures(NamedTuple):
    """What the last walk has found, when a table was archived last (epoch, s; 0: never), and the bytes of all files written so far."""

    walked: Walked = Walked()
    last_success: int = 0
    written_bytes: int = 0


@answered
def note_walked(client: Redis, found: Walked, *, complete: bool) -> None:
    """Add what a step has found. With the last step of a walk, its figures are shown. Raises `StoreUnavailable`."""
    with client.pipeline() as pipe:
        for name, count in found._asdict().items():
            pipe.hincrby(ARCHIVE_KEY, _WALK + name, count)
        sums = pipe.execute()
        if complete:
            pipe.hset(ARCHIVE_KEY, mapping=dict(zip(Walked._fields, sums, strict=True)))
            pipe.hdel(ARCHIVE_KEY, *(_WALK + name for name in Walked._fields))
            pipe.execute()


@answered
def archive_figures(client: Redis) -> ArchiveFigures:
    """Raises `StoreUnavailable`."""
    names: list[Any] = [*Walked._fields, LAST_SUCCESS, WRITTEN_BYTES]
    *walked, last_success, written_bytes = (int(value or 0) for value in client.hmget(ARCHIVE_KEY, names))
    return ArchiveFigures(Walked(*walked), last_success, written_bytes)

"""The part of the Redis store that removes tables, and records removed tables and forks."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, Final

from redis import Redis

from events.store import keys
from events.store.event_store import Removal
from events.store.redis_connection import answered
from events.store.scripts import Script, Send

REMOVE, NOTE_FORK = (Script(Path(__file__).with_name(f"{name}.lua")) for name in ("remove", "note_fork"))

_ANSWERS: Final[Mapping[bytes, Removal]] = {b"removed": "removed", b"unknown": "unknown", b"moved": "moved", b"forked": "forked"}


class RedisRemovals:
    """A base class of `events.store.redis_store.RedisStore`; the methods are those of `Store`."""

    _client: Redis
    _send: Send

    @answered
    def remove(self, table: str, now_ms: int, version: int | None = None, *, forked: bool = False) -> Removal:
        partition = keys.partition_of(table)
        names = (
            keys.log_key(table),
            keys.forks_key(table),
            keys.exports_key(table),
            keys.feed_key(partition),
            keys.due_key(partition),
            keys.damaged_key(partition),
            keys.removed_key(table),
            keys.leftovers_key(partition),
            keys.state_key(table),
            keys.keys_key(table),
            keys.secret_key(table),
            keys.receipts_key(table),
            keys.creator_key(table),
            keys.connected_key(table),
            keys.rematch_key(table),
            keys.archived_key(table),
            keys.erasures_key(table),
            keys.rewritten_key(table),
        )
        answer: bytes = REMOVE(self._send, names, table, now_ms // 1000, "" if version is None else version, "1" if forked else "")
        return _ANSWERS[answer]

    @answered
    def was_removed(self, table: str) -> bool:
        return bool(self._send("HEXISTS", keys.removed_key(table), table[6:]))

    @answered
    def note_fork(self, source: str, fork: str, now_ms: int) -> bool:
        names = (keys.log_key(source), keys.forks_key(source), keys.archived_key(source))
        return bool(NOTE_FORK(self._send, names, fork, now_ms, source[6:]))

    @answered
    def forks(self, source: str) -> Mapping[str, int]:
        found: list[Any] = self._send("ZRANGE", keys.forks_key(source), 0, -1, "WITHSCORES")
        return {fork.decode(): int(float(at)) for fork, at in zip(found[::2], found[1::2], strict=True)}

    @answered
    def forget_forks(self, source: str, forks: Collection[str]) -> None:
        if forks:
            self._send("ZREM", keys.forks_key(source), *forks)

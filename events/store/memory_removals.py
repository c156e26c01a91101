"""The part of the store in memory that removes tables, and records removed tables and forks."""

from collections.abc import Collection, Mapping

from events.store.event_store import REMOVED_TYPE, Removal
from events.store.memory_data import MemoryData


class MemoryRemovals(MemoryData):
    """A base class of `events.store.memory_store.MemoryStore`; the methods are those of `Store`."""

    def remove(self, table: str, now_ms: int, version: int | None = None, *, forked: bool = False) -> Removal:
        with self._changed:
            if table in self._removed:
                return "removed"
            stored = self._stored[table]
            if not stored.lines and table not in self._aside:
                return "unknown"
            if version not in {None, len(stored.lines)}:
                return "moved"
            if stored.forks and not forked:
                return "forked"
            self._removed.add(table)
            del self._stored[table]
            self._aside.pop(table, None)
            self._set_due(table, None)
            self._announce(table, 0, REMOVED_TYPE)
        return "removed"

    def was_removed(self, table: str) -> bool:
        return table in self._removed

    def note_fork(self, source: str, fork: str, now_ms: int) -> bool:
        with self._changed:
            stored = self._stored[source]
            if stored.lines:
                stored.forks.setdefault(fork, now_ms)
            return bool(stored.lines)

    def forks(self, source: str) -> Mapping[str, int]:
        with self._changed:
            return {**self._stored[source].forks}

    def forget_forks(self, source: str, forks: Collection[str]) -> None:
        with self._changed:
            for fork in forks:
                self._stored[source].forks.pop(fork, None)

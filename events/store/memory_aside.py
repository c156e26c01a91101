"""The part of the store in memory that sets damaged tables aside and brings them back."""

from collections.abc import Mapping

from events.damaged.damage import Damage
from events.store.event_store import FeedEntry
from events.store.keys import partition_of
from events.store.memory_data import MemoryData


class MemoryAside(MemoryData):
    """A base class of `events.store.memory_store.MemoryStore`; the methods are those of `Store`."""

    def set_aside(self, table: str, damage: Damage) -> bool:
        with self._changed:
            self._set_due(table, None)
            return table not in self._removed and self._aside.setdefault(table, damage) is damage

    def bring_back(self, table: str, entry: FeedEntry | None) -> None:
        with self._changed:
            self._aside.pop(table, None)
            if entry is not None:
                self._appends += 1
                self._feeds[partition_of(table)].append(entry._replace(partition=partition_of(table), id=f"{self._appends}-0"))
            self._changed.notify_all()

    def damage(self, table: str) -> Damage | None:
        return self._aside.get(table)

    def damaged(self) -> Mapping[str, Damage]:
        return {**self._aside}

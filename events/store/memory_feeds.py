"""The part of the store in memory that follows and trims the feeds, and finds due tables."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence

from events.feed.entries import order
from events.store.event_store import FeedEntry, check_due
from events.store.memory_data import MemoryData


class MemoryFeeds(MemoryData):
    """A base class of `events.store.memory_store.MemoryStore`; the methods are those of `Store`."""

    def feed_ends(self) -> Mapping[str, str]:
        with self._changed:
            return {partition: feed[-1].id if feed else "0-0" for partition, feed in self._feeds.items()}

    def follow(self, after: Mapping[str, str], wait_ms: int, limit: int = 1000) -> Sequence[FeedEntry]:
        each = max(1, limit // max(1, len(after)))

        def news() -> list[FeedEntry]:
            return [entry for feed, position in after.items() for entry in self._after(feed, position)[:each]]

        with self._changed:
            self._changed.wait_for(news, wait_ms / 1000 if after else 0)
            return news()

    def _after(self, partition: str, position: str) -> list[FeedEntry]:
        feed = self._feeds[partition]
        return feed[bisect_right(feed, order(position), key=_position_of) :]

    def trim_feed(self, before: Mapping[str, str]) -> None:
        with self._changed:
            for partition, position in before.items():
                feed = self._feeds[partition]
                del feed[: bisect_left(feed, order(position), key=_position_of)]

    def feed_readers(self) -> Sequence[Mapping[str, str]]:
        return ()

    def take_due(self, now_ms: int, lease_ms: int, limit: int) -> Sequence[str]:
        with self._changed:
            due = sorted((at, table) for table, at in self._due.items() if at <= now_ms)
            taken = [table for _, table in due[:limit]]
            self._due |= dict.fromkeys(taken, now_ms + lease_ms)
            return taken

    def postpone(self, table: str, version: int, due_ms: int | None) -> None:
        check_due(due_ms)
        with self._changed:
            if len(self._stored[table].lines) == version:
                self._set_due(table, due_ms)


def _position_of(entry: FeedEntry) -> tuple[int, int]:
    return order(entry.id)

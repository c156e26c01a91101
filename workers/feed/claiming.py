"""Feed entries of consumers that are gone: another one processes them, or parks them when that has been tried too often."""

import logging
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple, Protocol

from events.feed.consumer_group import Delivered
from events.store.event_store import FeedEntry

log = logging.getLogger(__name__)

CLAIMED_AFTER_MS: Final = 5_000
"""An entry that was delivered so long ago and is not done is claimed by another consumer of its group."""

MOST_DELIVERIES: Final = 5
"""How often an entry is delivered before it is parked."""


class Feed(Protocol):
    """The methods of a `ConsumerGroup` that reactors and dispatchers use. Each raises `StoreUnavailable`."""

    def read(self, wait_ms: int, limit: int = ...) -> Sequence[FeedEntry]: ...
    def claim(self, idle_ms: int) -> Sequence[Delivered]: ...
    def done(self, entries: Iterable[FeedEntry]) -> None: ...


class Claimed(NamedTuple):
    """Entries to process now, and those that were parked: they are done."""

    entries: Sequence[FeedEntry]
    parked: Sequence[FeedEntry]


def claim(feed: Feed, consumers: str, park: Callable[[FeedEntry, str, str], None]) -> Claimed:
    """Take over the entries of consumers that are gone. `park(entry, code, reason)` is called for each that was delivered too often;
    `consumers` names them in its reason ("reactors"). Raises `StoreUnavailable`.
    """
    claimed = feed.claim(CLAIMED_AFTER_MS)
    stuck = [delivered for delivered in claimed if delivered.times > MOST_DELIVERIES]
    for entry, times in stuck:
        log.error("the feed's entry %s about %s is parked: it was delivered to %d %s", entry.id, entry.table, times, consumers)
        park(entry, "feed-entry-stuck", f"given to {times} {consumers}")
    return Claimed([entry for entry, times in claimed if times <= MOST_DELIVERIES], [entry for entry, _ in stuck])

"""What the feed calls for: each entry is heard by every listener, and what they ask for is in the schedule before the entry is done."""

import logging
from collections.abc import Iterable, Sequence
from typing import Final

from events.feed_group import Delivered
from events.store import FeedEntry, StoreUnavailable
from workers.dispatch.desk import Desk, Listener
from workers.reactor import Feed

log = logging.getLogger(__name__)

GROUP: Final = "dispatcher"

AT_ONCE: Final = 500
"""Feed entries that are dealt with in one go."""

LEFT_FOR_MS: Final = 5_000
"""How long ago an entry was given to a dispatcher that has not dealt with it."""

TRIES: Final = 5
"""How often an entry is given to a dispatcher before it is parked."""


class Hearing:
    """One member of those who share the feed. Every method raises `StoreUnavailable`."""

    def __init__(self, desk: Desk, feed: Feed, listeners: Sequence[Listener]) -> None:
        self._desk = desk
        self._feed = feed
        self._listeners = listeners

    def hear(self, wait_ms: int) -> Sequence[FeedEntry]:
        """Ask for what new entries call for, or the first ones within `wait_ms`. Answers those that are to be `done`."""
        return [entry for entry in self._feed.read(wait_ms, AT_ONCE) if self._asked(entry)]

    def done(self, entries: Iterable[FeedEntry]) -> None:
        """These need not be heard again."""
        self._feed.done(entries)

    def claim(self) -> None:
        """Take over what dispatchers that are gone have left, as often as that may help."""
        self._feed.done([given.entry for given in self._feed.claim(LEFT_FOR_MS) if self._gives_up(given) or self._asked(given.entry)])

    def _asked(self, entry: FeedEntry) -> bool:
        """Ask for what an entry calls for. False if that fails in a way it should not have: it is given to somebody again."""
        try:
            calls = {call for listener in self._listeners for call in listener(self._desk, entry)}
            self._desk.schedule.ask_all(calls, self._desk.now())
        except StoreUnavailable:
            raise
        except Exception:
            log.exception("what the feed's entry %s about %s calls for cannot be found out", entry.id, entry.table)
            return False
        return True

    def _gives_up(self, given: Delivered) -> bool:
        """Whether an entry was given to somebody too often; then it is parked."""
        entry, times = given
        if times <= TRIES:
            return False
        log.error("the feed's entry %s about %s is given up: it was given to %d dispatchers", entry.id, entry.table, times)
        name = f"dispatch-{entry.table}-{entry.last}"
        self._desk.tools.parked.park("", (), name, "feed-entry-stuck", f"given to {times} dispatchers", self._desk.now())
        return True

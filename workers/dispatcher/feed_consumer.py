"""What the feed calls for: each entry is heard by every listener, and what they ask for is in the schedule before the entry is done.

Entries about one table are heard together: whoever looks at the table then sees all of them at once. So a crowd of webhooks costs once for
each table that is busy, not for each thing that happens there.
"""

import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Final

from events.feed.consumer_group import Delivered
from events.store.event_store import FeedEntry, StoreUnavailable
from workers.dispatcher.parts import DispatcherParts, Listener
from workers.feed.reactor import Feed

log = logging.getLogger(__name__)

GROUP: Final = "dispatcher"

AT_ONCE: Final = 500
"""Feed entries that are dealt with in one go: each may call for as many calls as there are webhooks, and turns wait meanwhile."""

LEFT_FOR_MS: Final = 5_000
"""How long ago an entry was given to a dispatcher that has not dealt with it."""

TRIES: Final = 5
"""How often an entry is given to a dispatcher before it is parked."""


class FeedConsumer:
    """One member of those who share the feed. Every method raises `StoreUnavailable`."""

    def __init__(self, parts: DispatcherParts, feed: Feed, listeners: Sequence[Listener]) -> None:
        self._desk = parts
        self._feed = feed
        self._listeners = listeners

    def hear(self, wait_ms: int, between: Callable[[], None] = lambda: None) -> Sequence[FeedEntry]:
        """Ask for what new entries call for, or the first ones within `wait_ms`. Answers those that are to be `done`. What one listener
        has asked for all of them is begun (`between`) before the next is asked.
        """
        return self._all_asked(self._feed.read(wait_ms, AT_ONCE), between)

    def done(self, entries: Iterable[FeedEntry]) -> None:
        """These need not be heard again."""
        self._feed.done(entries)

    def claim(self) -> None:
        """Take over what dispatchers that are gone have left, as often as that may help."""
        claimed = self._feed.claim(LEFT_FOR_MS)
        given_up = [given.entry for given in claimed if self._gives_up(given)]
        heard = self._all_asked([given.entry for given in claimed if given.entry not in given_up])
        self._feed.done([*given_up, *heard])

    def _all_asked(self, entries: Iterable[FeedEntry], between: Callable[[], None] = lambda: None) -> Sequence[FeedEntry]:
        """The entries for which every listener's calls are asked for."""
        left = _by_table(entries)
        for listener in self._listeners:
            asked = {table: self._asked(_together(some), listener) for table, some in left.items()}
            left = {table: some for table, some in left.items() if asked[table] is not None}
            if any(asked.values()):
                between()
        return [entry for some in left.values() for entry in some]

    def _asked(self, entry: FeedEntry, listener: Listener) -> int | None:
        """Ask for what an entry calls for; how many calls that is. None if it fails in a way it should not have: somebody is given the
        entry again.
        """
        try:
            calls = {*listener(self._desk, entry)}
            self._desk.schedule.ask_all(calls, self._desk.now())
        except StoreUnavailable:
            raise
        except Exception:
            log.exception("what the feed's entry %s about %s calls for cannot be found out", entry.id, entry.table)
            return None
        return len(calls)

    def _gives_up(self, given: Delivered) -> bool:
        """Whether an entry was given to somebody too often; then it is parked."""
        entry, times = given
        if times <= TRIES:
            return False
        log.error("the feed's entry %s about %s is given up: it was given to %d dispatchers", entry.id, entry.table, times)
        name = f"dispatch-{entry.table}-{entry.last}"
        self._desk.tools.parked.park("", (), name, "feed-entry-stuck", f"given to {times} dispatchers", self._desk.now())
        return True


def _by_table(entries: Iterable[FeedEntry]) -> Mapping[str, Sequence[FeedEntry]]:
    """The entries of each table, in order; what no append has written, and a removal, is for itself."""
    found: defaultdict[str, list[FeedEntry]] = defaultdict(list)
    for entry in entries:
        found[entry.table if entry.first else f"{entry.partition} {entry.id}"].append(entry)
    return found


def _together(entries: Sequence[FeedEntry]) -> FeedEntry:
    """Entries about one table as one."""
    first, last = min(entry.first for entry in entries), max(entry.last for entry in entries)
    types, calls = ((*dict.fromkeys(name for entry in entries for name in names(entry)),) for names in (_TYPES, _CALLS))
    return entries[0]._replace(first=first, last=last, types=types, calls=calls)


_TYPES: Final = attrgetter("types")
_CALLS: Final = attrgetter("calls")

"""Turns feed entries into scheduled calls: every listener gets each entry, and its calls are scheduled before the entry is done.

Entries about one table are combined, so a listener reads the table once for all of them. So the cost of many webhooks depends on the number
of busy tables, not on the number of events.
"""

import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from operator import attrgetter
from typing import Final

from events.store.event_store import FeedEntry, StoreUnavailable
from workers.dispatcher.parts import DispatcherParts, Listener
from workers.feed.claiming import Feed, claim
from workers.jobs.queue_server import QueueUnavailable

log = logging.getLogger(__name__)

GROUP: Final = "dispatcher"

MOST_ENTRIES_AT_ONCE: Final = 500
"""Feed entries in one step: each may cause as many calls as there are webhooks, and turns wait meanwhile."""


class FeedConsumer:
    """One member of the feed's group. Every method raises `StoreUnavailable`."""

    def __init__(self, parts: DispatcherParts, feed: Feed, listeners: Sequence[Listener]) -> None:
        self._parts = parts
        self._feed = feed
        self._listeners = listeners

    def consume(self, wait_ms: int, between: Callable[[], None] = lambda: None) -> Sequence[FeedEntry]:
        """Schedule the calls of new entries, or of the first ones within `wait_ms`. Returns the entries that are to be `done`.

        After each listener that has scheduled a call, `between` is called, so that its calls start before the next listener runs.
        """
        return self._schedule_all(self._feed.read(wait_ms, MOST_ENTRIES_AT_ONCE), between)

    def done(self, entries: Iterable[FeedEntry]) -> None:
        """These entries are processed."""
        self._feed.done(entries)

    def claim(self) -> None:
        """Process the entries of dispatchers that are gone; park those that were delivered too often."""
        claimed = claim(self._feed, "dispatchers", self._park)
        self._feed.done([*claimed.parked, *self._schedule_all(claimed.entries)])

    def _schedule_all(self, entries: Iterable[FeedEntry], between: Callable[[], None] = lambda: None) -> Sequence[FeedEntry]:
        """The entries for which the calls of every listener are scheduled."""
        left = _by_table(entries)
        for listener in self._listeners:
            counts = {table: self._schedule(_combined(batch), listener) for table, batch in left.items()}
            left = {table: batch for table, batch in left.items() if counts[table] is not None}
            if any(counts.values()):
                between()
        return [entry for batch in left.values() for entry in batch]

    def _schedule(self, entry: FeedEntry, listener: Listener) -> int | None:
        """Schedule the calls of an entry for a listener. Returns how many; None if the listener fails: the entry is delivered again."""
        try:
            calls = {*listener(self._parts, entry)}
        except StoreUnavailable:
            return None  # of a cluster, the servers of other tables may answer
        except Exception:
            log.exception("the calls of the feed's entry %s about %s cannot be found", entry.id, entry.table)
            return None
        self._parts.schedule.request_all(calls, self._parts.now(), entry.trace)
        return len(calls)

    def _park(self, entry: FeedEntry, code: str, why: str) -> None:
        """Park the entry, unless the queue is away: calls need no queue, and do not wait for it. The log names the entry as well."""
        with suppress(QueueUnavailable):
            self._parts.worker.parked.park("", (), f"dispatch-{entry.table}-{entry.last}", code, why, self._parts.now())


def _by_table(entries: Iterable[FeedEntry]) -> Mapping[str, Sequence[FeedEntry]]:
    """The entries of each table, in order; foreign entries and removals stay separate."""
    found: defaultdict[str, list[FeedEntry]] = defaultdict(list)
    for entry in entries:
        found[entry.table if entry.first else f"{entry.partition} {entry.id}"].append(entry)
    return found


def _combined(entries: Sequence[FeedEntry]) -> FeedEntry:
    """Entries about one table, combined into one."""
    first, last = min(entry.first for entry in entries), max(entry.last for entry in entries)
    types, calls = ((*dict.fromkeys(name for entry in entries for name in names(entry)),) for names in (_TYPES, _CALLS))
    return entries[0]._replace(first=first, last=last, types=types, calls=calls, trace=entries[-1].trace)


_TYPES: Final = attrgetter("types")
_CALLS: Final = attrgetter("calls")

"""The lag of each reader of the feed, for operators. The feed is stored until its slowest reader has read it, even if that reader never
returns.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

from redis import Redis

from events.feed.consumer_group import check_lost
from events.feed.consumers import Consumers
from events.feed.entries import order
from events.store.keys import PARTITIONS, feed_key
from events.store.redis_connection import answered

ACTIVE_WITHIN: Final = timedelta(seconds=10)
"""A reader seen within this time is active. An active reader calls several times a second."""

_ENTRIES_PER_READ: Final = 1000
"""Entries per read when counting."""


class ConsumerLag(NamedTuple):
    """A reader's lag.

    `left`: the number of entries that it has not processed. `since`: the time of the oldest of them, None if there are none. `unseen`: the
    time since a member of its group was last seen, None if it has no members.
    """

    name: str
    left: int
    since: datetime | None
    unseen: timedelta | None

    @property
    def reads(self) -> bool:
        """Whether a process reads under this name now."""
        return self.unseen is not None and self.unseen < ACTIVE_WITHIN


class Standings:
    """The lag of all readers. Every method raises `StoreUnavailable`."""

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._send: Callable[..., Any] = client.execute_command
        self.readers = Consumers(client)

    @answered
    def list(self) -> Sequence[ConsumerLag]:
        """The lag of every registered reader, by name."""
        return [self._lag_of(name) for name in self.readers.names()]

    @answered
    def get(self, name: str) -> ConsumerLag | None:
        return self._lag_of(name) if name in self.readers.names() else None

    def _lag_of(self, name: str) -> ConsumerLag:
        left, oldest = 0, []
        for partition, entry_id in self.readers.all_checkpoints(name).items():
            for page in self._after(partition, entry_id):
                left += len(page)
                oldest.append(order(page[0])[0])
        since = datetime.fromtimestamp(min(oldest) / 1000, UTC) if oldest else None
        return ConsumerLag(name, left, since, min(self._unseen(name), default=None))

    def _after(self, partition: str, entry_id: str) -> Iterator[Sequence[str]]:
        """The ids of the feed's entries after an id, in pages that are not empty."""
        while entries := self._send("XRANGE", feed_key(partition), f"({entry_id}", "+", "COUNT", _ENTRIES_PER_READ):
            page = [entry.decode() for entry, _ in entries]
            yield page
            entry_id = page[-1]

    def _unseen(self, name: str) -> Iterator[timedelta]:
        """The time since each member of the reader's group was last seen, in each partition."""
        with self._client.pipeline(transaction=False) as pipe:
            for partition in PARTITIONS:
                pipe.xinfo_consumers(feed_key(partition), name)
            replies: Sequence[Any] = pipe.execute(raise_on_error=False)
        for reply in replies:
            if isinstance(reply, Exception):
                check_lost(reply)
            else:
                yield from (timedelta(milliseconds=member["idle"]) for member in reply)

"""How far behind a reader of the feed is, for operators: the feed is kept for the slowest, also if it never comes back."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

from redis import Redis

from events.feed.consumer_group import check_lost
from events.feed.consumers import Consumers
from events.feed.entries import order
from events.store.keys import PARTITIONS, feed_key
from events.store.redis_connection import answered

READS: Final = timedelta(seconds=10)
"""A reader that was seen within this time reads now: living ones ask several times a second."""

_AT_ONCE: Final = 1000
"""Entries that are counted in one go."""


class ConsumerLag(NamedTuple):
    """A reader: how many entries of the feed it has not done; when the oldest of these was written, None if there are none; for how long
    no member of its group was seen, None if it has no members.
    """

    name: str
    left: int
    since: datetime | None
    unseen: timedelta | None

    @property
    def reads(self) -> bool:
        """Whether somebody reads under this name now."""
        return self.unseen is not None and self.unseen < READS


class Standings:
    """Every method raises `StoreUnavailable`."""

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._ask: Callable[..., Any] = client.execute_command
        self.readers = Consumers(client)

    @answered
    def list(self) -> Sequence[ConsumerLag]:
        """Where every registered reader stands, by name."""
        return [self._standing(name) for name in self.readers.names()]

    @answered
    def get(self, name: str) -> ConsumerLag | None:
        return self._standing(name) if name in self.readers.names() else None

    def _standing(self, name: str) -> ConsumerLag:
        left, oldest = 0, []
        for partition, place in self.readers.places(name).items():
            for page in self._after(partition, place):
                left += len(page)
                oldest.append(order(page[0])[0])
        since = datetime.fromtimestamp(min(oldest) / 1000, UTC) if oldest else None
        return ConsumerLag(name, left, since, min(self._unseen(name), default=None))

    def _after(self, partition: str, place: str) -> Iterator[Sequence[str]]:
        """The ids of the feed's entries after a place, in pages that are not empty."""
        while entries := self._ask("XRANGE", feed_key(partition), f"({place}", "+", "COUNT", _AT_ONCE):
            page = [entry.decode() for entry, _ in entries]
            yield page
            place = page[-1]

    def _unseen(self, name: str) -> Iterator[timedelta]:
        """For how long each member of the reader's group was not seen, in each partition."""
        with self._client.pipeline(transaction=False) as pipe:
            for partition in PARTITIONS:
                pipe.xinfo_consumers(feed_key(partition), name)
            replies: Sequence[Any] = pipe.execute(raise_on_error=False)
        for reply in replies:
            if isinstance(reply, Exception):
                check_lost(reply)
            else:
                yield from (timedelta(milliseconds=member["idle"]) for member in reply)

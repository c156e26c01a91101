"""Members of a feed group, and a feed to share: entries whose tables are told apart by their last letters."""

from dataclasses import dataclass, field

from redis import Redis

from events.feed.consumer_group import ConsumerGroup
from events.feed.consumers import Consumers
from events.store.event_store import FeedEntry
from events.store.keys import PARTITIONS, feed_key
from events.store.redis_store import RedisStore
from tests.events.store.tables import Log, any_table

GROUP = "readers"


@dataclass
class Feed:
    """A feed on a real server, and the group that reads it."""

    client: Redis
    pauses: list[float] = field(default_factory=list)

    def member(self, name: str = "one", client: Redis | None = None) -> ConsumerGroup:
        """A member of the group; `pauses` tells how long it slept."""
        return ConsumerGroup(client or self.client, GROUP, name, sleep=self.pauses.append)

    def append(self, partition: str, count: int = 1) -> list[FeedEntry]:
        """Appends to a new table of the partition, and how the feed tells them."""
        store = RedisStore(self.client)
        before = store.feed_ends()
        log = Log(store, partition + any_table()[3:])
        for _ in range(count):
            log.append(1, calls=("play",))
        return [entry for entry in store.follow(before, 0, limit=16_000) if entry.table == log.table]

    def checkpoint(self, partition: str) -> str | None:
        return Consumers(self.client).checkpoints(GROUP).get(partition)

    def pending(self) -> int:
        """How many entries were given and are not done."""
        return sum(int(self.client.xpending(feed_key(partition), GROUP)["pending"]) for partition in PARTITIONS)

    def lose(self) -> None:
        """The group is gone from all partitions."""
        for partition in PARTITIONS:
            self.client.xgroup_destroy(feed_key(partition), GROUP)

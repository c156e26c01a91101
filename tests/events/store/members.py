"""A feed on a real server and members of its consumer group. The last letters of the tables distinguish the entries."""

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
        """A member of the group; `pauses` records how long it slept."""
        return ConsumerGroup(client or self.client, GROUP, name, sleep=self.pauses.append)

    def append(self, partition: str, count: int = 1) -> list[FeedEntry]:
        """Append to a new table of the partition; return the entries of the feed."""
        store = RedisStore(self.client)
        before = store.feed_ends()
        log = Log(store, partition + any_table()[3:])
        for _ in range(count):
            log.append(1, calls=("play",))
        return [entry for entry in store.follow(before, 0, limit=16_000) if entry.table == log.table]

    def checkpoint(self, partition: str) -> str | None:
        return Consumers(self.client).checkpoints(GROUP).get(partition)

    def pending(self) -> int:
        """The number of entries that were delivered and are not processed."""
        return sum(int(self.client.xpending(feed_key(partition), GROUP)["pending"]) for partition in PARTITIONS)

    def lose(self) -> None:
        """Remove the group from all partitions."""
        for partition in PARTITIONS:
            self.client.xgroup_destroy(feed_key(partition), GROUP)

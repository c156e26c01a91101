"""When the first table of a store is due. Only tests look ahead; the service only takes tables that are due."""

from redis import Redis, ResponseError

from events.store.keys import PARTITIONS, due_key
from events.store.memory_store import MemoryStore
from events.store.redis_store import RedisStore
from events.store.store import Store


def earliest_due(store: Store) -> int | None:
    """When (epoch, ms) the first table is due; None if none ever is."""
    if isinstance(store, MemoryStore):
        return min(store._due.values(), default=None)
    assert isinstance(store, RedisStore)
    first = [_first(store._client, partition) for partition in PARTITIONS]
    return min((at for at in first if at is not None), default=None)


def _first(client: Redis, partition: str) -> int | None:
    try:
        found = client.zrange(due_key(partition), 0, 0, withscores=True)
    except ResponseError:  # the key holds another type
        return None
    return int(found[0][1]) if found else None

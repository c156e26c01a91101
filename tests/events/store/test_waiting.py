import threading
import time

from redis import Redis

from events.store.redis_connection import connect
from events.store.redis_store import RedisStore
from tests.events.store.tables import Log


def connections(client: Redis) -> int:
    """The number of connections that the server has ever accepted."""
    return int(client.info("stats")["total_connections_received"])


def test_a_quiet_feed_can_be_followed_for_longer_than_the_socket_waits(store_url: str) -> None:
    with connect(store_url, timeout=0.4) as client:
        store = RedisStore(client)
        ends = store.feed_ends()
        store.follow(ends, 10)
        before, begun = connections(client), time.monotonic()

        for _ in range(2):
            assert store.follow(ends, 1200) == []

        assert 2.3 < time.monotonic() - begun < 4
        assert connections(client) == before


def test_who_follows_does_not_hold_up_others(store_url: str) -> None:
    with connect(store_url, connections=1) as client:
        log = Log(RedisStore(client))
        ends = log.store.feed_ends()
        told: list[object] = []
        followers = [threading.Thread(target=lambda: told.extend(log.store.follow(ends, 5000))) for _ in range(5)]
        for follower in followers:
            follower.start()
        begun = time.monotonic()
        time.sleep(0.1)

        log.append(1)

        for follower in followers:
            follower.join()
        assert time.monotonic() - begun < 3
        assert len(told) == 5

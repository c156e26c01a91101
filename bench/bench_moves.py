"""Moves per second, compared to a bare Flask route with one EVALSHA of the same append, in turns, under the shipped configuration.

Prints the median of the rounds and the ratio; target: at least 0.6. `python -m bench.bench_moves [ROUNDS]`
"""

import json
import os
import re
import statistics
import sys
import threading
import time
from collections.abc import Callable, Sequence

from bench.serving import Connection, store, web
from events.store.keys import new_table_id

CONNECTIONS = 32
ROUND_SECONDS = 2.0
OWED = re.compile(rb'"owed":\[\{"seat":(\d+),"decision":(\d+)')
TABLE = b'{"game":"dicy-cards","options":{"first_seat":"creator"},"seats":[{"kind":"human"},{"kind":"human"}]}'


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with store() as url, web("service.app:create_app()", url) as moves_port, web("bench.bare:create_app()", url) as bare_port:
        moves = [MovingClient(moves_port) for _ in range(CONNECTIONS)]
        bare = [BareClient(bare_port) for _ in range(CONNECTIONS)]
        both = [(per_second(moves), per_second(bare)) for _ in range(rounds + 1)][1:]
    for name, rates in zip(("POST …/moves", "bare append"), zip(*both, strict=True), strict=True):
        print(f"{name:14} {statistics.median(rates):7.0f} requests/s  ({min(rates):.0f}..{max(rates):.0f})")
    ratios = [moved / appended for moved, appended in both]
    print(f"ratio          {statistics.median(ratios):7.2f}             ({min(ratios):.2f}..{max(ratios):.2f})")


class MovingClient:
    """Plays its own table: a roll, a skip, a roll and so on."""

    def __init__(self, port: int, shared: Connection | None = None) -> None:
        """On a connection of its own, or on one that it shares with others that do not play at the same time."""
        self._port = port
        self._connection = shared or Connection(port)
        self._create_table()

    def reconnect(self, shared: Connection | None = None) -> None:
        """Connect again, or go on with this connection: the server has closed one that was idle for long."""
        self._connection = shared or Connection(self._port)

    def _create_table(self) -> None:
        answer = self._connection.request(b"POST", "/v1/tables", TABLE)
        created_table = json.loads(answer)
        self.table = f"/v1/tables/{created_table['view']['table']}"
        self._tokens = created_table["tokens"]
        self._answer, self._rolls = answer, True

    def __call__(self) -> None:
        owed = OWED.search(self._answer)
        if owed is None:
            self._create_table()
            return
        move = b"roll" if self._rolls else b"skip"
        self._rolls = not self._rolls
        body = b'{"type":"%s","decision":%s}' % (move, owed[2])
        self._answer = self._connection.request(b"POST", f"{self.table}/moves", body, self._tokens[owed[1].decode()])


class BareClient:
    """Appends one line, two lines, one line and so on to its own log."""

    def __init__(self, port: int) -> None:
        self._connection = Connection(port)
        self.table, self._version, self._lines = new_table_id(os.urandom(17)), 0, 1

    def __call__(self) -> None:
        self._connection.request(b"POST", f"/append/{self.table}/{self._version}/{self._lines}", b"{}")
        self._version += self._lines
        self._lines = 3 - self._lines

    def close(self) -> None:
        self._connection.close()


def per_second(clients: Sequence[Callable[[], object]]) -> float:
    """Requests per second of all clients at once, each in a thread."""
    until = time.perf_counter() + ROUND_SECONDS
    counts = [0] * len(clients)

    def run(number: int) -> None:
        while time.perf_counter() < until:
            clients[number]()
            counts[number] += 1

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(clients))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts) / ROUND_SECONDS


if __name__ == "__main__":
    main()

"""Many open streams in one web process: what each costs in memory, and how fast a move reaches those who watch its table.

Opens the streams in equal numbers at each table, then plays at tables by turns, one move after another. Prints the bytes of a stream (the
growth of the process), p50 and p95 of the time from a move's request to its arrival at each watcher, and the moves per second meanwhile.
Targets: 25 KB, p95 below 20 ms. `python -m bench.bench_streams [STREAMS] [TABLES] [MOVES]`, 5000, 500 and 500 by default; no more streams
are opened than a process has by default on this machine.
"""

import resource
import selectors
import socket
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import cycle

from bench.bench_moves import MovingClient
from bench.process_cpu import Watched
from bench.serving import Connection, as_shipped, store
from events.limits import Limits
from service.processes.capacity import capacity

RESERVED = 400
"""Open files of this process other than streams."""
SETTLING = 1.0
"""Seconds after the last stream has opened, for the process to finish its work."""
LONGEST_WAIT = 10.0
"""Seconds after which a move that has not reached all watchers never will."""
OPENING = b"GET %s/events HTTP/1.1\r\nHost: bench\r\nAccept: text/event-stream\r\n\r\n"
NEWEST_KNOWN, MOVE = b"dicy-cards.first-seat-chosen", b"id: "
"""In the last event of a new table, and in every event."""


def main() -> None:
    given = [int(number) for number in sys.argv[1:]]
    wanted, tables, moves = (*given, *(5000, 500, 500)[len(given) :])
    streams = min(wanted, open_files() - RESERVED, capacity(Limits(), processes=1).streams)
    with store() as url, as_shipped(url) as server:
        process, connection = Watched(server.web_process()), Connection(server.port)
        players = [MovingClient(server.port, connection) for _ in range(tables)]
        before = process.memory()
        watchers = Watchers(server.port, [player.table for player in players], streams)
        print(f"{streams} streams at {tables} tables: {(process.memory() - before) / streams / 1000:.1f} KB each", flush=True)
        connection = Connection(server.port)  # the server has closed the other one, which was idle while the streams were opened
        for player in players:
            player.reconnect(connection)
        started = time.perf_counter()
        delays = [delay for number in range(moves) for delay in watchers.delays(players[number % tables])]
        seconds = time.perf_counter() - started
    p50, p95 = statistics.median(delays) * 1000, statistics.quantiles(delays, n=20)[-1] * 1000
    print(f"a move reaches its watchers in p50 {p50:.1f} ms, p95 {p95:.1f} ms")
    print(f"{moves / seconds:.0f} moves/s, one after the other")


def open_files() -> int:
    """The most files that this process may open, from now on."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return sys.maxsize if hard == resource.RLIM_INFINITY else hard


class Watchers:
    """Open streams, in equal numbers at each table, that have received everything so far."""

    def __init__(self, port: int, tables: Sequence[str], streams: int) -> None:
        self._at: dict[str, list[socket.socket]] = {table: [] for table in tables}
        for table, _ in zip(cycle(tables), range(streams), strict=False):
            self._at[table].append(self._opened(port, table))
        time.sleep(SETTLING)

    def _opened(self, port: int, table: str) -> socket.socket:
        watcher = socket.create_connection(("127.0.0.1", port))
        watcher.sendall(OPENING % table.encode())
        received = b""
        while NEWEST_KNOWN not in received:
            piece = watcher.recv(65536)
            if not piece:
                raise ConnectionError(received.decode())
            received += piece
        return watcher

    def delays(self, player: MovingClient) -> list[float]:
        """Seconds from the player's request for a move to the arrival of its events at each watcher of the table."""
        waiting = selectors.DefaultSelector()
        for watcher in self._at[player.table]:
            waiting.register(watcher, selectors.EVENT_READ, watcher)
        with waiting, ThreadPoolExecutor(1) as playing:
            started = time.perf_counter()
            move = playing.submit(player)
            return list(self._arrivals(waiting, started, move))

    def _arrivals(self, waiting: selectors.BaseSelector, started: float, move: Future[None]) -> Iterator[float]:
        while waiting.get_map():
            ready = waiting.select(LONGEST_WAIT)
            if time.perf_counter() - started > LONGEST_WAIT:
                raise TimeoutError("a watcher has not received the move") from move.exception()
            for key, _ in ready:
                watcher: socket.socket = key.data
                if MOVE in watcher.recv(65536):
                    waiting.unregister(watcher)
                    yield time.perf_counter() - started


if __name__ == "__main__":
    main()

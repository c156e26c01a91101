"""What floods from one address cost a table elsewhere: its requests are timed while nothing else happens, and beside each flood.

Streams that stay or are renewed, silent connections, forks and new tables, each as many as the service lets in and as fast as one client
can. The flood comes from 127.0.0.9, the healthy table's player from 127.0.0.1, out of a process of its own at the lowest priority: its
work is not the service's.
Prints p50 and p95 of a move's round (view and moves), the ratios to idle, and the load of the machine; target: p95 under twice its idle
value. What bots and webhooks that never answer cost is in `bench_calls`, what tables of built-in players do in `bench_shares`.
`python -m bench.bench_floods [SECONDS]`
"""

import multiprocessing
import os
import socket
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from multiprocessing.synchronize import Event
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from service.processes import embedded_store
from tests.live import FEWEST, Api, Service, running

FLOODER = "127.0.0.9"
TABLE = b'{"game": "dicy-cards", "seats": [{"kind": "human"}, {"kind": "human"}]}'
PAUSE = 0.02
"""Seconds between two requests of the healthy table's player."""


class Tables(NamedTuple):
    """A finished table, and one that is played."""

    over: str
    played: str


Flood = Callable[[str, Tables, Event], None]
"""Given the service's address, tables, and what says when to stop."""


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    with ExitStack() as ending:
        folder = Path(ending.enter_context(TemporaryDirectory()))
        url = ending.enter_context(embedded_store.running(folder / "store"))
        service = ending.enter_context(running(url, folder, FEWEST, web_processes="2", rate_limit="6000/minute"))
        tables = _laid(service)
        idle = _timed(service, seconds)
        _say("idle", idle, idle)
        for name in FLOODS:
            with _beside(service, tables, name):
                _say(name, _timed(service, seconds), idle)


def _say(name: str, times: list[float], idle: list[float]) -> None:
    p95 = _p95(times)
    print(f"{name:22} p50 {statistics.median(times) * 1e3:7.1f} ms, p95 {p95 * 1e3:7.1f} ms, ", end="")
    print(f"{p95 / _p95(idle):5.2f} times idle, {len(times)} rounds, load {os.getloadavg()[0]:.1f}", flush=True)


def _p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]


def _laid(service: Service) -> Tables:
    with Api(service.url) as api:
        over = api.create_table(2)
        for who in over.seated:
            api.leave(who)
        return Tables(over.table, api.create_table(2).table)


def _timed(service: Service, seconds: float) -> list[float]:
    """How long a player of a healthy table waits for view and moves, each time over again."""
    times = []
    with Api(service.url) as api:
        who = api.create_table(2).seated[0]
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            before = time.perf_counter()
            api.view(who.table, token=who.token)
            api.moves(who)
            times.append(time.perf_counter() - before)
            time.sleep(PAUSE)
    return times


@contextmanager
def _beside(service: Service, tables: Tables, name: str) -> Iterator[None]:
    """While a flood goes on in a process of its own."""
    processes = multiprocessing.get_context("spawn")
    stop = processes.Event()
    flood = processes.Process(target=_flood, args=(name, service.url, tables, stop), daemon=True)
    flood.start()
    time.sleep(3)
    try:
        yield
    finally:
        stop.set()
        flood.join(30)
        time.sleep(2)


def _flood(name: str, url: str, tables: Tables, stop: Event) -> None:
    os.nice(19)
    FLOODS[name](url, tables, stop)


def _connect(url: str) -> socket.socket:
    host, _, port = url.removeprefix("http://").partition(":")
    return socket.create_connection((host, int(port)), 5, (FLOODER, 0))


def _holding(count: int, sent: bytes) -> Flood:
    """A flood of so many connections that send this, or nothing, and stay; each that is closed is opened again."""

    def flood(url: str, tables: Tables, stop: Event) -> None:
        held: list[socket.socket] = []
        while not stop.is_set():
            held = [connection for connection in held if _is_open(connection)]
            while len(held) < count and not stop.is_set():
                with suppress(OSError):
                    held.append(_connect(url))
                    held[-1].sendall(_of(sent, tables.played))
            stop.wait(0.05)

    return flood


def _is_open(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        while connection.recv(1 << 16):
            pass
    except BlockingIOError:
        return True
    except OSError:
        pass
    connection.close()
    return False


def _renewing(count: int, sent: bytes) -> Flood:
    """A flood of connections that send this about a finished table: so many at once, and then as many new ones."""

    def flood(url: str, tables: Tables, stop: Event) -> None:
        while not stop.is_set():
            with ExitStack() as ending:
                for _ in range(count):
                    with suppress(OSError):
                        ending.enter_context(_connect(url)).sendall(_of(sent, tables.over))
                    if stop.is_set():
                        break

    return flood


def _of(sent: bytes, table: str) -> bytes:
    return sent % table.encode() if b"%s" in sent else sent


def _asking(path: str, body: bytes) -> Flood:
    """A flood of requests, one after the other on each of four connections."""

    def flood(url: str, tables: Tables, stop: Event) -> None:
        line = f"POST {path.format(table=tables.over)} HTTP/1.1\r\n"
        head = f"{line}Host: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        while not stop.is_set():
            with suppress(OSError), ExitStack() as ending:
                connections = [ending.enter_context(_connect(url)) for _ in range(4)]
                while not stop.is_set():
                    for connection in connections:
                        connection.sendall(head.encode() + body)
                    for connection in connections:
                        if not connection.recv(1 << 20):
                            raise OSError

    return flood


STREAM = b"GET /v1/tables/%s/events HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n"
FLOODS: Mapping[str, Flood] = {
    "2,300 silent": _holding(2300, b""),
    "2,300 half requests": _holding(2300, b"GET / HTTP/1.1\r\nHost: x\r\n"),
    "1,000 streams": _holding(1000, STREAM),
    "1,000 streams renewed": _renewing(1000, STREAM),
    "forks": _asking("/v1/tables/{table}/fork", b'{"at": 5}'),
    "new tables": _asking("/v1/tables", TABLE),
}


if __name__ == "__main__":
    main()

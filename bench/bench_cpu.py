"""CPU milliseconds that a web process needs for a request: a move, a view, a view that the client has, `/healthz`.

A bare Flask route with one EVALSHA of a move's append is measured beside them, under gunicorn as it comes. With `--against COMMIT`, the web
process of that commit takes turns with ours on the same store. Prints the medians of the rounds, and the medians of the ratios within a
round. Targets: at least 0.66 of the bare route's moves. `python -m bench.bench_cpu [--rounds N] [--against COMMIT]`, 7 rounds by default.
"""

import argparse
import re
import statistics
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial

from bench.bench_moves import BareClient, MovingClient
from bench.process_cpu import Watched
from bench.serving import Connection, Server, as_it_comes, as_shipped, store
from tests.releases.code import worktree

CONNECTIONS = 8
REQUESTS = 250
"""Requests of each connection in a round."""
MOVES_BEFORE = 10
"""Moves at a table before it is viewed."""
TAG = re.compile(rb'etag: ("[^"]+")', re.IGNORECASE)

Client = Callable[[], object]
"""Makes one request."""


def main() -> None:
    asked = arguments()
    with ExitStack() as ending:
        url = ending.enter_context(store())
        servers = {"this": ending.enter_context(as_shipped(url))}
        if asked.against:
            servers[asked.against] = ending.enter_context(as_shipped(url, ending.enter_context(worktree(asked.against))))
        bare = ending.enter_context(as_it_comes("bench.bare:create_app()", url))
        measured = {(name, what): partial(cpu_ms, server, kind) for what, kind in REQUESTING.items() for name, server in servers.items()}
        measured["bare", "append"] = partial(cpu_ms, bare, BareClient)
        rounds = [{name: measure() for name, measure in measured.items()} for _ in range(asked.rounds + 1)][1:]
    report(rounds, asked.against)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--against", metavar="COMMIT", default="")
    return parser.parse_args()


class ViewingClient:
    """Asks for the view of its own table."""

    def __init__(self, port: int) -> None:
        client = MovingClient(port)
        for _ in range(MOVES_BEFORE):
            client()
        self._connection, self._table = Connection(port), client.table

    def __call__(self) -> None:
        self._connection.request(b"GET", self._table)


class PollingClient(ViewingClient):
    """Asks for the view that it has already."""

    def __init__(self, port: int) -> None:
        super().__init__(port)
        head, _ = self._connection.exchange(b"GET", self._table)
        self._known = b"If-None-Match: %s\r\n" % TAG.findall(head)[0]

    def __call__(self) -> None:
        self._connection.exchange(b"GET", self._table, headers=self._known)


class HealthClient:
    """Asks whether the process lives."""

    def __init__(self, port: int) -> None:
        self._connection = Connection(port)

    def __call__(self) -> None:
        self._connection.request(b"GET", "/healthz")


REQUESTING: Mapping[str, Callable[[int], Client]] = {
    "move": MovingClient,
    "view": ViewingClient,
    "view, 304": PollingClient,
    "/healthz": HealthClient,
}


def cpu_ms(server: Server, kind: Callable[[int], Client]) -> float:
    """CPU milliseconds of the server's web process for one request of new clients of this kind."""
    clients, process = [kind(server.port) for _ in range(CONNECTIONS)], Watched(server.web_process())
    before = process.cpu_seconds()
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        list(pool.map(make_requests, clients))
    return (process.cpu_seconds() - before) * 1000 / (CONNECTIONS * REQUESTS)


def make_requests(client: Client) -> None:
    for _ in range(REQUESTS):
        client()


def report(rounds: Sequence[Mapping[tuple[str, str], float]], against: str) -> None:
    for name, what in rounds[0]:
        print(f"{name:10} {what:10} {spread([each[name, what] for each in rounds])}")
    for what in [what for name, what in rounds[0] if name == "this"] if against else ():
        print(f"{what} here, of that at {against}: {spread([each['this', what] / each[against, what] for each in rounds])}")
    print(f"bare append, of a move: {spread([each['bare', 'append'] / each['this', 'move'] for each in rounds])}")


def spread(values: Sequence[float]) -> str:
    return f"{statistics.median(values):6.3f}  ({min(values):.3f}..{max(values):.3f})"


if __name__ == "__main__":
    main()

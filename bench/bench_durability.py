"""The cost of fsync policies and of replicas: moves per second, the time of one move and connections to the store, for each choice in turn,
under the shipped configuration.

Prints medians of the rounds, and ratios to `everysec` in the same round. The measured disk is that of TMPDIR; replicas run on this machine.
`TMPDIR=/srv python -m bench.bench_durability [ROUNDS]`
"""

import os
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from tempfile import TemporaryFile

from redis import Redis

from bench.bench_moves import CONNECTIONS, MovingClient, per_second
from bench.serving import store, web
from events.store.levels import CLIENT_NAME
from tests.events.store.replicas import group

FSYNCS = ("everysec", "always", "no")
"""`no` leaves it to the operating system, which shows the cost of `everysec`. The service does not offer it."""
REPLICATED = {"followed": (1, 0), "replicated 1": (1, 1), "replicated 2": (2, 2)}
"""Stores with replicas, all with `everysec`: how many replicas there are, and how many of them a move waits for."""
POLICIES = (*FSYNCS, *REPLICATED)

MOVES_OF_ONE_CLIENT = 50
"""Moves in a round of one client alone."""


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    print(f"one fsync of this disk: {1000 * fsync():.2f} ms")
    with ExitStack() as ending:
        urls = {policy: ending.enter_context(store(policy)) for policy in FSYNCS}
        urls |= {policy: ending.enter_context(group(replicas)).url for policy, (replicas, _) in REPLICATED.items()}
        ports = {policy: ending.enter_context(web("service.app:create_app()", url, **_waiting(policy))) for policy, url in urls.items()}
        crowds = {policy: [MovingClient(port) for _ in range(CONNECTIONS)] for policy, port in ports.items()}
        print(f"{CONNECTIONS} clients at once, moves per second:")
        compare(rounds, lambda policy: per_second(_connected(crowds[policy])))
        print("one client alone, ms for a move:")
        compare(rounds, lambda policy: milliseconds(*_connected(crowds[policy][:1])))
        print("connections to the store:", ", ".join(f"{policy} {connections(url)}" for policy, url in urls.items()))
        print(f"WAIT 1 after a write: {waited(urls['replicated 1'], 'WAIT', 1):.2f} ms")
        print(f"WAITAOF 1 1 after a write: {waited(urls['replicated 1'], 'WAITAOF', 1, 1):.1f} ms")


def _connected(clients: Sequence[MovingClient]) -> Sequence[MovingClient]:
    for client in clients:
        client.reconnect()
    return clients


def _waiting(policy: str) -> dict[str, str]:
    """The settings for a number of replicas that a move waits for."""
    _, waits_for = REPLICATED.get(policy, (0, 0))
    return {"ROLLSTREAM_DURABILITY": "replicated", "ROLLSTREAM_REPLICAS": str(waits_for)} if waits_for else {}


def compare(rounds: int, measure: Callable[[str], float]) -> None:
    """Measure every policy once in each round, in a different order each time; the first round warms up."""
    seen = [dict(_turn(number, measure)) for number in range(rounds + 1)][1:]
    for policy in POLICIES:
        _show(policy, [round_[policy] for round_ in seen], [round_[policy] / round_["everysec"] for round_ in seen])


def _turn(number: int, measure: Callable[[str], float]) -> Sequence[tuple[str, float]]:
    shift = number % len(POLICIES)
    return [(policy, measure(policy)) for policy in POLICIES[shift:] + POLICIES[:shift]]


def _show(policy: str, values: Sequence[float], ratios: Sequence[float]) -> None:
    spread = f"({min(values):.1f}..{max(values):.1f})"
    print(f"  {policy:12} {statistics.median(values):8.1f}  {spread:18} ratio {statistics.median(ratios):5.2f}")


def milliseconds(client: MovingClient) -> float:
    """The median time of a move."""
    return statistics.median(_timed(client) for _ in range(MOVES_OF_ONE_CLIENT)) * 1000


def connections(url: str) -> int:
    """The connections that a web server has opened to the store."""
    with Redis.from_url(url) as client:
        return sum(found["name"] == CLIENT_NAME for found in client.client_list())


def waited(url: str, *command: str | int) -> float:
    """Milliseconds of a small write and a command that waits for the write, in one go: the median of 21."""
    with Redis.from_url(url) as client:

        def write() -> None:
            with client.pipeline(transaction=False) as pipe:
                pipe.set("rs:{service}:mark", b"")
                pipe.execute_command(*command, 5000)
                pipe.execute()

        return statistics.median(_timed(write) for _ in range(21)) * 1000


def fsync() -> float:
    """Seconds of a small write with fsync on this disk, the median of 101."""
    with TemporaryFile(buffering=0) as file:
        return statistics.median(_timed(lambda: _write(file.fileno())) for _ in range(101))


def _write(file: int) -> None:
    os.write(file, b"x" * 2000)
    os.fsync(file)


def _timed(act: Callable[[], object]) -> float:
    started = time.perf_counter()
    act()
    return time.perf_counter() - started


if __name__ == "__main__":
    main()

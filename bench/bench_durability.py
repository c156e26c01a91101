"""The cost of each fsync policy: moves per second and the time of one move, for each policy in turn, under the shipped configuration.

Prints medians of the rounds, and ratios to `everysec` in the same round. The measured disk is that of TMPDIR.
`TMPDIR=/srv python -m bench.bench_durability [ROUNDS]`
"""

import os
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from tempfile import TemporaryFile

from bench.bench_moves import CONNECTIONS, MovingClient, per_second
from bench.serving import store, web

POLICIES = ("everysec", "always", "no")
"""`no` leaves it to the operating system, which shows the cost of `everysec`. The service does not offer it."""

MOVES_OF_ONE_CLIENT = 50
"""Moves in a round of one client alone."""


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    print(f"one fsync of this disk: {1000 * fsync():.2f} ms")
    with ExitStack() as ending:
        ports = {policy: ending.enter_context(web("service.app:create_app()", ending.enter_context(store(policy)))) for policy in POLICIES}
        crowds = {policy: [MovingClient(port) for _ in range(CONNECTIONS)] for policy, port in ports.items()}
        print(f"{CONNECTIONS} clients at once, moves per second:")
        compare(rounds, lambda policy: per_second(crowds[policy]))
        print("one client alone, ms for a move:")
        compare(rounds, lambda policy: milliseconds(crowds[policy][0]))


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
    print(f"  {policy:9} {statistics.median(values):8.1f}  {spread:18} ratio {statistics.median(ratios):5.2f}")


def milliseconds(client: MovingClient) -> float:
    """The median time of a move."""
    return statistics.median(_timed(client) for _ in range(MOVES_OF_ONE_CLIENT)) * 1000


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

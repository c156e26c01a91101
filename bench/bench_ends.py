"""Plays many tables of built-in players for each number of seats: do all of them end, and do all verify?

They are played in this machine's processes, without a service. Options and levels vary in turn, seeds are counted up. Every table is
verified, and some of each number of seats also by the second verifier. Exits with 1 if one is wrong.
`python -m bench.bench_ends [TABLES] [--game GAME] [--seats SEATS] [--second SAMPLE]`, by default 50 for each number of seats and 20 of
them; `--game` and `--seats` may be repeated.
"""

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Sequence
from functools import partial
from multiprocessing import Pool
from typing import NamedTuple

import msgspec

from bench.automatic import GAMES, Kind, kinds
from events.proof.verdict import Verdict
from events.proof.verify import verify
from events.testing.files import file_of
from tests.events.proof.second import second_verdicts


class Ended(NamedTuple):
    """A finished table: why it ended, its verdict, and its file if it is in the sample."""

    kind: Kind
    reason: str
    verdict: Verdict
    file: bytes


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("tables", type=int, nargs="?", default=50)
    options.add_argument("--game", action="append", choices=GAMES)
    options.add_argument("--seats", action="append", type=int)
    options.add_argument("--second", type=int, default=20)
    chosen = options.parse_args()
    wrong = 0
    with Pool(os.cpu_count()) as pool:
        for game in chosen.game or GAMES:
            for seats in chosen.seats or GAMES[game].seats:
                started = time.monotonic()
                chosen_kinds = kinds(chosen.tables, [game], [seats])
                ended = pool.starmap(partial(_ended, chosen.second), enumerate(chosen_kinds), chunksize=4)
                wrong += _report(f"{game}, {seats} seats", ended, time.monotonic() - started)
    sys.exit(bool(wrong))


def _ended(sample: int, number: int, kind: Kind) -> Ended:
    file = file_of(GAMES[kind.game], [kind.level] * kind.seats, f"bench-{number}", kind.options)
    document = msgspec.json.decode(file)
    return Ended(kind, document["outcome"]["reason"], verify(file, GAMES), file if number < sample else b"")


def _report(name: str, ended: Sequence[Ended], seconds: float) -> int:
    """Print the results of these tables; returns how many are wrong."""
    sample = [one for one in ended if one.file]
    differing = [
        f"{one.kind}: {one.verdict} and {second}"
        for one, second in zip(sample, second_verdicts(one.file for one in sample), strict=True)
        if one.verdict != second
    ]
    wrong = [f"{one.kind}: {one.verdict}" for one in ended if not one.verdict.ok]
    events = sorted(one.verdict.figures.events for one in ended)
    reasons = ", ".join(f"{reason} {count}" for reason, count in Counter(one.reason for one in ended).most_common())
    print(f"{name}: {len(ended)} tables ended in {seconds:.0f} s ({reasons}), {events[len(events) // 2]} events (at most {events[-1]})")
    print(f"  verified: {len(ended) - len(wrong)} of {len(ended)}, by the second verifier {len(sample) - len(differing)} of {len(sample)}")
    for line in (*wrong, *differing):
        print(f"  {line}")
    return len(wrong) + len(differing)


if __name__ == "__main__":
    main()

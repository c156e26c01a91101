"""Many tables of built-in players for each number of seats: do all of them end, and do all verify?

They are played in this machine's processes, without a service. Options and levels in turn, seeds counted up; every table is verified,
and of each number of seats some by the second verifier, too. Exits with 1 if one is wrong.
`python -m bench.bench_ends [TABLES] [--game GAME] [--second SAMPLE]`, by default 50 for each number of seats and 20 of them.
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
from bench.in_process import file_of
from events.proof.verdict import Verdict
from events.proof.verify import verify
from tests.events.proof.second import second_verdicts


class Ended(NamedTuple):
    """A table that came to its end: why, what became of it, and its file if somebody wants to see it."""

    kind: Kind
    reason: str
    verdict: Verdict
    file: bytes


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("tables", type=int, nargs="?", default=50)
    options.add_argument("--game", action="append", choices=GAMES)
    options.add_argument("--second", type=int, default=20)
    chosen = options.parse_args()
    wrong = 0
    with Pool(os.cpu_count()) as pool:
        for game in chosen.game or GAMES:
            for seats in GAMES[game].seats:
                started = time.monotonic()
                wanted = kinds(chosen.tables, [game], [seats])
                ended = pool.starmap(partial(_ended, chosen.second), enumerate(wanted), chunksize=4)
                wrong += _tell(f"{game}, {seats} seats", ended, time.monotonic() - started)
    sys.exit(bool(wrong))


def _ended(sample: int, number: int, kind: Kind) -> Ended:
    file = file_of(kind, f"bench-{number}")
    told = msgspec.json.decode(file)
    return Ended(kind, told["outcome"]["reason"], verify(file, GAMES), file if number < sample else b"")


def _tell(name: str, ended: Sequence[Ended], seconds: float) -> int:
    """Prints what became of these tables; answers how many are wrong."""
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
    for told in (*wrong, *differing):
        print(f"  {told}")
    return len(wrong) + len(differing)


if __name__ == "__main__":
    main()

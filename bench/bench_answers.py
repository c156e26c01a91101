"""How long a built-in player takes to answer: from the event that opens its decision to its own first event, by the times in the log.

A person plays against `greedy`, alone at the service: the person skips, then the built-in player has its turn. Prints median and 95th
percentile of the answers for which a worker was called; target: a median below 100 ms. `python -m bench.bench_answers [TURNS]`
"""

import sys

from bench.answering import summary, waits
from bench.automatic import service

GREEDY = {"kind": "ai", "level": "greedy"}


def main() -> None:
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    called: list[float] = []
    with service() as (_, connection):
        while len(called) < turns:
            called += [wait.ms for wait in waits(connection, GREEDY) if not wait.on_its_own]
    print(f"{len(called)} answers: {summary(called)}")


if __name__ == "__main__":
    main()

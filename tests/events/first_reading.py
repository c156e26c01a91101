"""Many threads read a class for the first time at the same time, again and again; the process must survive.

It runs in a separate process, because a failure would crash the process.
"""

import sys
from collections.abc import Callable
from dataclasses import field, make_dataclass
from functools import partial
from threading import Barrier, Thread

from events.msgspec_types import decoder
from events.tables import move_reader
from rules.registry import games
from tests.size import at_size

THREADS, ROUNDS = 8, at_size(60, 400)
GAME = games()["ice-dice"]
MOVE = {"type": "shift", "token": 7, "expression": {"op": "+", "left": 0, "right": {"op": "*", "left": 1, "right": 2}}, "decision": 3}


def at_once(read: Callable[[], object]) -> None:
    together = Barrier(THREADS)

    def run() -> None:
        together.wait()
        read()

    threads = [Thread(target=run) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def read(kind: type[object]) -> None:
    decoder(kind).decode(b'{"b0": {"a1": 1}, "b4": {"a4": 2}}')


def main() -> None:
    sys.setswitchinterval(1e-7)
    for number in range(ROUNDS):
        inner = make_dataclass(f"Inner{number}", [(f"a{place}", int, field(default=place)) for place in range(5)])
        outer = make_dataclass(f"Outer{number}", [(f"b{place}", inner, field(default_factory=inner)) for place in range(5)])
        at_once(partial(read, outer))
        move_reader._members.cache_clear()
        at_once(lambda: move_reader.read_move(GAME, MOVE))


if __name__ == "__main__":
    main()

"""Kills worker, reactor, dispatcher, web server and store at random under tables that are played, and looks whether anything was lost.

python -m tests.chaos.run --minutes 5 --tables 50 --seed 1
"""

import argparse
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import psutil

from tests.chaos import judge, players
from tests.chaos.players import Acknowledged, Client
from tests.chaos.service import PARTS, Whole, whole_service


class Chaos(NamedTuple):
    """How much of it: seconds of killing, tables at once (every fifth with a person), seconds between two kills, at least and at most."""

    seconds: float
    tables: int
    seed: int
    pause: tuple[float, float] = (1.0, 5.0)


def run(wanted: Chaos, folder: Path) -> dict[str, Any]:
    """What was killed how often, for how many seconds somebody was not answered at most, and what was looked at afterwards.

    Raises AssertionError if anything does not hold.
    """
    acknowledged = Acknowledged()
    with whole_service(folder) as service:
        until = time.monotonic() + wanted.seconds
        crowd = _Crowd(service, acknowledged, wanted, lambda: time.monotonic() < until)
        killed = _kill_until(service, Random(wanted.seed), wanted.pause, until)
        crowd.leave()
        looked_at = judge.judge(service.url, acknowledged)
    return {"killed": dict(killed), "unanswered": round(crowd.longest_unanswered(), 1), **looked_at}


def _kill_until(service: Whole, chance: Random, pause: tuple[float, float], until: float) -> "Counter[str]":
    killed: Counter[str] = Counter()
    while time.monotonic() < until:
        part = chance.choice([*PARTS])
        victims = service.processes(part)
        if victims:
            try:
                chance.choice(victims).kill()
                killed[part] += 1
            except psutil.NoSuchProcess:
                pass
        time.sleep(chance.uniform(*pause))
    return killed


class _Crowd:
    """Those who play, each in a thread of their own."""

    def __init__(self, service: Whole, acknowledged: Acknowledged, wanted: Chaos, going_on: Callable[[], bool]) -> None:
        self._failures: list[BaseException] = []
        self._threads = []
        self._clients = [Client(service.url) for _ in range(wanted.tables)]
        for number, client in enumerate(self._clients):
            play = players.play if number % 5 == 0 else players.watch
            arguments = (client, Random(f"{wanted.seed}-{number}"), acknowledged, going_on)
            self._threads.append(threading.Thread(target=self._attempt, args=(play, arguments), daemon=True))
        for thread in self._threads:
            thread.start()

    def _attempt(self, play: Callable[..., None], arguments: tuple[Any, ...]) -> None:
        try:
            play(*arguments)
        except BaseException as failure:  # noqa: BLE001 - told by `leave`, in the thread that can fail for it
            self._failures.append(failure)

    def longest_unanswered(self) -> float:
        """The seconds from asking to the answer, of whoever waited longest."""
        return max(client.longest for client in self._clients)

    def leave(self) -> None:
        """Wait until all have finished what they had begun. Raises what one of them has met."""
        for thread in self._threads:
            thread.join(judge.FINISH_WITHIN)
            assert not thread.is_alive(), "a player has not come to an end"
        for failure in self._failures:
            raise failure


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--minutes", type=float, default=5.0)
    options.add_argument("--tables", type=int, default=50)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    with TemporaryDirectory() as folder:
        print(run(Chaos(chosen.minutes * 60, chosen.tables, chosen.seed), Path(folder)))


if __name__ == "__main__":
    main()

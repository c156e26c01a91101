"""A stress test that checks that nothing is lost that must not be. While tables are played, it kills worker, reactor, dispatcher, web
server and store at random. It also fails the store over to a lagging replica, cuts the power of its machine, or plays on a cluster.

python -m tests.chaos.run --minutes 5 --tables 50 --seed 1 --fsync always --failover
"""

import argparse
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from tests.chaos import judge, players
from tests.chaos.kills import Kills, Stores
from tests.chaos.memory import BOUND, Acknowledged, Setbacks
from tests.chaos.players import Client
from tests.chaos.power import Disk, watched
from tests.chaos.service import Whole, whole_service
from tests.cluster import running_cluster
from tests.events.store.replicated import replicated

SHARED_SECRET: Final = "a secret for chaos, known to all"
"""The secret of seat tokens with replicated stores, as docs/durability.md wants it: one that the service makes itself, when it is first
needed, could be among the writes that a fail-over loses, and every token with it."""


class Chaos(NamedTuple):
    """The parameters of a chaos run: seconds of failures, parallel tables (every fifth with a human seat), minimum and maximum seconds
    between two failures, the store's fsync policy, whether a replica takes over now and then, and whether it must have a move before that
    is acknowledged, or the store is a cluster that loses masters and moves slots.
    """

    seconds: float
    tables: int
    seed: int
    pause: tuple[float, float] = (1.0, 5.0)
    fsync: str = "always"
    failover: bool = False
    replicated: bool = False
    cluster: bool = False


def run(wanted: Chaos, folder: Path) -> dict[str, Any]:
    """Run, and check all tables afterwards.

    Returns the number of each failure, the longest time in seconds without an answer, the longest time that the disk had not confirmed when
    its power failed, and the result of the check.

    Raises AssertionError if anything does not hold.
    """
    acknowledged, setbacks = Acknowledged(), Setbacks()
    with _served(wanted, folder) as (service, stores):
        over = threading.Event()
        crowd = _Crowd(service, acknowledged, wanted, lambda: not over.is_set())
        chance = Random(wanted.seed)
        kills = Kills(service, chance, setbacks, wanted.fsync, stores, replicated=wanted.replicated)
        killed = _kill_until(kills, chance, wanted)
        over.set()
        crowd.leave()
        looked_at = judge.judge(service.url, acknowledged, setbacks)
    behind = {"behind": round(stores.behind, 1)} if isinstance(stores, Disk) and BOUND[wanted.fsync] else {}
    return {"killed": dict(killed), "unanswered": round(crowd.longest_unanswered(), 1), **behind, **looked_at}


@contextmanager
def _served(wanted: Chaos, folder: Path) -> Iterator[tuple[Whole, Stores]]:
    """The service, and its replicated stores, its cluster, or the disk of its embedded store."""
    with ExitStack() as ending:
        if wanted.failover:
            # Not in `folder`: a socket's path may have at most 107 characters, on macOS 103.
            pair = ending.enter_context(replicated(Path(ending.enter_context(TemporaryDirectory())), wanted.fsync))
            shared = {"ROLLSTREAM_REDIS_URL": pair.url, "ROLLSTREAM_SECRET": SHARED_SECRET}
            shared |= {"ROLLSTREAM_DURABILITY": "replicated"} if wanted.replicated else {}
            yield ending.enter_context(whole_service(folder, variables=shared)), pair
        elif wanted.cluster:
            own = Path(ending.enter_context(TemporaryDirectory()))
            nodes = ending.enter_context(running_cluster(own, replicas=2, appendonly="yes", appendfsync=wanted.fsync))
            shared = {"ROLLSTREAM_REDIS_URL": nodes.url, "ROLLSTREAM_SECRET": SHARED_SECRET}
            yield ending.enter_context(whole_service(folder, variables=shared)), nodes
        else:
            service = ending.enter_context(whole_service(folder, variables={"ROLLSTREAM_FSYNC": wanted.fsync}))
            data = folder / "data"
            yield service, ending.enter_context(watched(service.store_url, data)) if BOUND[wanted.fsync] else Disk(service.store_url, data)


def _kill_until(kills: Kills, chance: Random, wanted: Chaos) -> "Counter[str]":
    """Cause failures for as long as is wanted, and every kind at least once."""
    killed: Counter[str] = Counter()
    until = time.monotonic() + wanted.seconds
    for name in kills.in_turn():
        killed[name] += 1
        time.sleep(chance.uniform(*wanted.pause))
        if time.monotonic() >= until and not kills.left:
            break
    return killed


class _Crowd:
    """The players, each in its own thread."""

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
        except BaseException as failure:  # noqa: BLE001 - raised by `leave`, in the main thread
            self._failures.append(failure)

    def longest_unanswered(self) -> float:
        """The longest time in seconds from a request to its answer, of all clients."""
        return max(client.longest for client in self._clients)

    def leave(self) -> None:
        """Wait until all players have finished. Raises the first error of a player."""
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
    options.add_argument("--fsync", choices=[*BOUND], default="always")
    options.add_argument("--failover", action="store_true", help="a replica takes over now and then")
    options.add_argument("--replicated", action="store_true", help="the same, and nothing is acknowledged before the replica has it")
    options.add_argument("--cluster", action="store_true", help="the store is a cluster; masters are lost, and slots move")
    chosen = options.parse_args()
    failover = chosen.failover or chosen.replicated
    stores = {"failover": failover, "replicated": chosen.replicated, "cluster": chosen.cluster}
    wanted = Chaos(chosen.minutes * 60, chosen.tables, chosen.seed, fsync=chosen.fsync, **stores)
    with TemporaryDirectory() as folder:
        print(run(wanted, Path(folder)))


if __name__ == "__main__":
    main()

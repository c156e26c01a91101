"""The failures of the chaos run, and what each may lose."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from random import Random
from typing import Final, TypeAlias

import psutil

from events.store.keys import PARTITIONS
from tests.chaos.memory import BOUND, Setbacks
from tests.chaos.power import Disk
from tests.chaos.service import PARTS, Whole
from tests.cluster import Cluster
from tests.events.store.replicated import Pair

Stores: TypeAlias = Pair | Cluster | Disk

RESTARTING: Final = 0.05
"""Seconds to wait before another failure where a part is restarting."""

LONGEST_LAG: Final = 2.0
"""Maximum seconds that a replica lags before it takes over."""


class Kills:
    """All failures of a service, by name."""

    def __init__(self, service: Whole, chance: Random, setbacks: Setbacks, fsync: str, stores: Stores, *, replicated: bool = False) -> None:
        """`stores` is a replicated pair, a cluster, or the disk of the embedded store. `replicated`: a fail-over of the pair loses nothing
        acknowledged.
        """
        self._replicated = replicated
        self._service, self._chance, self._setbacks, self._fsync = service, chance, setbacks, fsync
        of_stores = self._of(stores)
        self.left: Sequence[str] = ()
        """The failures that have not happened yet."""
        self._by_name = {**{part: self._process_of(part) for part in PARTS if part != "store"}, **of_stores}

    def in_turn(self) -> Iterator[str]:
        """Cause one failure after the other, in random order, each once before any repeats. The value is the failure's name."""
        self.left = self._chance.sample([*self._by_name], len(self._by_name))
        while True:
            name = self.left[-1] if self.left else self._chance.choice([*self._by_name])
            try:
                self._by_name[name]()
            except (psutil.NoSuchProcess, IndexError, ValueError):  # it is restarting
                self.left = self.left[-1:] + self.left[:-1]
                time.sleep(RESTARTING)
                continue
            self.left = self.left[:-1]
            yield name

    def _of(self, stores: Stores) -> Mapping[str, Callable[[], None]]:
        match stores:
            case Pair():
                return self._of_a_pair(stores)
            case Cluster():
                return self._of_a_cluster(stores)
            case _:
                return self._of_one_store(stores)

    def _process_of(self, part: str) -> Callable[[], None]:
        return lambda: self._chance.choice(self._service.processes(part)).kill()

    def _of_one_store(self, disk: Disk) -> Mapping[str, Callable[[], None]]:
        kill = self._process_of("store")

        def store() -> None:
            with self._losing():
                kill()

        def power() -> None:
            """Fail the power of the store's machine. The supervisor must not restart the store before the disk has lost unsynced data."""
            [server] = self._service.processes("store")
            self._service.supervisor.suspend()
            try:
                with self._losing():
                    server.kill()
                    server.wait(10)
                    disk.lose_the_rest()
            finally:
                self._service.supervisor.resume()

        # Under `always`, fsync covers everything that was acknowledged, so power failure could lose nothing.
        return {"store": store, "power": power} if BOUND[self._fsync] else {"store": store}

    def _of_a_pair(self, pair: Pair) -> Mapping[str, Callable[[], None]]:
        def store() -> None:
            with self._losing():
                pair.restart_primary()

        def fail_over() -> None:
            with nullcontext() if self._replicated else self._setbacks.possible():
                pair.lag()
                time.sleep(self._chance.uniform(0, LONGEST_LAG))
                pair.fail_over()
            pair.rejoin()

        return {"store": store, "fail-over": fail_over}

    def _of_a_cluster(self, cluster: Cluster) -> Mapping[str, Callable[[], None]]:
        def master() -> None:
            lost = self._chance.choice(cluster.serving())
            with self._setbacks.possible(before=LONGEST_LAG):
                cluster.fail_over(lost)
            cluster.rejoin(lost)

        def slots() -> None:
            tag = self._chance.choice(["service", "lobby", *PARTITIONS])
            target = self._chance.choice([node for node in cluster.serving() if node is not cluster.of(tag)])
            self._chance.choice([cluster.move, cluster.move_by_keys])(tag, target)

        return {"master": master, "slots": slots}

    def _losing(self) -> AbstractContextManager[None]:
        """A context in which a store is killed, with the loss that its policy allows."""
        bound = BOUND[self._fsync]
        return self._setbacks.possible(before=bound) if bound else nullcontext()

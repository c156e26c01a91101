"""Follows the feed and keeps the lists up to date, until it is stopped. No table holds up another (ADR 29).

Any number may run at once: a batch is written by whoever is first, and the others go on from there.
"""

import logging
import time
from collections import deque
from collections.abc import Callable
from typing import Final

from events.feed.entries import order
from events.projections.batches import advance, look_again
from events.projections.generations import GenerationPosition, Generations, Moved, RebuildRunning
from events.projections.rebuild import rebuild
from events.store.retry_loop import retry_forever
from events.tables.opening import Tables

log = logging.getLogger(__name__)

WAIT_MS: Final = 1000
GATHER: Final = 0.025
"""Seconds between two batches: a busy service is followed in few large steps rather than in many small ones."""

KEEP: Final = 60.0
"""Seconds for which the feed is kept behind everybody: live streams and whoever else follows it may be as late as that."""

TRIM_EVERY: Final = 10.0

FIND_EVERY: Final = 10.0
"""Seconds between two looks at where the lists stand in the store: a process that was away may remember what the store has lost."""

LOOK_EVERY: Final = 5.0
"""Seconds between two looks at tables that wait for a newer build."""

_BREATH: Final = 0.25


class Projector:
    """Keeps the current generation up to date; builds it if there is none."""

    def __init__(
        self,
        tables: Tables,
        generations: Generations,
        *,
        monotonic: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._tables = tables
        self._generations = generations
        self._monotonic = monotonic
        self._sleep = sleep
        self._found_at = float("-inf")
        self._position: GenerationPosition | None = None
        self._passed: deque[tuple[float, GenerationPosition]] = deque()
        self._looked = float("-inf")

    def run(self, stopping: Callable[[], bool]) -> None:
        """Go on until `stopping()`, whatever happens to the store meanwhile, and whatever lies in it."""
        retry_forever(lambda: self.step(WAIT_MS), stopping, monotonic=self._monotonic, sleep=self._sleep)

    def step(self, wait_ms: int) -> None:
        """Project what the feed holds now, or what comes first within `wait_ms`."""
        if self._monotonic() - self._found_at >= FIND_EVERY:
            self._position = None
        position = self._position or self._found()
        self._position = None
        if position is None:
            self._sleep(_BREATH)
            return
        try:
            reached = advance(self._tables, self._generations, position, wait_ms)
            self._look_again_sometimes(reached)
        except Moved:
            return
        self._position = reached
        self._trim_sometimes(reached)
        if reached != position:
            self._sleep(GATHER)

    def _found(self) -> GenerationPosition | None:
        """The current generation, built first if there is none; None while somebody else is building it."""
        self._found_at = self._monotonic()
        position = self._generations.current()
        if position is None:
            try:
                rebuild(self._tables, self._generations, _untold)
            except (RebuildRunning, Moved):
                return None
        position = position or self._generations.current()
        return position and self._within(position)

    def _within(self, position: GenerationPosition) -> GenerationPosition:
        """The position, where it is not ahead of the feed. Else the store has gone back, and what comes next may have ids below it."""
        ends = self._tables.store.feed_ends()
        lost = [partition for partition, place in position.checkpoints.items() if order(ends[partition]) < order(place)]
        if lost:
            log.warning("the lists are projected again in %s: the feed has gone back behind where they stand", ", ".join(lost))
        return self._generations.rewind(position, lost)

    def _look_again_sometimes(self, position: GenerationPosition) -> None:
        if self._monotonic() - self._looked >= LOOK_EVERY:
            self._looked = self._monotonic()
            look_again(self._tables, self._generations, position)

    def _trim_sometimes(self, position: GenerationPosition) -> None:
        """Forget what was passed `KEEP` seconds ago, by a clock that never jumps: the store's, which the ids are made of, may."""
        now = self._monotonic()
        if self._passed and now - self._passed[-1][0] < TRIM_EVERY:
            return
        self._passed.append((now, position))
        if now - self._passed[0][0] < KEEP:
            return
        _, passed = self._passed.popleft()
        trim(self._tables, passed, position, self._generations.building())


def trim(tables: Tables, *positions: GenerationPosition | None) -> None:
    """Forget what all these positions, and the registered readers, have behind them. The entry at which the last one stands is kept."""
    standing = [*(position.checkpoints for position in positions if position is not None), *tables.store.feed_readers()]
    slowest = {partition: min((checkpoints[partition] for checkpoints in standing), key=order) for partition in standing[0]}
    tables.store.trim_feed(slowest)


def _untold(_done: int, _of: int) -> None:
    """A first build says nothing about how far it is."""

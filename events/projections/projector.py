"""The projector: follows the feed and updates the lists until it is stopped. No table delays another (ADR 29).

Several projectors may run at once: the first one writes a batch, and the others continue from there.
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

FEED_WAIT_MS: Final = 1000
BATCH_PAUSE_SECONDS: Final = 0.025
"""Seconds between two batches. At a busy service this makes few large batches instead of many small ones."""

FEED_KEPT_SECONDS: Final = 60.0
"""Seconds for which feed entries are kept after the projector and all readers have processed them. Live streams and other followers may lag
by this time.
"""

TRIM_EVERY_SECONDS: Final = 10.0

POSITION_REREAD_SECONDS: Final = 10.0
"""Seconds between two reads of the lists' position in the store: the store may have lost writes that this process remembers."""

WAITING_CHECK_SECONDS: Final = 5.0
"""Seconds between two checks of tables that wait until they can be read."""

_BUILD_POLL_SECONDS: Final = 0.25


class Projector:
    """Updates the current generation, and builds it if there is none."""

    def __init__(
        self,
        tables: Tables,
        generations: Generations,
        *,
        beat: Callable[[], None] = lambda: None,
        monotonic: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """`beat` is called several times a second while the projector works, also while it builds a generation."""
        self._beat = beat
        self._tables = tables
        self._generations = generations
        self._monotonic = monotonic
        self._sleep = sleep
        self._found_at = float("-inf")
        self._position: GenerationPosition | None = None
        self._passed: deque[tuple[float, GenerationPosition]] = deque()
        self._checked_at = float("-inf")

    def run(self, stopping: Callable[[], bool]) -> None:
        """Project until `stopping()`, whatever happens to the store and its contents meanwhile."""
        retry_forever(lambda: self.step(FEED_WAIT_MS), stopping, monotonic=self._monotonic, sleep=self._sleep)

    def step(self, wait_ms: int) -> None:
        """Project the new feed entries; waits up to `wait_ms` for the first."""
        self._beat()
        if self._monotonic() - self._found_at >= POSITION_REREAD_SECONDS:
            self._position = None
        position = self._position or self._current_or_built()
        self._position = None
        if position is None:
            self._sleep(_BUILD_POLL_SECONDS)
            return
        try:
            reached = advance(self._tables, self._generations, position, wait_ms)
            self._check_waiting_sometimes(reached)
        except Moved:
            return
        self._position = reached
        self._trim_sometimes(reached)
        if reached != position:
            self._sleep(BATCH_PAUSE_SECONDS)

    def _current_or_built(self) -> GenerationPosition | None:
        """The current generation, after building it if there is none. None while another process builds it."""
        self._found_at = self._monotonic()
        position = self._generations.current()
        if position is None:
            try:
                rebuild(self._tables, self._generations, lambda _done, _of: self._beat())
            except (RebuildRunning, Moved):
                return None
        position = position or self._generations.current()
        return position and self._within(position)

    def _within(self, position: GenerationPosition) -> GenerationPosition:
        """The position, after resetting partitions whose feed has gone back behind it: new entries may get ids below the checkpoint."""
        ends = self._tables.store.feed_ends()
        lost = [partition for partition, end in ends.items() if order(end) < order(position.checkpoints[partition])]
        if lost:
            log.warning("the lists are projected again in %s: the feed has gone back behind where they stand", ", ".join(lost))
        return self._generations.rewind(position, lost)

    def _check_waiting_sometimes(self, position: GenerationPosition) -> None:
        if self._monotonic() - self._checked_at >= WAITING_CHECK_SECONDS:
            self._checked_at = self._monotonic()
            look_again(self._tables, self._generations, position)

    def _trim_sometimes(self, position: GenerationPosition) -> None:
        """Delete feed entries that were processed `FEED_KEPT_SECONDS` ago. Uses a monotonic clock: the store's clock, which makes the ids,
        may jump.
        """
        now = self._monotonic()
        if self._passed and now - self._passed[-1][0] < TRIM_EVERY_SECONDS:
            return
        self._passed.append((now, position))
        if now - self._passed[0][0] < FEED_KEPT_SECONDS:
            return
        _, passed = self._passed.popleft()
        trim(self._tables, passed, position, self._generations.building())


def trim(tables: Tables, *positions: GenerationPosition | None) -> None:
    """Delete feed entries that all these positions and all registered readers have processed. The entry at the slowest
    checkpoint is kept.
    """
    all_checkpoints = [*(position.checkpoints for position in positions if position is not None), *tables.store.feed_readers()]
    slowest = {partition: min((checkpoints[partition] for checkpoints in all_checkpoints), key=order) for partition in all_checkpoints[0]}
    tables.store.trim_feed(slowest)

"""Looks whether the place of exports and archive is there, and says so to /readyz and /metrics (ADR 89).

In a thread of its own: a file system that hangs stops nothing else, and what was seen last expires.
"""

import logging
import threading
import time
from collections.abc import Callable

from events.errors import ArchiveUnreachable
from events.store.retry_loop import retry_forever
from workers.health import HEARTBEAT_INTERVAL, files_are_there
from workers.jobs.parts import WorkerParts

log = logging.getLogger(__name__)


class FilesWatch:
    """The watch of one process."""

    def __init__(self, parts: WorkerParts) -> None:
        self._parts = parts
        self._is_away = False

    def look(self) -> None:
        """Look once. Raises `StoreUnavailable`."""
        try:
            self._parts.archive.check()
        except ArchiveUnreachable as error:
            if not self._is_away:
                log.warning("the place of exports and archive is away: %s", error.why)
            self._is_away = True
            return
        if self._is_away:
            log.info("the place of exports and archive is there again")
        self._is_away = False
        files_are_there(self._parts.client)

    def start(self, stopping: Callable[[], bool]) -> None:
        """Look every few seconds, in a daemon thread."""

        def step() -> None:
            self.look()
            time.sleep(HEARTBEAT_INTERVAL)

        threading.Thread(target=retry_forever, args=(step, stopping), name="files", daemon=True).start()

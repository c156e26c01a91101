"""The heartbeat of a worker and its running job, and the end of a process whose job does not stop."""

import faulthandler
import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final, Self

from redis.exceptions import RedisError
from rq.executions import Execution

from workers.health import HEARTBEAT_INTERVAL

log = logging.getLogger(__name__)

LEASE_SECONDS: Final = 8
"""Seconds after the last heartbeat for which a job still belongs to its worker."""

KILL_AFTER: Final = 5
"""Seconds after a job's timeout at which the whole process ends. Its supervisor starts another."""

_STANDARD_ERROR: Final = 2


class Heartbeat:
    """A thread that calls `beat` every `HEARTBEAT_INTERVAL` seconds, with the running execution, or None."""

    def __init__(self, beat: Callable[[Execution | None], None]) -> None:
        self._beat = beat
        self._running: Execution | None = None
        self._until = 0.0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="pulse", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    @contextmanager
    def beside(self, execution: Execution, timeout: int) -> Iterator[None]:
        """While the block runs, `beat` gets its execution. If the block exceeds `timeout` by `KILL_AFTER` seconds, the process ends.

        That timer is a C timer: it also runs while an extension holds the interpreter.
        """
        faulthandler.dump_traceback_later(timeout + KILL_AFTER, exit=True, file=_STANDARD_ERROR)
        self._running, self._until = execution, time.monotonic() + timeout + KILL_AFTER / 2
        try:
            yield
        finally:
            self._running = None
            faulthandler.cancel_dump_traceback_later()

    def _run(self) -> None:
        while not self._ended.is_set():
            running = self._running
            if running is not None and time.monotonic() > self._until:
                log.error("job %s cannot be interrupted: this worker is about to end", running.job_id)
            with suppress(RedisError):  # the running job sees the same error
                self._beat(running)
            self._ended.wait(HEARTBEAT_INTERVAL)

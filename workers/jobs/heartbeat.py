"""What goes on beside a running job: signs of life, and an end to a job that does not end."""

import faulthandler
import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final, Self

from redis.exceptions import RedisError
from rq.executions import Execution

from workers.health import BEAT

log = logging.getLogger(__name__)

LEASE_SECONDS: Final = 8
"""Seconds after the last sign of life for which a job still belongs to its worker."""

STUBBORN: Final = 5
"""Seconds that a job may go on when its time is over: then the whole process ends, and its supervisor starts another."""

_STANDARD_ERROR: Final = 2


class Heartbeat:
    """A thread that calls `beat` every two seconds, with the execution that runs then."""

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
        """While the block runs, its job is said to be alive; if it runs on and on, this process ends.

        The clock for that is one of C: it also ticks while some extension holds the interpreter.
        """
        faulthandler.dump_traceback_later(timeout + STUBBORN, exit=True, file=_STANDARD_ERROR)
        self._running, self._until = execution, time.monotonic() + timeout + STUBBORN / 2
        try:
            yield
        finally:
            self._running = None
            faulthandler.cancel_dump_traceback_later()

    def _run(self) -> None:
        while not self._ended.is_set():
            running = self._running
            if running is not None and time.monotonic() > self._until:
                log.error("job %s does not let itself be interrupted: this worker is about to end", running.job_id)
            with suppress(RedisError):  # whoever works hears of it, too
                self._beat(running)
            self._ended.wait(BEAT)

"""gunicorn's gevent worker, which lets go of idle connections when it is told to stop instead of waiting until they time out."""

from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import gevent
from greenlet import greenlet
from gunicorn.workers.ggevent import GeventWorker

LAST_CHANCE = 0.5
"""Seconds that a connection has for its request once the worker is stopping."""


class Worker(GeventWorker):
    """A request that has arrived is still answered; only waiting for one is cut short."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._waiting: dict[greenlet, gevent.Timeout] = {}

    @contextmanager
    def timeout_ctx(self) -> Iterator[None]:  # type: ignore[override] # declared as None, used as a context manager
        """Around each wait for a request."""
        connection = gevent.getcurrent()
        seconds = self.cfg.keepalive if self.alive else LAST_CHANCE
        with gevent.Timeout(seconds, False) as silence:  # type: ignore[arg-type] # noqa: FBT003 - gevent's word for: end quietly
            self._waiting[connection] = silence
            try:
                yield
            finally:
                del self._waiting[connection]

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        gevent.spawn_later(LAST_CHANCE, self._let_go, dict(self._waiting))

    def _let_go(self, waiting: dict[greenlet, gevent.Timeout]) -> None:
        for connection, silence in waiting.items():
            if self._waiting.get(connection) is silence:
                gevent.kill(connection, silence)

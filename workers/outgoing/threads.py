"""Threads of the system for work that cannot be interrupted, also where threads are greenlets (gevent). There, the few threads of gevent's
own resolver stay free for the store's name.
"""

import socket
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

T = TypeVar("T")


def in_a_thread(work: Callable[[], T], done: Callable[[T], None]) -> None:
    """Run `work` in a daemon thread and call `done` with its result; under gevent, in a greenlet of the caller's hub. `work` must raise
    nothing and take no lock. Raises `RuntimeError` if the system has no thread left.
    """
    if _greenlets():
        _beside_greenlets(work, done)
    else:
        threading.Thread(target=lambda: done(work()), name="look-up", daemon=True).start()


def native_getaddrinfo() -> Callable[..., Sequence[tuple[Any, ...]]]:
    """The system's lookup of names, without gevent's replacement."""
    if not _greenlets():
        return socket.getaddrinfo
    from gevent import monkey

    original: Callable[..., Sequence[tuple[Any, ...]]] = monkey.get_original("socket", "getaddrinfo")
    return original


def _greenlets() -> bool:
    """Whether threads are greenlets in this process."""
    return "gevent.monkey" in sys.modules and bool(sys.modules["gevent.monkey"].is_module_patched("threading"))


def _beside_greenlets(work: Callable[[], T], done: Callable[[T], None]) -> None:
    import gevent
    from gevent import monkey

    result: list[T] = []
    signal = gevent.get_hub().loop.async_()

    def ended() -> None:
        signal.stop()
        signal.close()
        gevent.spawn(done, result[0])

    def run() -> None:
        result.append(work())
        signal.send()

    signal.start(ended)
    try:
        monkey.get_original("_thread", "start_new_thread")(run, ())
    except BaseException:
        signal.stop()
        signal.close()
        raise

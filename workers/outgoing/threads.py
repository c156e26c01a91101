"""Threads of the system for what cannot be interrupted, also where threads are greenlets (gevent): there, the few threads in which gevent
itself looks up names stay free for the store's name.
"""

import socket
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

T = TypeVar("T")


def in_a_thread(work: Callable[[], T], done: Callable[[T], None]) -> None:
    """Do this work in a thread that ends with it and holds up nobody's end, and call `done` with what comes of it, where locks are those of
    the caller. `work` must raise nothing and take no lock. Raises `RuntimeError` if the system has no thread left.
    """
    if _greenlets():
        _beside_greenlets(work, done)
    else:
        threading.Thread(target=lambda: done(work()), name="look-up", daemon=True).start()


def native_getaddrinfo() -> Callable[..., Sequence[tuple[Any, ...]]]:
    """The system's look-up of names, without gevent's around it."""
    if not _greenlets():
        return socket.getaddrinfo
    from gevent import monkey

    original: Callable[..., Sequence[tuple[Any, ...]]] = monkey.get_original("socket", "getaddrinfo")
    return original


def _greenlets() -> bool:
    """Whether threads are greenlets here."""
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

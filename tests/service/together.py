"""Many clients at the same instant."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

from tests.live import Api

R = TypeVar("R")


def at_once(url: str, asks: Sequence[Callable[[Api], R]]) -> list[R]:
    """What each of these was answered; they begin together, once all are connected."""
    all_connected = Barrier(len(asks), timeout=60)

    def run(ask: Callable[[Api], R]) -> R:
        with Api(url) as api:
            assert api.get("/healthz").status == 200
            all_connected.wait()
            return ask(api)

    with ThreadPoolExecutor(len(asks)) as pool:
        return list(pool.map(run, asks))

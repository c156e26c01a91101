"""Sends many requests at the same time."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

from tests.live import Api

R = TypeVar("R")


def at_once(service: str | Callable[[], Api], requests: Sequence[Callable[[Api], R]]) -> list[R]:
    """The results of these functions, called at the same time with one connected client each. `service` is an URL or makes clients."""
    all_connected = Barrier(len(requests), timeout=60)

    def run(send: Callable[[Api], R]) -> R:
        with Api(service) if isinstance(service, str) else service() as api:
            assert api.get("/healthz").status == 200
            all_connected.wait()
            return send(api)

    with ThreadPoolExecutor(len(requests)) as pool:
        return list(pool.map(run, requests))

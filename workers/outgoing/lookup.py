"""Looking up a name, once for each call: whoever checks these addresses and connects to them cannot be told another one in between."""

import socket
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any, TypeAlias

from workers.outgoing.networks import Address

Resolve: TypeAlias = Callable[[str, int, int, int], Sequence[tuple[Any, ...]]]
"""Called and answering like `socket.getaddrinfo`, with host, port, family and type."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where to connect: the address as it is judged, and what `socket` takes."""

    address: Address
    family: int
    sockaddr: tuple[Any, ...]


def look_up(resolve: Resolve, host: str, port: int, seconds: float) -> Sequence[Place]:
    """All places of a host. Raises `TimeoutError` after that many seconds, and `OSError` if there are none.

    The system's lookup cannot be interrupted, so it has a thread of its own, which ends when the system gives up.
    """
    answer: Future[Sequence[tuple[Any, ...]]] = Future()

    def ask() -> None:
        try:
            answer.set_result(resolve(host, port, 0, socket.SOCK_STREAM))
        except Exception as error:  # noqa: BLE001 - whoever waits is told
            answer.set_exception(error)

    threading.Thread(target=ask, name="lookup", daemon=True).start()
    return [Place(ip_address(found[4][0]), found[0], found[4]) for found in answer.result(seconds)]

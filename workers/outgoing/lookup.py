"""Looks up foreign names, once for each call, so that the address that is checked is the address that is called.

The system's lookup cannot be interrupted, and a silent name server blocks it for half a minute. So lookups run in threads of their own, in
limited number, and one asker uses at most a share of them. Calls that need the same name at the same time share one lookup.
"""

import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import Any, Final, NamedTuple, TypeAlias

from workers.outgoing.networks import Address
from workers.outgoing.outside import outside
from workers.outgoing.threads import in_a_thread, native_getaddrinfo

Resolve: TypeAlias = Callable[[str, int, int, int], Sequence[tuple[Any, ...]]]
"""Called like `socket.getaddrinfo`, with host, port, family and type; returns the same."""


RESERVED_ENDING: Final = ".invalid"
"""The end of names that never exist, whatever a name server answers (RFC 6761, 6.4)."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where to connect: the address that is checked, and the values for `socket`."""

    address: Address
    family: int
    sockaddr: tuple[Any, ...]


class _Name(NamedTuple):
    host: str
    port: int


_Found: TypeAlias = Sequence[Endpoint] | Exception
_Answer: TypeAlias = "Future[Sequence[Endpoint]]"


class LookUps:
    """The lookups of one process: at most `most` at once, `most_each` of them for one asker. `resolve`: None for the system's."""

    def __init__(self, most: int, most_each: int, resolve: Resolve | None = None) -> None:
        self._most = most
        self._most_each = most_each
        self._resolve = resolve or native_getaddrinfo()
        self._changed = threading.Condition()
        self._under_way: dict[_Name, _Answer] = {}
        self._held: Counter[str] = Counter()

    def look_up(self, host: str, port: int, seconds: float, asker: str) -> Sequence[Endpoint]:
        """All endpoints of a host. Raises `TimeoutError` if the lookup takes more than `seconds`, including the wait for a thread, and
        `OSError` if the host has none.
        """
        if known := _literal(host, port):
            return [known]
        if host.endswith(RESERVED_ENDING):
            raise socket.gaierror(socket.EAI_NONAME, "reserved name")
        name, answers, until = _Name(host, port), list[_Answer](), time.monotonic() + seconds

        def started() -> bool:
            answers.extend([self._under_way[name]] if name in self._under_way else self._start(name, asker))
            return bool(answers)

        with outside():
            with self._changed:
                if not self._changed.wait_for(started, seconds):
                    raise TimeoutError
            return answers[0].result(max(0.0, until - time.monotonic()))

    def _start(self, name: _Name, asker: str) -> Sequence[_Answer]:
        """Start the lookup of the name; empty if there is no free thread for it."""
        if len(self._under_way) >= self._most or self._held[asker] >= self._most_each:
            return ()
        answer: _Answer = Future()
        in_a_thread(lambda: self._find(name), lambda found: self._finish(name, asker, answer, found))
        self._under_way[name] = answer
        self._held[asker] += 1
        return (answer,)

    def _find(self, name: _Name) -> _Found:
        try:
            found = self._resolve(name.host, name.port, 0, socket.SOCK_STREAM)
            return [Endpoint(ip_address(each[4][0]), each[0], each[4]) for each in found]
        except Exception as error:  # noqa: BLE001 - the waiting calls raise it
            return error

    def _finish(self, name: _Name, asker: str, answer: _Answer, found: _Found) -> None:
        with self._changed:
            del self._under_way[name]
            self._held[asker] -= 1
            if not self._held[asker]:
                del self._held[asker]
            self._changed.notify_all()
        if isinstance(found, Exception):
            answer.set_exception(found)
        else:
            answer.set_result(found)


def _literal(host: str, port: int) -> Endpoint | None:
    """The endpoint of a host that is an IP address; None for a name."""
    try:
        address = ip_address(host)
    except ValueError:
        return None
    if isinstance(address, IPv6Address):
        return Endpoint(address, socket.AF_INET6, (host, port, 0, 0))
    return Endpoint(address, socket.AF_INET, (host, port))

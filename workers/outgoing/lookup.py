"""Looking up names that strangers have given, once for each call: whoever checks these addresses and connects to them cannot be told
another one in between.

The system's look-up cannot be interrupted, and a name server that is silent holds it for half a minute. So look-ups have threads of their
own, so many and no more, of which one asker holds no more than a share; and while a name is looked up, others wait for the same answer.
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
"""Called and answering like `socket.getaddrinfo`, with host, port, family and type."""


NOBODYS: Final = ".invalid"
"""The end of names that do not exist, whatever a name server says, or cannot say (RFC 6761, 6.4)."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where to connect: the address as it is judged, and what `socket` takes."""

    address: Address
    family: int
    sockaddr: tuple[Any, ...]


class _Name(NamedTuple):
    host: str
    port: int


_Found: TypeAlias = Sequence[Endpoint] | Exception
_Answer: TypeAlias = "Future[Sequence[Endpoint]]"


class LookUps:
    """The look-ups of one process: at most `most` at once, `most_each` of them for one asker. `resolve`: None for the system's."""

    def __init__(self, most: int, most_each: int, resolve: Resolve | None = None) -> None:
        self._most = most
        self._most_each = most_each
        self._resolve = resolve or native_getaddrinfo()
        self._changed = threading.Condition()
        self._under_way: dict[_Name, _Answer] = {}
        self._held: Counter[str] = Counter()

    def look_up(self, host: str, port: int, seconds: float, asker: str) -> Sequence[Endpoint]:
        """All places of a host. Raises `TimeoutError` if they are not known after that many seconds, some of which may pass until
        there is a thread for the name, and `OSError` if there are none.
        """
        if known := _literal(host, port):
            return [known]
        if host.endswith(NOBODYS):
            raise socket.gaierror(socket.EAI_NONAME, "nobody's name")
        name, answers, until = _Name(host, port), list[_Answer](), time.monotonic() + seconds

        def begun() -> bool:
            answers.extend([self._under_way[name]] if name in self._under_way else self._begin(name, asker))
            return bool(answers)

        with outside():
            with self._changed:
                if not self._changed.wait_for(begun, seconds):
                    raise TimeoutError
            return answers[0].result(max(0.0, until - time.monotonic()))

    def _begin(self, name: _Name, asker: str) -> Sequence[_Answer]:
        """The look-up of the name, begun; nothing if there is no thread for it."""
        if len(self._under_way) >= self._most or self._held[asker] >= self._most_each:
            return ()
        answer: _Answer = Future()
        in_a_thread(lambda: self._find(name), lambda found: self._ended(name, asker, answer, found))
        self._under_way[name] = answer
        self._held[asker] += 1
        return (answer,)

    def _find(self, name: _Name) -> _Found:
        try:
            found = self._resolve(name.host, name.port, 0, socket.SOCK_STREAM)
            return [Endpoint(ip_address(each[4][0]), each[0], each[4]) for each in found]
        except Exception as error:  # noqa: BLE001 - whoever waits is told
            return error

    def _ended(self, name: _Name, asker: str, answer: _Answer, found: _Found) -> None:
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
    """The place that a host in the form of an address is; None for a name."""
    try:
        address = ip_address(host)
    except ValueError:
        return None
    if isinstance(address, IPv6Address):
        return Endpoint(address, socket.AF_INET6, (host, port, 0, 0))
    return Endpoint(address, socket.AF_INET, (host, port))

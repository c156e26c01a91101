"""The places for connections of a web process: every open connection holds one, and each address has a limited share.

A waiting connection (it has sent no request since it was opened, or since its last response) is closed for a new one. If the new one's
address has reached its share, it is a connection from the same address; if all places are taken, it is any. The one that has waited
longest is closed first, and none before it has waited for `SHORTEST_WAIT`: a client that opens each closed connection again would keep
the process busy with nothing else. A connection whose request is being answered keeps its place.
"""

import socket
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final

from service.http.client import client_at

EXEMPT: Final = ""
"""The address of connections that do not count: those of trusted proxies and local sockets."""
SHORTEST_WAIT: Final = 5.0
"""Seconds for which a connection waits undisturbed for a request."""


class ConnectionRefusal(StrEnum):
    """Why a connection gets no place: the problem code of the response, which is not sent to a client that has left."""

    SHARE = "too-many-connections"
    FULL = "connections-full"
    LEFT = "left"


@dataclass(slots=True, eq=False)
class Connection:
    """One connection: its socket, the address that it counts for, and whether its place has been released."""

    client: socket.socket
    address: str
    released: bool = False


class Connections:
    """The places of one process. No method blocks."""

    def __init__(self, most: int, share: int, clock: Callable[[], float]) -> None:
        """`most` connections at once, at most `share` of them from one address. `clock` gives seconds that never go back."""
        self._most = most
        self._share = share
        self._clock = clock
        self._taken = 0
        self._held: Counter[str] = Counter()
        self._waiting: dict[str, dict[Connection, float]] = {}
        self._by_time: dict[Connection, float] = {}
        """Waiting connections and since when they wait, of each address and of all; the longest waiting first."""

    def take(self, client: socket.socket, address: str) -> Connection | ConnectionRefusal:
        """A place for a new connection, or why it gets none. A waiting connection may be closed to make room."""
        if address != EXEMPT and self._held[address] >= self._share and not self._close_longest_waiting(self._waiting.get(address)):
            return ConnectionRefusal.SHARE
        if self._taken >= self._most and not self._close_longest_waiting(self._by_time):
            return ConnectionRefusal.FULL
        self._taken += 1
        self._held[address] += 1
        return Connection(client, address)

    def mark_waiting(self, place: Connection) -> None:
        """Mark the connection as waiting for a request: it may be closed to make room for another."""
        if not place.released:
            now = self._clock()
            self._waiting.setdefault(place.address, {})[place] = now
            self._by_time[place] = now

    def mark_busy(self, place: Connection) -> None:
        """Mark the connection as no longer waiting, because a request has arrived."""
        if place in self._by_time:
            del self._by_time[place]
            of_address = self._waiting[place.address]
            del of_address[place]
            if not of_address:
                del self._waiting[place.address]

    def leave(self, place: Connection) -> None:
        """Release the place of an ended connection. A second call for the same connection has no effect."""
        self.mark_busy(place)
        if not place.released:
            place.released = True
            self._taken -= 1
            self._held[place.address] -= 1
            if not self._held[place.address]:
                del self._held[place.address]

    @property
    def taken(self) -> int:
        """The number of connections that hold a place now."""
        return self._taken

    def _close_longest_waiting(self, waiting: dict[Connection, float] | None) -> bool:
        """Close the connection of these that has waited longest; False if none has waited for `SHORTEST_WAIT`.

        Its handler notices that the connection ends.
        """
        if not waiting:
            return False
        place, since = next(iter(waiting.items()))
        if self._clock() < since + SHORTEST_WAIT:
            return False
        self.leave(place)
        with suppress(OSError):
            place.client.shutdown(socket.SHUT_RDWR)
        return True


class WaitingLine:
    """The line of new connections that wait for a place: `most` at once, at most `share` of them from one address."""

    def __init__(self, most: int, share: int) -> None:
        self._most = most
        self._share = share
        self._waiting: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Whether there is room in the line for a connection from the address, which takes it."""
        if self._waiting.total() >= self._most or (address != EXEMPT and self._waiting[address] >= self._share):
            return False
        self._waiting[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Leave the line, which the connection has entered."""
        self._waiting[address] -= 1
        if not self._waiting[address]:
            del self._waiting[address]


def counts_for(peer: object, proxies: Sequence[IPv4Network | IPv6Network]) -> str:
    """The address, as `client_at` writes it, that a connection from `peer` (the address that `accept` returns) counts for.

    `EXEMPT` for a connection from a network in `proxies`, and for a local socket, which has no address.
    """
    host = peer[0] if isinstance(peer, tuple) else None
    try:
        address = ip_address(str(host).partition("%")[0])
    except ValueError:
        return EXEMPT
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    return EXEMPT if any(address in network for network in proxies) else client_at(str(address))

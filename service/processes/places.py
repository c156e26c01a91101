"""Who holds the places of a web process: every open connection has one, and no address may hold more than its share.

A connection that waits (it has sent nothing yet, or nothing since its last answer) gives way to a new one: to one from the same address if
that has its share, to any if all places are taken; the one that has waited longest goes first. One that is being answered keeps its place.
"""

import socket
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final

from service.http.client import client_at

EXEMPT: Final = ""
"""What trusted proxies and local sockets count for: nobody."""


class ConnectionRefusal(StrEnum):
    """Why a connection gets no place: the code of the problem."""

    SHARE = "too-many-connections"
    FULL = "connections-full"


@dataclass(slots=True, eq=False)
class Connection:
    """One connection: whom it counts for, and whether it had to give way."""

    client: socket.socket
    address: str
    left: bool = False


class Connections:
    """The places of one process. Nothing here waits."""

    def __init__(self, most: int, share: int) -> None:
        """`most` connections at once, `share` of them from one address."""
        self._most = most
        self._share = share
        self._taken = 0
        self._held: Counter[str] = Counter()
        self._waiting: dict[str, dict[Connection, None]] = {}
        self._by_time: dict[Connection, None] = {}

    def take(self, client: socket.socket, address: str) -> Connection | ConnectionRefusal:
        """A place for a connection, or why there is none. Others may be closed to make room for it."""
        if address != EXEMPT and self._held[address] >= self._share and not self._closed_longest(self._waiting.get(address)):
            return ConnectionRefusal.SHARE
        if self._taken >= self._most and not self._closed_longest(self._by_time):
            return ConnectionRefusal.FULL
        self._taken += 1
        self._held[address] += 1
        return Connection(client, address)

    def waits(self, place: Connection) -> None:
        """From now on the connection waits for a request, and may be closed for another."""
        if not place.left:
            self._waiting.setdefault(place.address, {})[place] = None
            self._by_time[place] = None

    def goes_on(self, place: Connection) -> None:
        """A request has come; the connection keeps its place."""
        if place in self._by_time:
            del self._by_time[place]
            of_address = self._waiting[place.address]
            del of_address[place]
            if not of_address:
                del self._waiting[place.address]

    def leave(self, place: Connection) -> None:
        """The connection has ended; may be called again for one that had to give way."""
        self.goes_on(place)
        if not place.left:
            place.left = True
            self._taken -= 1
            self._held[place.address] -= 1
            if not self._held[place.address]:
                del self._held[place.address]

    @property
    def taken(self) -> int:
        """How many connections hold a place now."""
        return self._taken

    def _closed_longest(self, waiting: dict[Connection, None] | None) -> bool:
        """Close the one of these that has waited longest; False if there is none. Its handler notices an end of the connection."""
        if not waiting:
            return False
        place = next(iter(waiting))
        self.leave(place)
        with suppress(OSError):
            place.client.shutdown(socket.SHUT_RDWR)
        return True


def counts_for(peer: object, proxies: Sequence[IPv4Network | IPv6Network]) -> str:
    """The address, as `client_at` writes it, that a connection from `peer` (what `accept` gives) counts for.

    `EXEMPT` for one from these networks, and for what has no address: a local socket.
    """
    host = peer[0] if isinstance(peer, tuple) else None
    try:
        address = ip_address(str(host).partition("%")[0])
    except ValueError:
        return EXEMPT
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    return EXEMPT if any(address in network for network in proxies) else client_at(str(address))

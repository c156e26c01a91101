"""The places of a web process: which connection is closed to make room for another."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from service.processes.places import EXEMPT, SHORTEST_WAIT, Connection, ConnectionRefusal, Connections, WaitingLine, counts_for
from service.settings import PRIVATE_NETWORKS


class Clients:
    """Connections to a process with so many places, with both ends of each. They come as slowly as it likes, or all at once."""

    def __init__(self, ending: ExitStack, most: int, share: int) -> None:
        self._ending = ending
        self._now = 0.0
        self.places = Connections(most, share, lambda: self._now)

    def wait(self, seconds: float = SHORTEST_WAIT) -> None:
        self._now += seconds

    def come(self, address: str, *, waiting: bool) -> Connection | ConnectionRefusal:
        ours, _ = (self._ending.enter_context(end) for end in socket.socketpair())
        place = self.places.take(ours, address)
        if waiting and isinstance(place, Connection):
            self.places.mark_waiting(place)
        return place


@pytest.fixture
def ending() -> Iterator[ExitStack]:
    with ExitStack() as ending:
        yield ending


def is_closed(place: Connection | ConnectionRefusal) -> bool:
    """Whether the service has closed the connection."""
    assert isinstance(place, Connection)
    place.client.setblocking(False)
    try:
        return place.client.recv(1) == b""
    except BlockingIOError:
        return False


def test_an_address_with_its_share_closes_its_own_connection_that_has_waited_longest(ending: ExitStack) -> None:
    clients = Clients(ending, 10, 3)
    other, busy, first, second = (
        clients.come("b", waiting=True),
        clients.come("a", waiting=False),
        clients.come("a", waiting=True),
        clients.come("a", waiting=True),
    )
    clients.wait()

    new = clients.come("a", waiting=False)

    assert [is_closed(place) for place in (other, busy, first, second, new)] == [False, False, True, False, False]


def test_an_address_whose_share_is_in_use_gets_no_more_and_others_do(ending: ExitStack) -> None:
    clients = Clients(ending, 10, 2)
    mine = [clients.come("a", waiting=False) for _ in range(2)]

    assert clients.come("a", waiting=True) is ConnectionRefusal.SHARE
    assert isinstance(clients.come("b", waiting=True), Connection)
    assert not any(map(is_closed, mine))


def test_when_all_places_are_taken_the_one_that_has_waited_longest_goes_whosever_it_is(ending: ExitStack) -> None:
    clients = Clients(ending, 3, 3)
    first, second, busy = (clients.come(address, waiting=address != "c") for address in "abc")
    assert isinstance(first, Connection)
    clients.places.mark_busy(first)
    clients.places.mark_waiting(first)
    clients.wait()

    new = clients.come("d", waiting=False)
    newer = clients.come("e", waiting=False)

    assert [is_closed(place) for place in (first, second, busy, new, newer)] == [True, True, False, False, False]
    assert clients.come("f", waiting=False) is ConnectionRefusal.FULL


def test_a_place_is_free_again_when_its_connection_ends_however_often_that_is_said(ending: ExitStack) -> None:
    clients = Clients(ending, 1, 1)
    first = clients.come("a", waiting=True)
    clients.wait()
    second = clients.come("a", waiting=False)
    assert isinstance(first, Connection)
    assert isinstance(second, Connection)
    clients.places.mark_waiting(first)  # the connection is closed, but has not noticed yet
    clients.places.leave(first)

    assert clients.places.taken == 1
    assert clients.come("b", waiting=False) is ConnectionRefusal.FULL
    clients.places.leave(second)
    clients.places.leave(second)
    assert clients.places.taken == 0
    assert isinstance(clients.come("b", waiting=False), Connection)


def test_a_connection_waits_undisturbed_before_it_makes_room(ending: ExitStack) -> None:
    clients = Clients(ending, 2, 2)
    first = clients.come("a", waiting=True)
    clients.wait(SHORTEST_WAIT / 2)
    second = clients.come("a", waiting=True)

    assert clients.come("a", waiting=True) is ConnectionRefusal.SHARE
    assert clients.come("b", waiting=True) is ConnectionRefusal.FULL
    clients.wait(SHORTEST_WAIT / 2)
    assert isinstance(clients.come("b", waiting=True), Connection)
    assert clients.come("b", waiting=True) is ConnectionRefusal.FULL

    assert [is_closed(place) for place in (first, second)] == [True, False]


def test_trusted_proxies_hold_as_many_places_as_there_are(ending: ExitStack) -> None:
    clients = Clients(ending, 5, 1)

    held = [clients.come(EXEMPT, waiting=False) for _ in range(5)]

    assert all(isinstance(place, Connection) for place in held)
    assert clients.come(EXEMPT, waiting=False) is ConnectionRefusal.FULL


@pytest.mark.parametrize(
    ("peer", "proxies", "counted"),
    [
        (("203.0.113.9", 1234), (), "address:203.0.113.9"),
        (("127.0.0.1", 1234), (), "address:127.0.0.1"),
        (("127.0.0.1", 1234), PRIVATE_NETWORKS, EXEMPT),
        (("10.1.2.3", 1234), PRIVATE_NETWORKS, EXEMPT),
        (("203.0.113.9", 1234), PRIVATE_NETWORKS, "address:203.0.113.9"),
        (("::ffff:203.0.113.9", 1234, 0, 0), (), "address:203.0.113.9"),
        (("::ffff:10.1.2.3", 1234, 0, 0), PRIVATE_NETWORKS, EXEMPT),
        (("2001:db8:1:2:3::4", 1234, 0, 0), PRIVATE_NETWORKS, "address:2001:db8:1:2::/64"),
        (("fe80::1%eth0", 1234, 0, 2), PRIVATE_NETWORKS, EXEMPT),
        ("", (), EXEMPT),
        (b"", (), EXEMPT),
    ],
)
def test_what_a_connection_counts_for(peer: object, proxies: tuple[object, ...], counted: str) -> None:
    assert counts_for(peer, proxies) == counted  # type: ignore[arg-type]  # all are networks


def test_the_line_has_room_for_a_share_of_each_address_and_for_all_of_trusted_proxies() -> None:
    line = WaitingLine(most=5, share=2)

    assert [line.enter("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert [line.enter(EXEMPT) for _ in range(4)] == [True, True, True, False]
    line.leave(EXEMPT)
    assert not line.enter("192.0.2.1")
    line.leave("192.0.2.1")
    assert [line.enter("192.0.2.1"), line.enter("192.0.2.2"), line.enter("192.0.2.3")] == [True, True, False]

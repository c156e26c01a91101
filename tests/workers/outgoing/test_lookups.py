import socket
import threading
from collections.abc import Sequence
from ipaddress import ip_network
from itertools import cycle
from typing import Any, Self

import pytest

from events.limits import Limits
from tests.workers.outgoing.servers import RawServer, answering
from workers.outgoing.client import NotAnswered, NotLookedUp, Outgoing, TargetRefused

OUTSIDE = "127.0.0.2"
"""An allowed address, in place of a public one."""
INSIDE = "127.0.0.1"
LONG = 60.0


class Names:
    """Answers each lookup with the next of its answers, and starts again after the last one."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self._answers = cycle(answers)
        self.asked: list[str] = []

    def __call__(self, host: str, port: int, family: int, kind: int) -> Sequence[tuple[Any, ...]]:
        self.asked.append(host)
        return [(socket.AF_INET, kind, 6, "", (address, port)) for address in next(self._answers)]


def calling(names: Any) -> Outgoing:
    return Outgoing([ip_network(OUTSIDE)], names)


def test_a_name_that_alternates_between_outside_and_inside_never_leads_inside() -> None:
    names = Names([OUTSIDE], [INSIDE])
    with RawServer(answering("200 OK"), host=INSIDE) as canary, beside(canary) as server:
        outgoing, url = calling(names), f"http://bots.example:{server.port}/"
        outgoing.check(url)

        reasons = [reason(outgoing, url) for _ in range(50)]

    assert reasons == ["refused", None] * 25
    assert len(names.asked) == 51
    assert canary.connections == 0


def test_one_inner_address_among_others_is_enough_to_refuse() -> None:
    names = Names([OUTSIDE, INSIDE], [INSIDE, OUTSIDE])
    with RawServer(answering("200 OK"), host=INSIDE) as canary, beside(canary) as server:
        outgoing, url = calling(names), f"http://bots.example:{server.port}/"

        reasons = {reason(outgoing, url) for _ in range(2)}

    assert reasons == {"refused"}
    assert (canary.connections, server.connections) == (0, 0)


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "localhost",
        "2130706433",
        "0177.0.0.1",
        "0x7f.1",
        "127.1",
        "0",
        "127.0.0.1.",
        "localhost.",
        "127。0。0。1",
        "[::1]",
        "[::]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[::127.0.0.1]",
        "[64:ff9b::7f00:1]",
        "[64:ff9b:1::7f00:1]",
        "[2002:7f00:1::]",
        "[2001:0:7f00:1::]",
        "[fe80::1%25lo]",
        "100.64.0.1",
        "169.254.169.254",
        "10.0.0.1",
        "0.0.0.0",  # noqa: S104 - not to listen on
    ],
)
@pytest.mark.parametrize("scheme", ["http", "https"])
def test_no_spelling_of_an_inner_address_is_called(scheme: str, host: str) -> None:
    with RawServer(answering("200 OK")) as canary:
        outgoing, url = Outgoing(), f"{scheme}://{host}:{canary.port}/"

        with pytest.raises(TargetRefused):
            outgoing.check(url)

        assert reason(outgoing, url) == "refused"
    assert canary.connections == 0


def test_without_tls_nothing_leaves_for_the_internet() -> None:
    outgoing = Outgoing((), Names(["8.8.8.8"]))

    with pytest.raises(TargetRefused, match="must begin with https://"):
        outgoing.check("http://bots.example/")

    outgoing.check("https://bots.example/")


def test_a_name_that_nobody_knows_is_refused_at_first_and_unreachable_later() -> None:
    def unknown(*_: object) -> Any:
        raise socket.gaierror(socket.EAI_NONAME, "unknown")

    outgoing = calling(unknown)

    with pytest.raises(TargetRefused, match="cannot be found"):
        outgoing.check("https://bots.example/")
    with pytest.raises(NotAnswered, match=r"The name cannot be found\.") as failed:
        outgoing.post("https://bots.example/", b"{}", {}, LONG)
    assert failed.value.reason == "unreachable"


def test_a_name_server_that_fails_for_now_is_no_refusal() -> None:
    def failing(*_: object) -> Any:
        raise socket.gaierror(socket.EAI_AGAIN, "try again")

    with pytest.raises(NotLookedUp):
        calling(failing).check("https://bots.example/")


def test_a_name_that_cannot_exist_is_refused_without_a_look_up() -> None:
    names = Names([OUTSIDE])

    with pytest.raises(TargetRefused, match="cannot be found"):
        calling(names).check("https://bots.invalid/")

    assert names.asked == []


class Silent:
    """A look-up that does not answer names that begin with `silent` until the block ends."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self._goes_on = threading.Event()

    def __call__(self, host: str, port: int, family: int, kind: int) -> Sequence[tuple[Any, ...]]:
        self.asked.append(host)
        if host.startswith("silent"):
            self._goes_on.wait()
        return [(socket.AF_INET, kind, 6, "", (OUTSIDE, port))]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._goes_on.set()


def test_a_lookup_that_hangs_is_left_in_time() -> None:
    with Silent() as silent:
        outgoing = calling(silent)

        with pytest.raises(NotLookedUp):
            outgoing.check("https://silent.example/", 0.1)
        with pytest.raises(NotAnswered) as failed:
            outgoing.post("https://silent.example/", b"{}", {}, 0.1)

    assert failed.value.reason == "timed-out"
    assert silent.asked == ["silent.example"], "a name that is being looked up is not looked up once more"


def test_who_has_many_names_looked_up_holds_a_share_of_the_threads_and_others_are_served() -> None:
    with Silent() as silent:
        outgoing = Outgoing([ip_network(OUTSIDE)], silent, limits=Limits(lookups=8, client_lookups=4))
        for number in range(10):
            with pytest.raises(NotLookedUp):
                outgoing.check(f"https://silent{number}.example/", 0.01, asker="one")
        with pytest.raises(NotLookedUp):
            outgoing.check("http://bots.example/", 0.01, asker="one")

        outgoing.check("http://bots.example/", LONG, asker="other")

    assert silent.asked == ["silent0.example", "silent1.example", "silent2.example", "silent3.example", "bots.example"]


def test_no_more_names_are_looked_up_at_once_than_there_are_threads_whoever_asks() -> None:
    with Silent() as silent:
        outgoing = Outgoing([ip_network(OUTSIDE)], silent, limits=Limits(lookups=8, client_lookups=4))
        for number in range(20):
            with pytest.raises(NotLookedUp):
                outgoing.check(f"https://silent{number}.example/", 0.01, asker=str(number))

        assert len(silent.asked) == 8
        outgoing.check(f"http://{OUTSIDE}/")
    outgoing.check("http://bots.example/", LONG)


def reason(outgoing: Outgoing, url: str) -> str | None:
    """Why the call was not answered, None if it was."""
    try:
        outgoing.post(url, b"{}", {}, LONG)
    except NotAnswered as failed:
        return failed.reason
    return None


def beside(canary: RawServer) -> RawServer:
    """A server at an allowed address, with the same port as the internal canary."""
    return RawServer(answering("200 OK"), host=OUTSIDE, port=canary.port)

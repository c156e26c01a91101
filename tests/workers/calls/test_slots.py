"""Few calls work at once: owners take turns, and a call that waits for the network does not count."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest

from tests.listening import Line
from tests.operation.processes import until
from tests.workers.dispatching import HERE
from tests.workers.outgoing.servers import RawServer
from workers.calls.shares import Places
from workers.calls.slots import ASSUMED_WORK_SECONDS, TURNS_PER_MESSAGE, Slots
from workers.outgoing.client import Outgoing
from workers.outgoing.outside import SLOT, outside


class Seconds:
    """A running clock that the test sets."""

    def __init__(self) -> None:
        self.at = 100.0

    def __call__(self) -> float:
        return self.at


class Room:
    """Calls that work one after the other, each as long as the test sets."""

    def __init__(self) -> None:
        self.seconds = Seconds()
        self.hands = Slots({"turns": 1, "messages": 1}, self.seconds)
        self.served: list[str] = []
        self._threads: list[threading.Thread] = []

    @property
    def waiting(self) -> int:
        return self.hands.waiting("messages")

    @contextmanager
    def kept(self, owner: str, places: Places = "messages") -> Iterator[None]:
        """Hold the slot for this owner during the block."""
        with self.hands.of(places, owner).working():
            yield

    def asks(self, owner: str, seconds: float = ASSUMED_WORK_SECONDS) -> None:
        """Start a thread that waits for the slot and then works for `seconds`."""
        waiting = self.waiting

        def work() -> None:
            with self.kept(owner):
                self.served.append(owner)
                self.seconds.at += seconds

        self._threads.append(threading.Thread(target=work))
        self._threads[-1].start()
        until(lambda: self.waiting > waiting)

    def all_served(self) -> Sequence[str]:
        for thread in self._threads:
            thread.join()
        return self.served


@pytest.fixture
def room() -> Room:
    return Room()


def test_whoever_comes_late_is_served_before_the_many_of_another_owner(room: Room) -> None:
    with room.kept("many"):
        for _ in range(20):
            room.asks("many")
        room.asks("one")

    assert room.all_served().index("one") <= 1


def test_owners_share_the_time_that_their_calls_work_and_not_their_number(room: Room) -> None:
    with room.kept("someone"):
        for _ in range(12):
            room.asks("long", 6 * ASSUMED_WORK_SECONDS)
            room.asks("short", ASSUMED_WORK_SECONDS)

    before_the_third = room.all_served()[: [number for number, owner in enumerate(room.served) if owner == "long"][2]]
    assert before_the_third.count("short") >= 10


def test_an_owner_that_was_idle_has_saved_up_nothing(room: Room) -> None:
    with room.kept("someone"):
        for _ in range(10):
            room.asks("busy")
    room.all_served()
    room.served.clear()
    with room.kept("busy"):
        for owner in ("idle", "busy", "idle", "busy", "idle", "busy"):
            room.asks(owner)

    assert room.all_served()[-3:] != ["busy"] * 3


def test_messages_leave_the_hands_of_turns_alone_and_wait_while_turns_work_but_not_for_ever(room: Room) -> None:
    with room.kept("many"), room.kept("one", "turns"):
        room.asks("many")
    assert room.all_served() == ["many"]

    room.hands = Slots({"turns": 2, "messages": 1}, room.seconds)
    with room.kept("one", "turns"):
        room.asks("many")
        for _ in range(TURNS_PER_MESSAGE - 1):
            with room.kept("other", "turns"):
                assert room.waiting == 1
        with room.kept("other", "turns"):
            pass
        assert room.all_served() == ["many"] * 2


def test_a_call_that_waits_for_the_outside_holds_nobody_up(room: Room) -> None:
    with room.kept("slow"):
        room.asks("quick")
        with outside():
            assert room.all_served() == ["quick"]


def test_whoever_fails_outside_has_its_hand_again_and_lets_go_of_it_in_the_end(room: Room) -> None:
    with pytest.raises(OSError, match="gone"), room.kept("one"), outside():
        raise OSError("gone")
    assert SLOT.get() is None

    with room.kept("one"):
        room.asks("other")
    assert room.all_served() == ["other"]


def test_what_a_call_waits_for_us_is_not_counted_for_whoever_answers(room: Room) -> None:
    def answer(line: Line) -> None:
        """Another owner holds the slot when the answer arrives, and keeps it until this call waits for it."""
        with room.kept("other"):
            line.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            until(lambda: room.waiting == 1)
            room.seconds.at += 1000

    with RawServer(answer) as server, room.kept("one"):
        answered = Outgoing([HERE], monotonic=room.seconds).post(server.url, b"{}", {}, 5.0)

    assert (answered.status, answered.ms) == (200, 0)

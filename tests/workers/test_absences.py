"""A process that did not run for a while notices that, and its clock does not count that time."""

from datetime import timedelta

from tests.workers.dispatching import Clock
from workers.absences import CLOCK_CHECK_INTERVAL, SHORTEST_ABSENCE, Absences


class Seconds:
    """A running clock that the test sets."""

    def __init__(self) -> None:
        self.at = 100.0

    def __call__(self) -> float:
        return self.at


def test_the_clock_of_a_process_stands_still_while_it_is_away() -> None:
    seconds, clock = Seconds(), Clock()
    absences = Absences(seconds, clock)

    seconds.at += CLOCK_CHECK_INTERVAL
    assert absences.running_time() == 100.0 + CLOCK_CHECK_INTERVAL
    seconds.at += 12
    assert absences.running_time() == 100.0 + 2 * CLOCK_CHECK_INTERVAL
    seconds.at += CLOCK_CHECK_INTERVAL
    assert absences.running_time() == 100.0 + 3 * CLOCK_CHECK_INTERVAL


def test_an_absence_is_known_of_whatever_began_before_its_end() -> None:
    seconds, clock = Seconds(), Clock()
    absences = Absences(seconds, clock)
    before = clock.time
    assert not absences.was_absent_since(before)

    seconds.at += 12
    clock.go_on(seconds=12)

    assert absences.was_absent_since(before)
    assert absences.was_absent_since(clock.time - timedelta(seconds=1))
    assert not absences.was_absent_since(clock.time + timedelta(milliseconds=1))


def test_a_process_that_is_only_slow_is_not_away() -> None:
    seconds, clock = Seconds(), Clock()
    absences = Absences(seconds, clock)

    for _ in range(10):
        seconds.at += SHORTEST_ABSENCE - 0.01
        absences.running_time()

    assert not absences.was_absent_since(clock.time)
    assert absences.running_time() == seconds.at

"""The retry loop logs little: the store may be unavailable for long, and unexpected errors may occur."""

import logging
from collections.abc import Callable, Iterator

import pytest
from redis.exceptions import ConnectionError as ConnectionLost

from events.store.event_store import StoreUnavailable
from events.store.retry_loop import LOGGED_EVERY_SECONDS, LONGEST_PAUSE_SECONDS, retry_forever


class Steps:
    """A clock that advances only during `sleep`, and steps with planned results, one after the other."""

    def __init__(self, *planned: Exception | None) -> None:
        self.time = 0.0
        self._planned = list(planned)

    def sleep(self, seconds: float) -> None:
        self.time += seconds

    def take(self) -> None:
        come = self._planned.pop(0)
        if come is not None:
            raise come

    def run(self, **others: type[Exception]) -> None:
        retry_forever(self.take, lambda: not self._planned, monotonic=lambda: self.time, sleep=self.sleep, **others)


@pytest.fixture
def said(caplog: pytest.LogCaptureFixture) -> Iterator[Callable[[], list[tuple[int, str]]]]:
    with caplog.at_level(logging.INFO):
        yield lambda: [(record.levelno, record.getMessage().split(";")[0]) for record in caplog.records]


GONE, BACK = (logging.WARNING, "the store is not available"), (logging.INFO, "the store is back")


def test_an_absence_is_told_when_it_begins_and_when_it_is_over(said: Callable[[], list[tuple[int, str]]]) -> None:
    Steps(None, ConnectionLost(), StoreUnavailable(), None, None, ConnectionLost(), None).run()

    assert said() == [GONE, BACK, GONE, BACK]


def test_a_long_absence_is_told_again_but_seldom(said: Callable[[], list[tuple[int, str]]]) -> None:
    steps = Steps(*(ConnectionLost(),) * 30, None)

    steps.run()

    assert steps.time > 29 * LONGEST_PAUSE_SECONDS * 0.9
    assert said()[-1] == BACK
    assert 2 <= said().count(GONE) <= 1 + steps.time / LOGGED_EVERY_SECONDS


def test_what_should_not_happen_is_told_every_time_and_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    steps = Steps(ZeroDivisionError(), ZeroDivisionError(), None)

    steps.run()

    assert steps.time >= 2 * LONGEST_PAUSE_SECONDS
    assert [(record.levelno, record.exc_info is not None) for record in caplog.records] == [(logging.ERROR, True)] * 2


def test_what_ends_it_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        Steps(ConnectionLost(), ZeroDivisionError(), None).run(ends=ArithmeticError)

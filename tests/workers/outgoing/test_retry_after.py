"""The header `Retry-After`, valid and invalid."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import example, given
from hypothesis import strategies as some

from workers.outgoing.retry_after import LONGEST_RETRY_AFTER, retry_after

NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("0", 0),
        (" 120 ", 120),
        ("Sat, 28 Nov 2026 12:00:30 GMT", 30),
        ("Sat, 28 Nov 2026 13:00:30 +0100", 30),
        ("Sat, 28 Nov 2026 12:00:30 -0000", 30),
        ("Sat, 28 Nov 2026 11:00:00 GMT", 0),
        ("86401", LONGEST_RETRY_AFTER.total_seconds()),
        ("9999999999", LONGEST_RETRY_AFTER.total_seconds()),
        ("Fri, 31 Dec 9999 23:59:59 GMT", LONGEST_RETRY_AFTER.total_seconds()),
    ],
)
def test_seconds_and_dates_say_how_long_to_wait(text: str, seconds: float) -> None:
    assert retry_after({"retry-after": text}, NOON) == timedelta(seconds=seconds)


@pytest.mark.parametrize("text", ["", "soon", "-5", "1.5", "1e3", "١٢", "99999999999", "Sat, 31 Nov 2026 12:00:00 GMT"])
def test_anything_else_says_nothing(text: str) -> None:
    assert retry_after({"retry-after": text}, NOON) is None
    assert retry_after({}, NOON) is None


@given(some.text() | some.from_regex(r"Sat, [0-9]{1,5} Nov [0-9]{1,12} [0-9]{1,12}:[0-9]{1,3}:[0-9]{1,3} [+-][0-9]{1,12}"))
@example("Sat, 28 Nov 99999999999 12:00:00 GMT")
@example("Sat, 28 Nov 2026 12:00:00 +99999999999999")
@example("Sat, 01 Jan 0001 00:00:00 +2359")
@example("Fri, 31 Dec 9999 23:59:59 -2359")
def test_whatever_it_says_the_wait_has_bounds(text: str) -> None:
    wait = retry_after({"retry-after": text}, NOON)

    assert wait is None or timedelta(0) <= wait <= LONGEST_RETRY_AFTER

"""Requests are counted per window and per client."""

import pytest

from events.limits import parse_rate
from service.http.rate_limits import RateLimit


class Clock:
    def __init__(self) -> None:
        self.now = 600.0

    def __call__(self) -> float:
        return self.now


def test_a_client_has_so_many_requests_in_a_window_and_then_none_until_the_next() -> None:
    clock = Clock()
    limits = RateLimit("3/minute", clock)

    told = [limits.count("one") for _ in range(4)]
    clock.now += 59
    still = limits.count("one")
    clock.now += 1
    again = limits.count("one")

    assert [quota.allowed for quota in told] == [True, True, True, False]
    assert [quota.remaining for quota in told] == [2, 1, 0, 0]
    assert told[3].headers() == {"RateLimit-Policy": '"default";q=3;w=60', "RateLimit": '"default";r=0;t=60', "Retry-After": "60"}
    assert (still.allowed, still.reset) == (False, 1)
    assert (again.allowed, again.remaining) == (True, 2)
    assert "Retry-After" not in again.headers()


def test_what_is_refused_is_not_counted_so_that_something_cheaper_is_still_allowed() -> None:
    limits = RateLimit("5/minute", Clock())

    told = [limits.count("one", units=units) for units in (2, 2, 2, 1)]

    assert [(quota.allowed, quota.remaining) for quota in told] == [(True, 3), (True, 1), (False, 1), (True, 0)]


def test_clients_do_not_share_and_some_have_a_limit_of_their_own() -> None:
    limits = RateLimit("1/second", Clock())

    assert limits.count("one").allowed
    assert limits.count("two").allowed
    assert not limits.count("one").allowed
    assert limits.count("one", per_minute=2).allowed
    assert limits.count("one", per_minute=2).headers()["RateLimit-Policy"] == '"default";q=2;w=60'


def test_a_new_window_forgets_all_clients_of_the_last() -> None:
    clock = Clock()
    limits = RateLimit("9/minute", clock)
    for number in range(1000):
        limits.count(f"address:{number}")

    clock.now += 60
    limits.count("address:0")

    assert len(limits._counts) == 1


@pytest.mark.parametrize("rule", ["", "0/minute", "-1/minute", "5", "5/day", "5/minute;6/hour", "5 /minute", "5/Minute", "1e3/minute"])
def test_a_rule_that_is_none_is_refused_with_an_example(rule: str) -> None:
    with pytest.raises(ValueError, match="6000/minute"):
        parse_rate(rule)

"""Intervals: the numbers of a table of Wilson's intervals, and of the normal one."""

import pytest

from service.simulation.intervals import mean, share


@pytest.mark.parametrize(
    ("successes", "of", "low", "high"),
    [(0, 10, 0.0, 0.2775), (1, 10, 0.0179, 0.4042), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (15, 148, 0.0624, 0.1605)],
)
def test_the_interval_of_a_share_is_wilsons(successes: float, of: int, low: float, high: float) -> None:
    found = share(successes, of)

    assert found is not None
    assert found.value == successes / of
    assert (found.low, found.high) == pytest.approx((low, high), abs=6e-5)


def test_the_interval_of_a_mean_is_the_normal_one() -> None:
    found = mean([1, 2, 3, 4, 5])

    assert found == pytest.approx((3, 3 - 1.38590, 3 + 1.38590), abs=1e-5)
    assert mean([7]) == (7, 7, 7)


def test_of_nothing_there_is_nothing_to_say() -> None:
    assert share(0, 0) is None
    assert mean([]) is None

"""What `rollstream bot try --pairs` counts."""

import pytest

from rules.game import Outcome
from service.terminal.pairs import entropy_of, measured, result


@pytest.mark.parametrize(("winners", "part"), [((0,), 1), ((1,), 0), ((0, 1), 0.5), ((0, 1, 2, 3), 0.25), ((), 0)])
def test_a_shared_win_counts_in_part(winners: tuple[int, ...], part: float) -> None:
    assert result(Outcome("hundred", winners, ()), 0) == part


def test_both_games_of_a_deal_have_the_same_chance_and_those_of_another_deal_have_not() -> None:
    def drawn(secret: bytes, deal: int) -> list[bytes]:
        entropy = entropy_of(secret, deal)
        return [entropy(32), entropy(17), entropy(32)]

    first = drawn(b"secret", 0)

    assert drawn(b"secret", 0) == first
    assert len({*first, *drawn(b"secret", 1), *drawn(b"other", 0)}) == 9


def test_the_error_is_that_of_the_deals() -> None:
    """Who wins from one seat and loses from the other is even, for sure."""
    score, error = measured([1, 1, 0, 0], 2)

    assert measured([1, 0, 0, 1, 1, 0], 2) == (0.5, 0)
    assert score == 0.5
    assert error == pytest.approx(0.5 / 2**0.5)

"""What lies on the big board at the beginning: the stand-in (I1, I2), the three variants, and the options that choose them."""

from collections import Counter
from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest

from rules.dice import Draw
from rules.ice_dice.boards import STAND_IN
from rules.ice_dice.events import BoardLaid, FirstSeatChosen
from rules.ice_dice.setup import TIES, VARIANTS
from rules.ice_dice.tokens import COLOURS
from rules.testing.fixed_dice import Falling
from tests.rules.ice_dice.story import GAME, started

SIDES = tuple(2 if token % 3 == 0 else 1 for token in range(1, 37))
"""Every third token shows its back."""
TOKENS = [token for line in STAND_IN for token in line]


def laying(chosen: Mapping[str, Any], *draws: tuple[int, ...]) -> tuple[BoardLaid, FirstSeatChosen]:
    board, first = GAME.setup(GAME.options(chosen, 3, False), 3, Falling(*draws))
    assert isinstance(board, BoardLaid)
    assert isinstance(first, FirstSeatChosen)
    return board, first


def test_i2_the_stand_in_has_six_lines_of_six_in_ascending_order() -> None:
    numbers = [[token.front.number for token in line] for line in STAND_IN]

    assert numbers == [list(range(start, start + 6)) for start in (1, 7, 13, 19, 25, 31)]


def test_i2_a_colour_is_line_and_column_counted_round() -> None:
    assert [token.front.colour for token in TOKENS] == [COLOURS[(line + column) % 6] for line, column in product(range(6), repeat=2)]


def test_i2_the_backs_carry_the_fronts_in_another_order_that_never_changes() -> None:
    """Tables with this board are already stored."""
    assert {token.back for token in TOKENS} == {token.front for token in TOKENS}
    assert [token.back.number for token in TOKENS] == [
        *(20, 11, 24, 30, 1, 22, 4, 12, 33, 28, 36, 17, 2, 13, 15, 27, 16, 26),
        *(10, 14, 31, 5, 8, 34, 9, 32, 19, 6, 7, 29, 25, 21, 3, 35, 23, 18),
    ]


def test_standard_lays_every_token_with_its_front_up_and_draws_nothing_for_it() -> None:
    board, first = laying({}, (2,))

    assert (board.seats, board.variant, board.ties, board.reroll_limit, board.draw) == (3, "standard", "adults", 5, None)
    assert [(token.token, token.number, token.line) for token in board.tokens] == [(n, n, (n - 1) // 6) for n in range(1, 37)]
    assert (first.first, first.draw) == (1, Draw(0, "dice", 3, (2,)))


def test_young_leaves_out_the_tokens_above_18_and_the_lines_that_are_empty_without_them() -> None:
    state = started({"variant": "young"})

    assert state.big == tuple(range(1, 19))
    assert GAME.view(state, None)["lines"] == [
        [{"token": token.front.number, "number": token.front.number, "colour": token.front.colour} for token in line]
        for line in STAND_IN[:3]
    ]


def test_experienced_draws_the_side_of_every_token_before_the_first_seat() -> None:
    board, first = laying({"variant": "experienced"}, SIDES, (2,))

    assert board.draw == Draw(0, "dice", 2, SIDES)
    assert first.draw == Draw(1, "dice", 3, (2,))
    for token, side, two_sided in zip(board.tokens, SIDES, TOKENS, strict=True):
        up = two_sided.back if side == 2 else two_sided.front
        assert (token.token, token.number, token.colour) == (two_sided.front.number, up.number, up.colour)
    times = Counter(token.number for token in board.tokens)
    assert (sum(times.values()), max(times.values())) == (36, 2)


def test_what_is_left_out_has_its_default_and_without_a_clock_there_is_always_a_limit() -> None:
    timed = GAME.options({}, 2, True)

    assert timed == {"variant": "standard", "ties": "adults", "reroll_limit": None}
    assert GAME.options({}, 2, False) == GAME.options(timed, 2, False) == {**timed, "reroll_limit": 5}


@pytest.mark.parametrize(("variant", "ties"), [*product(VARIANTS, TIES)])
def test_every_combination_of_options_is_laid_as_it_was_chosen(variant: str, ties: str) -> None:
    state = started({"variant": variant, "ties": ties, "reroll_limit": 3}, 2, *([SIDES] if variant == "experienced" else []), (1,))

    assert (state.variant, state.ties, state.reroll_limit) == (variant, ties, 3)

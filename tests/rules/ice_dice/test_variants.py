"""The three variants and the options that choose them."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from rules.dice import Draw
from rules.ice_dice.boards import STAND_IN
from rules.ice_dice.commands import Setup, Shift
from rules.ice_dice.events import BoardLaid, FirstSeatChosen
from rules.ice_dice.setup import TIES, VARIANTS
from rules.rejected import Rejected
from rules.testing.fixed_dice import Falling, Low
from tests.rules.ice_dice.story import GAME, dealt, left_first, play, refusal, shift, started, take, two

SIDES = tuple(2 if token % 3 == 0 else 1 for token in range(1, 37))
"""Every third token shows its back."""


def laying(chosen: Mapping[str, Any], *draws: tuple[int, ...]) -> tuple[BoardLaid, FirstSeatChosen]:
    created_table, first = GAME.setup(GAME.options(chosen, 3, False), 3, Falling(*draws))
    assert isinstance(created_table, BoardLaid)
    assert isinstance(first, FirstSeatChosen)
    return created_table, first


def refused(chosen: Mapping[str, Any]) -> Rejected:
    with pytest.raises(Rejected) as caught:
        GAME.options(chosen, 2, True)
    return caught.value


# --- standard ---


def test_standard_lays_every_token_with_its_front_up_and_draws_nothing_for_it() -> None:
    created_table, first = laying({}, (2,))

    assert (created_table.seats, created_table.variant, created_table.ties, created_table.reroll_limit, created_table.draw) == (
        3,
        "standard",
        "adults",
        5,
        None,
    )
    assert [(token.token, token.number, token.line) for token in created_table.tokens] == [(n, n, (n - 1) // 6) for n in range(1, 37)]
    assert first.draw == Draw(0, "dice", 3, (2,))


# --- young ---


def test_young_leaves_out_the_tokens_above_18_and_the_lines_that_are_empty_without_them() -> None:
    state = started({"variant": "young"})

    assert state.big == tuple(range(1, 19))
    assert GAME.view(state, None)["lines"] == [
        [{"token": n, "number": n, "colour": STAND_IN[line][n - 1 - 6 * line].front.colour} for n in range(6 * line + 1, 6 * line + 7)]
        for line in range(3)
    ]


def test_young_sets_up_from_its_three_lines() -> None:
    state = started({"variant": "young"})
    for token in (1, 7):
        state = play(state, 0, Setup(token=token)).state

    assert GAME.legal(state, 0) == tuple(Setup(token=token) for token in range(13, 19))


def test_young_reckons_with_plus_and_minus_only() -> None:
    state = dealt(variant="young", medium=(1, 7, 13), dice=(2, 3, 6))

    shifts = [move for move in GAME.legal(state, 0) if isinstance(move, Shift)]

    assert shifts == [
        shift(3, two(2, "-", 1)),
        shift(4, two(2, "-", 0)),
        shift(5, two(0, "+", 1)),
        shift(8, two(0, "+", 2)),
        shift(9, two(1, "+", 2)),
        shift(11, left_first(0, "+", 1, "+", 2)),
    ]
    for sign in ("*", "/"):
        assert refusal(state, 0, shift(6, two(0, sign, 1))).code == "sign-not-allowed"


# --- experienced ---


def test_experienced_draws_the_side_of_every_token_before_the_first_seat() -> None:
    created_table, first = laying({"variant": "experienced"}, SIDES, (2,))

    assert created_table.draw == Draw(0, "dice", 2, SIDES)
    assert first.draw == Draw(1, "dice", 3, (2,))
    for token, side, two_sided in zip(created_table.tokens, SIDES, [token for line in STAND_IN for token in line], strict=True):
        up = two_sided.back if side == 2 else two_sided.front
        assert (token.token, token.number, token.colour) == (two_sided.front.number, up.number, up.colour)


def test_experienced_has_some_numbers_twice_and_some_not_at_all() -> None:
    state = started({"variant": "experienced"}, 2, SIDES, (1,))

    times = Counter(token.number for token in state.tokens)

    assert sum(times.values()) == 36
    assert max(times.values()) == 2
    assert set(times) < set(range(1, 37))


def test_experienced_makes_the_number_that_is_up() -> None:
    """Token 1 shows a blue 20."""
    state = dealt(variant="experienced", turned=(1,), dice=(4, 5, 1))

    assert 1 in play(state, 0, shift(1, two(0, "*", 1))).state.medium
    assert refusal(state, 0, shift(1, two(0, "-", 1))).detail == "4 − 5 makes -1, not 20."


def test_experienced_lists_both_tokens_that_show_a_number() -> None:
    state = dealt(variant="experienced", turned=(1,), dice=(4, 5, 1))

    twenties = [move for move in GAME.legal(state, 0) if isinstance(move, Shift) and move.expression == two(0, "*", 1)]

    assert twenties == [shift(1, two(0, "*", 1)), shift(20, two(0, "*", 1))]


def test_experienced_takes_another_number_than_was_shifted_even_from_another_token() -> None:
    before = dealt(variant="experienced", turned=(1,), medium=(20, 9), dice=(4, 5, 1))
    shifted = play(before, 0, shift(1, two(0, "*", 1))).state

    assert refusal(shifted, 0, take(20, two(0, "*", 1))).code == "same-number"
    assert GAME.legal(shifted, 0)[:-1] == (take(9, two(0, "+", 1)),)
    assert GAME.view(shifted, None)["shifted"] == {"token": 1, "number": 20}


def test_experienced_scores_the_colour_that_is_up() -> None:
    """The red tokens 1 and 12 show a blue 20 and a red 17."""
    state = dealt(variant="experienced", turned=(1, 12), own={0: (1, 12), 1: (5,)})

    assert GAME.view(state, None)["players"][0]["majorities"] == ("red",)
    assert GAME.scores(state) == (2 + 1 + 2, 1 + 1)


# --- options ---


def test_what_is_left_out_has_its_default() -> None:
    assert GAME.options({}, 2, False) == {"variant": "standard", "ties": "adults", "reroll_limit": 5}
    assert GAME.options({}, 2, True) == {"variant": "standard", "ties": "adults", "reroll_limit": None}


@pytest.mark.parametrize("timed", [False, True])
@pytest.mark.parametrize("limit", [0, 5, 20])
def test_a_limit_that_is_named_holds_with_a_clock_and_without(limit: int, timed: bool) -> None:
    assert GAME.options({"reroll_limit": limit}, 2, timed)["reroll_limit"] == limit


def test_what_was_without_a_limit_has_one_again_where_no_clock_runs() -> None:
    complete = GAME.options({}, 2, True)

    assert GAME.options(complete, 2, False)["reroll_limit"] == 5


def test_an_unknown_option_is_refused_with_those_there_are() -> None:
    refusal = refused({"speed": 3})

    assert (refusal.code, refusal.field) == ("option-unknown", "options.speed")
    assert "variant, ties, reroll_limit" in refusal.detail


@pytest.mark.parametrize("value", ["Standard", "", "old", True, 1, 1.0, None, [], ["standard"], {}])
@pytest.mark.parametrize("option", ["variant", "ties"])
def test_a_value_that_an_option_does_not_have_is_refused(option: str, value: object) -> None:
    refusal = refused({option: value})

    assert (refusal.code, refusal.field) == ("option-invalid", f"options.{option}")
    assert {"variant": ", ".join(VARIANTS), "ties": ", ".join(TIES)}[option] in refusal.detail


@pytest.mark.parametrize("value", [-1, 21, 10**30, True, False, 5.0, "5", "", [], [5], {}])
def test_a_limit_that_is_no_number_of_rerolls_is_refused(value: object) -> None:
    refusal = refused({"reroll_limit": value})

    assert (refusal.code, refusal.field, refusal.rule) == ("option-invalid", "options.reroll_limit", "I5")
    assert "0 to 20" in refusal.detail


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("ties", TIES)
def test_every_combination_of_options_is_laid_as_it_was_chosen(variant: str, ties: str) -> None:
    state = started({"variant": variant, "ties": ties, "reroll_limit": 3}, 2, *([SIDES] if variant == "experienced" else []), (1,))

    assert (state.variant, state.ties, state.reroll_limit) == (variant, ties, 3)
    assert play(state, 0, Setup(token=1), Low()).state.medium == (1,)

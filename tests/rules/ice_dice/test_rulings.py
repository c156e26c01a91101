"""Each ruling of the rules page by its number."""

from fractions import Fraction

import pytest

from rules.ice_dice.arithmetic import value
from rules.ice_dice.boards import STAND_IN
from rules.ice_dice.commands import Calculation, Pass, Reroll, Setup, Shift
from rules.ice_dice.events import DiceRolled, GameEnded, TokenShifted, TurnBegan, TurnPassed, Variant
from rules.ice_dice.state import State
from rules.ice_dice.tokens import COLOURS
from rules.testing.fixed_dice import Falling, Low, drawn
from tests.rules.ice_dice.story import GAME, dealt, left_first, play, refusal, right_first, shift, started, take, two

ROLL = (2, 3, 6)


# --- I1: numbers ---


@pytest.mark.parametrize(("variant", "highest"), [("standard", 36), ("young", 18)])
def test_i1_every_number_lies_on_the_big_board_once(variant: Variant, highest: int) -> None:
    state = started({"variant": variant})

    assert sorted(token.number for token in state.tokens) == list(range(1, highest + 1))
    assert len(state.big) == highest


# --- I2: lines and colours ---


def test_i2_the_stand_in_has_six_lines_of_six_in_ascending_order() -> None:
    numbers = [[token.front.number for token in line] for line in STAND_IN]

    assert numbers == [list(range(start, start + 6)) for start in (1, 7, 13, 19, 25, 31)]


def test_i2_a_colour_is_line_and_column_counted_round() -> None:
    assert [token.front.colour for token in STAND_IN[0]] == list(COLOURS)
    assert [token.front.colour for token in STAND_IN[2]] == ["yellow", "green", "blue", "violet", "red", "orange"]
    assert [line[0].front.colour for line in STAND_IN] == list(COLOURS)


def test_i2_the_backs_carry_the_fronts_in_another_order_that_never_changes() -> None:
    """Tables with this board are already stored."""
    fronts = {token.front for line in STAND_IN for token in line}

    assert {token.back for line in STAND_IN for token in line} == fronts
    assert [token.back.number for line in STAND_IN for token in line] == [
        *(20, 11, 24, 30, 1, 22),
        *(4, 12, 33, 28, 36, 17),
        *(2, 13, 15, 27, 16, 26),
        *(10, 14, 31, 5, 8, 34),
        *(9, 32, 19, 6, 7, 29),
        *(25, 21, 3, 35, 23, 18),
    ]


# --- I3: arithmetic ---


@pytest.mark.parametrize(
    ("dice", "token", "expression"),
    [
        ((2, 3, 6), 5, two(0, "+", 1)),
        ((2, 3, 6), 4, two(2, "-", 0)),
        ((2, 3, 6), 18, two(1, "*", 2)),
        ((2, 3, 6), 2, two(2, "/", 1)),
        ((2, 3, 6), 30, left_first(0, "+", 1, "*", 2)),
        ((2, 3, 6), 20, right_first(0, "+", 1, "*", 2)),
        ((2, 3, 6), 11, left_first(2, "+", 0, "+", 1)),
        ((2, 3, 6), 7, right_first(2, "-", 0, "-", 1)),
    ],
)
def test_i3_two_or_three_dice_any_sign_and_any_grouping(dice: tuple[int, ...], token: int, expression: Calculation) -> None:
    state = dealt(dice=dice)

    moved = play(state, 0, shift(token, expression))

    assert moved.events == (TokenShifted(seat=0, token=token, number=token, expression=expression, dice=dice),)
    assert token in moved.state.medium


def test_i3_the_way_may_lead_over_a_fraction() -> None:
    """1 ÷ 2 × 6 is 3, although the intermediate result is a fraction."""
    state = dealt(dice=(1, 2, 6))

    assert value(two(0, "/", 1), (1, 2, 6)) == Fraction(1, 2)
    assert 3 in play(state, 0, shift(3, left_first(0, "/", 1, "*", 2))).state.medium


def test_i3_dividing_by_a_fraction_is_exact() -> None:
    """4 ÷ (2 ÷ 3) is 6."""
    state = dealt(dice=(2, 3, 4))

    assert 6 in play(state, 0, shift(6, right_first(2, "/", 0, "/", 1))).state.medium


def test_i3_the_way_may_lead_below_zero() -> None:
    """2 − 6 is −4, and 3 − (−4) is 7."""
    state = dealt(dice=ROLL)

    assert value(two(0, "-", 2), ROLL) == -4
    assert 7 in play(state, 0, shift(7, right_first(1, "-", 0, "-", 2))).state.medium


def test_i3_the_way_may_lead_over_zero() -> None:
    state = dealt(dice=(2, 2, 5))

    assert 5 in play(state, 0, shift(5, left_first(0, "-", 1, "+", 2))).state.medium


def test_i3_a_division_by_zero_is_refused() -> None:
    state = dealt(dice=(2, 2, 5))

    refused = refusal(state, 0, shift(5, right_first(2, "/", 0, "-", 1)))

    assert (refused.code, refused.field, refused.rule) == ("division-by-zero", "expression", "I3")
    assert refused.detail == "5 ÷ (2 − 2) divides by zero."


@pytest.mark.parametrize(
    ("expression", "made"),
    [
        (two(0, "+", 1), "2 + 3 makes 5, not 7."),
        (two(0, "/", 1), "2 ÷ 3 makes 2/3, not 7."),
        (two(0, "-", 2), "2 − 6 makes -4, not 7."),
        (left_first(0, "+", 1, "/", 2), "(2 + 3) ÷ 6 makes 5/6, not 7."),
    ],
)
def test_i3_the_value_must_equal_the_number_exactly(expression: Calculation, made: str) -> None:
    state = dealt(dice=ROLL)

    refused = refusal(state, 0, shift(7, expression))

    assert (refused.code, refused.detail) == ("number-wrong", made)


# --- I4: the move shows its calculation ---


def test_i4_a_wrong_sum_is_refused_and_nothing_changes() -> None:
    state = dealt(dice=ROLL)

    refused = refusal(state, 0, shift(6, two(0, "+", 1)))

    assert (refused.code, refused.field, refused.rule) == ("number-wrong", "expression", "I4")
    assert state == dealt(dice=ROLL)


def test_i4_an_expression_names_positions_not_faces() -> None:
    state = dealt(dice=(6, 1, 2))

    assert 3 in play(state, 0, shift(3, two(1, "+", 2))).state.medium
    assert refusal(state, 0, shift(3, two(0, "+", 1))).detail == "6 + 1 makes 7, not 3."


def test_i4_legal_moves_list_one_calculation_for_each_number_and_others_are_accepted_as_well() -> None:
    state = dealt(dice=(1, 2, 3))
    shifts = [move for move in GAME.legal(state, 0) if isinstance(move, Shift)]

    other = play(state, 0, shift(3, two(0, "*", 2)))

    assert [move.token for move in shifts] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert shifts[2] == shift(3, two(0, "+", 1))
    assert other.state == play(state, 0, shifts[2]).state
    assert isinstance(other.events[0], TokenShifted)
    assert other.events[0].expression == two(0, "*", 2)


def test_i4_each_die_is_used_once_at_most() -> None:
    state = dealt(dice=(3, 1, 1))

    refused = refusal(state, 0, shift(6, two(0, "+", 0)))

    assert (refused.code, refused.field, refused.rule) == ("die-used-twice", "expression", "I4")


# --- I5: rerolls ---


@pytest.mark.parametrize(
    ("chosen", "fallen", "dice"), [({1}, (4,), (2, 4, 6)), ({2, 0}, (4, 5), (4, 3, 5)), ({0, 1, 2}, (1, 1, 1), (1, 1, 1))]
)
def test_i5_any_dice_are_rerolled_and_the_others_stay(chosen: set[int], fallen: tuple[int, ...], dice: tuple[int, ...]) -> None:
    state = dealt(dice=ROLL)

    after = play(state, 0, Reroll(dice=frozenset(chosen)), Falling(fallen)).state

    assert (after.dice, after.rerolls) == (dice, 1)


def test_i5_no_dice_are_no_reroll() -> None:
    refused = refusal(dealt(), 0, Reroll(dice=frozenset()))

    assert (refused.code, refused.field, refused.rule) == ("no-dice", "dice", "I5")


def test_i5_after_the_shift_the_dice_stay() -> None:
    state = play(dealt(dice=ROLL), 0, shift(5, two(0, "+", 1))).state

    refused = refusal(state, 0, Reroll(dice=frozenset({0})))

    assert (refused.code, refused.rule) == ("reroll-too-late", "I5")
    assert not [move for move in GAME.legal(state, 0) if isinstance(move, Reroll)]


def test_i5_with_a_clock_there_is_no_limit() -> None:
    state = set_up(started({}, 2, (1,), timed=True))

    for _ in range(99):
        state = play(state, 0, Reroll(dice=frozenset({0})), Falling((6,))).state

    assert state.rerolls == 99
    assert GAME.view(state, None)["rerolls_left"] is None


def test_i5_with_a_clock_rerolls_end_where_nobody_plays_any_more() -> None:
    state = set_up(started({}, 2, (1,), timed=True))._replace(rerolls=99)

    state = play(state, 0, Reroll(dice=frozenset({0})), Falling((6,))).state

    refused = refusal(state, 0, Reroll(dice=frozenset({0})))
    assert (refused.code, refused.detail) == ("reroll-limit", "This table allows 100 rerolls per turn.")
    assert GAME.view(state, None)["rerolls_left"] == 0
    assert not [move for move in GAME.legal(state, 0) if isinstance(move, Reroll)]


def test_i5_without_a_clock_a_turn_has_five() -> None:
    state = set_up(started({}, 2, (1,)))

    for _ in range(5):
        state = play(state, 0, Reroll(dice=frozenset({0})), Falling((6,))).state

    refused = refusal(state, 0, Reroll(dice=frozenset({0})))
    assert (refused.code, refused.rule) == ("reroll-limit", "I5")
    assert not [move for move in GAME.legal(state, 0) if isinstance(move, Reroll)]


@pytest.mark.parametrize("timed", [False, True])
@pytest.mark.parametrize("limit", [0, 1, 20])
def test_i5_the_option_sets_the_limit_with_a_clock_and_without(limit: int, timed: bool) -> None:
    state = set_up(started({"reroll_limit": limit}, 2, (1,), timed=timed))

    for left in range(limit, 0, -1):
        assert GAME.view(state, None)["rerolls_left"] == left
        state = play(state, 0, Reroll(dice=frozenset({0})), Falling((6,))).state

    assert GAME.view(state, None)["rerolls_left"] == 0
    assert refusal(state, 0, Reroll(dice=frozenset({0}))).code == "reroll-limit"


def test_i5_the_next_turn_has_all_its_rerolls() -> None:
    state = play(dealt(reroll_limit=1), 0, Reroll(dice=frozenset({0})), Falling((6,))).state

    after = play(state, 0, Pass(), Low()).state

    assert GAME.view(after, None)["rerolls_left"] == 1


# --- I6: passing ---


def test_i6_a_pass_is_always_allowed_and_costs_nothing() -> None:
    state = dealt(own={0: (1, 2)})
    shifted = play(state, 0, shift(5, two(0, "+", 1))).state

    for before in (state, shifted):
        moved = play(before, 0, Pass(), Falling((4, 4, 4)))
        assert Pass() in GAME.legal(before, 0)
        assert moved.events == (
            TurnPassed(seat=0),
            TurnBegan(seat=1, round=1, turns=8, still_rounds=0),
            DiceRolled(seat=1, dice=(4, 4, 4), draw=drawn((4, 4, 4))),
        )
        assert moved.state.players == before.players


# --- I7: the end by eight tokens; more of it in test_ending.py ---


def test_i7_with_eight_left_the_round_is_played_out() -> None:
    state = dealt(seats=3, big=(5, *range(25, 33)), dice=ROLL)

    first = play(state, 0, shift(5, two(0, "+", 1))).state
    second = play(first, 0, Pass(), Low()).state
    third = play(second, 1, Pass(), Low()).state
    end = play(third, 2, Pass())

    assert (len(first.big), GAME.to_move(second), GAME.to_move(third)) == (8, (1,), (2,))
    assert end.events == (TurnPassed(seat=2), GameEnded(reason="eight-left"))


# --- I8: no seat shifts a token; more of it in test_ending.py ---


def test_i8_three_full_rounds_without_a_moved_token_end_the_game() -> None:
    state = dealt(seats=2, round=5)

    for _ in range(5):
        state = play(state, state.turn, Pass(), Low()).state
    end = play(state, 1, Pass())

    assert state.round == 7
    assert end.events == (TurnPassed(seat=1), GameEnded(reason="stalemate"))


# --- I9: the side that is up ---


def test_i9_a_token_shows_the_number_and_the_colour_of_the_side_that_is_up() -> None:
    """Token 22, red, shows a blue 5 on its back."""
    state = dealt(variant="experienced", turned=(22,), medium=(22,), dice=ROLL)
    shifted = play(state, 0, shift(18, two(1, "*", 2))).state

    after = play(shifted, 0, take(22, two(0, "+", 1)), Low()).state

    assert GAME.view(after, None)["players"][0]["own"] == [{"token": 22, "number": 5, "colour": "blue"}]


def set_up(state: State) -> State:
    """The table at the first turn of seat 0."""
    for token in (1, 7, 13):
        state = play(state, 0, Setup(token=token), Falling((2, 3, 6))).state
    return state

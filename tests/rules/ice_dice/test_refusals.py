"""Tests reach every refusal code of the game, and an invalid move always gets a refusal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.ice_dice.commands import Calculation, Command, Pair, Pass, Reroll, Setup, Shift, Take
from rules.ice_dice.state import State
from rules.testing.fixed_dice import Low
from rules.testing.refusals import RefusedMove, RefusedOptions, check_answer, check_codes, check_move, check_options
from tests.rules.ice_dice.story import GAME, dealt, leave, left_first, play, refusal, right_first, shift, started, take, two

FIVE, EIGHTEEN = two(0, "+", 1), two(1, "*", 2)
ROLL = (2, 3, 6)

LAID = started(None, 3)
HALF_LAID = play(LAID, 0, Setup(token=20)).state
TO_SHIFT = dealt(seats=3, medium=(1, 7, 18), dice=ROLL)
TO_TAKE = play(TO_SHIFT, 0, shift(5, FIVE)).state
YOUNG = dealt(variant="young", medium=(1, 7, 18), dice=ROLL)
TWINS = play(dealt(variant="experienced", turned=(1,), medium=(20,), dice=(4, 5, 2)), 0, shift(1, two(0, "*", 1))).state
"""Two tokens show a 20: one of them is shifted, the other one is on the medium board."""
DOUBLE = dealt(medium=(1, 7, 18), dice=(2, 2, 5))
REROLLED = play(dealt(reroll_limit=1, dice=ROLL), 0, Reroll(dice=frozenset({0})), Low()).state
OVER = leave(dealt(seats=2), 1).state
NO_SEAT = 7

REFUSED_MOVES: list[RefusedMove[State, Command]] = [
    RefusedMove(OVER, 0, Pass(), "game-over"),
    RefusedMove(OVER, 0, Setup(token=1), "game-over"),
    RefusedMove(OVER, 1, take(18, EIGHTEEN), "game-over"),
    RefusedMove(LAID, 1, Setup(token=1), "not-your-turn"),
    RefusedMove(TO_SHIFT, 1, Pass(), "not-your-turn"),
    RefusedMove(TO_SHIFT, NO_SEAT, shift(5, FIVE), "not-your-turn"),
    RefusedMove(TO_SHIFT, 2, Reroll(dice=frozenset({0})), "not-your-turn"),
    RefusedMove(TO_TAKE, 1, take(18, EIGHTEEN), "not-your-turn"),
    RefusedMove(LAID, 0, Pass(), "set-up-first"),
    RefusedMove(LAID, 0, Reroll(dice=frozenset({0})), "set-up-first"),
    RefusedMove(HALF_LAID, 0, shift(5, FIVE), "set-up-first"),
    RefusedMove(HALF_LAID, 0, take(20, FIVE), "set-up-first"),
    RefusedMove(TO_SHIFT, 0, Setup(token=20), "already-set-up"),
    RefusedMove(TO_TAKE, 0, Setup(token=20), "already-set-up"),
    RefusedMove(HALF_LAID, 0, Setup(token=21), "line-used", "token"),
    RefusedMove(HALF_LAID, 0, Setup(token=20), "token-not-there", "token"),
    RefusedMove(LAID, 0, Setup(token=0), "token-not-there", "token"),
    RefusedMove(TO_SHIFT, 0, shift(18, EIGHTEEN), "token-not-there", "token"),
    RefusedMove(TO_SHIFT, 0, shift(37, EIGHTEEN), "token-not-there", "token"),
    RefusedMove(YOUNG, 0, shift(36, FIVE), "token-not-there", "token"),
    RefusedMove(TO_TAKE, 0, take(9, right_first(1, "+", 2, "*", 0)), "token-not-there", "token"),
    RefusedMove(TO_TAKE, 0, Reroll(dice=frozenset({0})), "reroll-too-late", None, "I5"),
    RefusedMove(REROLLED, 0, Reroll(dice=frozenset({0})), "reroll-limit", None, "I5"),
    RefusedMove(TO_SHIFT, 0, Reroll(dice=frozenset()), "no-dice", "dice", "I5"),
    RefusedMove(TO_SHIFT, 0, Reroll(dice=frozenset({3})), "no-such-die", "dice", "I5"),
    RefusedMove(TO_SHIFT, 0, Reroll(dice=frozenset({-1, 2})), "no-such-die", "dice", "I5"),
    RefusedMove(TO_SHIFT, 0, shift(5, two(0, "+", 3)), "no-such-die", "expression", "I4"),
    RefusedMove(TO_SHIFT, 0, shift(5, two(-3, "+", 1)), "no-such-die", "expression", "I4"),
    RefusedMove(TO_TAKE, 0, take(18, left_first(1, "*", 9, "+", 0)), "no-such-die", "expression", "I4"),
    RefusedMove(TO_TAKE, 0, shift(6, two(0, "*", 1)), "already-shifted"),
    RefusedMove(TO_SHIFT, 0, take(18, EIGHTEEN), "shift-first"),
    RefusedMove(TO_TAKE, 0, take(5, FIVE), "same-number", "token"),
    RefusedMove(TWINS, 0, take(20, two(0, "*", 1)), "same-number", "token"),
    RefusedMove(TO_SHIFT, 0, shift(4, two(0, "+", 0)), "die-used-twice", "expression", "I4"),
    RefusedMove(TO_SHIFT, 0, shift(5, left_first(0, "+", 1, "*", 0)), "die-used-twice", "expression", "I4"),
    RefusedMove(TO_TAKE, 0, take(18, right_first(1, "+", 1, "*", 2)), "die-used-twice", "expression", "I4"),
    RefusedMove(YOUNG, 0, shift(6, two(0, "*", 1)), "sign-not-allowed", "expression", "I3"),
    RefusedMove(YOUNG, 0, shift(3, left_first(2, "/", 0, "+", 1)), "sign-not-allowed", "expression", "I3"),
    RefusedMove(YOUNG, 0, shift(8, right_first(0, "+", 2, "/", 1)), "sign-not-allowed", "expression", "I3"),
    RefusedMove(DOUBLE, 0, shift(5, right_first(2, "/", 0, "-", 1)), "division-by-zero", "expression", "I3"),
    RefusedMove(TO_SHIFT, 0, shift(6, FIVE), "number-wrong", "expression", "I4"),
    RefusedMove(TO_TAKE, 0, take(18, FIVE), "number-wrong", "expression", "I4"),
]
REFUSED_OPTIONS = [
    RefusedOptions({"speed": 3}, "option-unknown"),
    RefusedOptions({"variant": "old"}, "option-invalid"),
    RefusedOptions({"ties": "nobody"}, "option-invalid"),
    RefusedOptions({"reroll_limit": 21}, "option-invalid"),
]


@pytest.mark.parametrize("refused", REFUSED_MOVES)
def test_a_move_is_refused_with_its_code_its_field_and_its_ruling(refused: RefusedMove[State, Command]) -> None:
    check_move(GAME, refused)


@pytest.mark.parametrize("refused", REFUSED_OPTIONS)
def test_an_option_is_refused_with_its_code(refused: RefusedOptions) -> None:
    check_options(GAME, refused, 2)


def test_every_code_is_reached_and_no_other() -> None:
    check_codes(GAME, REFUSED_MOVES, REFUSED_OPTIONS)


@pytest.mark.parametrize(
    ("state", "command", "detail"),
    [
        (TO_SHIFT, shift(7, FIVE), "Token 7 is not on the big board; these are: 2, 3, 4, 5, 6, 8,"),
        (TO_TAKE, take(6, two(0, "*", 1)), "Token 6 is not on the medium board; these are: 1, 7, 18, 5."),
        (HALF_LAID, Setup(token=19), "A token of the line of token 19 has already been placed; choose another line."),
        (TWINS, take(20, two(0, "*", 1)), "The number 20 has been shifted: take a different one."),
        (YOUNG, shift(6, two(0, "*", 1)), "This variant allows only +, -."),
        (TO_SHIFT, shift(4, two(0, "+", 0)), "Use each die at most once; this calculation uses positions 0, 0."),
        (TO_TAKE, take(7, FIVE), "2 + 3 makes 5, not 7."),
    ],
)
def test_a_refusal_says_what_is_wrong_and_what_there_is(state: State, command: Command, detail: str) -> None:
    assert refusal(state, 0, command).detail.startswith(detail)


# --- any move ---

NUMBERS = st.integers(-2, 40) | st.integers()
POSITIONS = st.integers(0, 2) | st.integers(-2, 4)
SIGNS = st.sampled_from(["+", "-", "*", "/"])
PAIRS = st.builds(Pair, op=SIGNS, left=POSITIONS, right=POSITIONS)
CALCULATIONS = st.builds(Calculation, op=SIGNS, left=POSITIONS | PAIRS, right=POSITIONS | PAIRS)
COMMANDS_AT_ALL = st.one_of(
    st.builds(Setup, token=NUMBERS),
    st.builds(Reroll, dice=st.frozensets(POSITIONS | st.integers(), max_size=5)),
    st.builds(Shift, token=st.integers(1, 36) | NUMBERS, expression=CALCULATIONS),
    st.builds(Take, token=st.sampled_from([1, 5, 7, 18, 20]) | NUMBERS, expression=CALCULATIONS),
    st.just(Pass()),
)
STATES = [LAID, HALF_LAID, TO_SHIFT, TO_TAKE, YOUNG, TWINS, DOUBLE, REROLLED, OVER]


@given(state=st.sampled_from(STATES), seat=st.integers(-3, 5), command=COMMANDS_AT_ALL)
def test_whatever_is_asked_the_answer_is_a_refusal_or_what_a_legal_move_does(state: State, seat: int, command: Command) -> None:
    check_answer(GAME, state, seat, command)

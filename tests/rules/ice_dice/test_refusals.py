"""Every refusal of the game, with its code, its field, its ruling and how its words begin."""

import pytest

from rules.ice_dice.commands import Command, Pass, Reroll, Setup
from rules.ice_dice.state import State
from rules.testing.fixed_dice import Falling, Low
from rules.testing.refusals import RefusedMove, RefusedOptions, check_codes, check_move, check_options
from tests.rules.ice_dice.story import GAME, dealt, leave, left_first, play, right_first, set_up, shift, started, take, two

FIVE, EIGHTEEN = two(0, "+", 1), two(1, "*", 2)
ROLL = (2, 3, 6)

LAID = started(None, 3)
HALF_LAID = play(LAID, 0, Setup(token=20)).state
TO_SHIFT = dealt(seats=3, medium=(1, 7, 18), dice=ROLL)
TO_TAKE = play(TO_SHIFT, 0, shift(5, FIVE)).state
YOUNG = dealt(variant="young", medium=(1, 7, 18), dice=ROLL)
TWINS = play(dealt(variant="experienced", turned=(1,), medium=(20,), dice=(4, 5, 2)), 0, shift(1, two(0, "*", 1))).state
"""Two tokens show a 20: one of them is shifted, the other one is on the medium board."""
TURNED = play(dealt(variant="experienced", turned=(1,), medium=(1,), dice=(4, 5, 2)), 0, shift(20, two(0, "*", 1))).state
"""The other one of them is shifted."""
DOUBLE = dealt(medium=(1, 7, 18), dice=(2, 2, 5))
REROLLED = play(dealt(reroll_limit=1, dice=ROLL), 0, Reroll(dice=frozenset({0})), Low()).state
ROLLED_AGAIN = play(TO_SHIFT, 0, Reroll(dice=frozenset({2, 0})), Falling((4, 5))).state
TO_THE_LIMIT = set_up(started(timed=True))._replace(rerolls=100)
TWENTY = dealt(variant="experienced", turned=(1,), dice=(4, 5, 1))
FACES = dealt(medium=(1, 7, 18), dice=(6, 1, 2))
OVER = leave(dealt(seats=2), 1).state
NO_SEAT = 7

WRONG_NUMBERS: list[tuple[State, Command, str]] = [
    (TO_SHIFT, shift(6, FIVE), "2 + 3 makes 5, not 6."),
    (TO_SHIFT, shift(8, two(0, "/", 1)), "2 ÷ 3 makes 2/3, not 8."),
    (TO_SHIFT, shift(8, two(0, "-", 2)), "2 − 6 makes -4, not 8."),
    (TO_SHIFT, shift(8, left_first(0, "+", 1, "/", 2)), "(2 + 3) ÷ 6 makes 5/6, not 8."),
    (TO_TAKE, take(18, FIVE), "2 + 3 makes 5, not 18."),
    (FACES, shift(3, FIVE), "6 + 1 makes 7, not 3."),
    (ROLLED_AGAIN, shift(5, FIVE), "4 + 3 makes 7, not 5."),
    (TWENTY, shift(1, two(0, "-", 1)), "4 − 5 makes -1, not 20."),
]

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
    RefusedMove(
        HALF_LAID, 0, Setup(token=21), "line-used", "token", None, "A token of the line of token 21 has already been placed; choose"
    ),
    RefusedMove(HALF_LAID, 0, Setup(token=20), "token-not-there", "token"),
    RefusedMove(LAID, 0, Setup(token=0), "token-not-there", "token"),
    RefusedMove(TO_SHIFT, 0, shift(18, EIGHTEEN), "token-not-there", "token"),
    RefusedMove(
        TO_SHIFT, 0, shift(37, EIGHTEEN), "token-not-there", "token", None, "Token 37 is not on the big board; these are: 2, 3, 4, 5, 6, 8,"
    ),
    RefusedMove(YOUNG, 0, shift(36, FIVE), "token-not-there", "token"),
    RefusedMove(
        TO_TAKE, 0, take(6, two(0, "*", 1)), "token-not-there", "token", None, "Token 6 is not on the medium board; these are: 1, 7, 18, 5."
    ),
    RefusedMove(TO_TAKE, 0, Reroll(dice=frozenset({0})), "reroll-too-late", None, "I5"),
    RefusedMove(REROLLED, 0, Reroll(dice=frozenset({0})), "reroll-limit", None, "I5", "This table allows 1 rerolls per turn."),
    RefusedMove(TO_THE_LIMIT, 0, Reroll(dice=frozenset({0})), "reroll-limit", None, "I5", "This table allows 100 rerolls per turn."),
    RefusedMove(TO_SHIFT, 0, Reroll(dice=frozenset()), "no-dice", "dice", "I5"),
    RefusedMove(TO_SHIFT, 0, Reroll(dice=frozenset({3})), "no-such-die", "dice", "I5"),
    RefusedMove(TO_SHIFT, 0, Reroll(dice=frozenset({-1, 2})), "no-such-die", "dice", "I5"),
    RefusedMove(TO_SHIFT, 0, shift(5, two(0, "+", 3)), "no-such-die", "expression", "I4"),
    RefusedMove(TO_SHIFT, 0, shift(5, two(-3, "+", 1)), "no-such-die", "expression", "I4"),
    RefusedMove(TO_SHIFT, 0, shift(9, two(1, "+", -1)), "no-such-die", "expression", "I4"),
    RefusedMove(TURNED, 0, take(1, two(0, "*", 1)), "same-number", "token"),
    RefusedMove(TO_TAKE, 0, take(18, left_first(1, "*", 9, "+", 0)), "no-such-die", "expression", "I4"),
    RefusedMove(TO_TAKE, 0, shift(6, two(0, "*", 1)), "already-shifted"),
    RefusedMove(TO_SHIFT, 0, take(18, EIGHTEEN), "shift-first"),
    RefusedMove(TO_TAKE, 0, take(5, FIVE), "same-number", "token"),
    RefusedMove(TWINS, 0, take(20, two(0, "*", 1)), "same-number", "token", None, "The number 20 has been shifted: take a different one."),
    RefusedMove(
        TO_SHIFT,
        0,
        shift(4, two(0, "+", 0)),
        "die-used-twice",
        "expression",
        "I4",
        "Use each die at most once; this calculation uses positions 0, 0.",
    ),
    RefusedMove(TO_SHIFT, 0, shift(5, left_first(0, "+", 1, "*", 0)), "die-used-twice", "expression", "I4"),
    RefusedMove(TO_TAKE, 0, take(18, right_first(1, "+", 1, "*", 2)), "die-used-twice", "expression", "I4"),
    RefusedMove(YOUNG, 0, shift(6, two(0, "*", 1)), "sign-not-allowed", "expression", "I3", "This variant allows only +, -."),
    RefusedMove(YOUNG, 0, shift(3, left_first(2, "/", 0, "+", 1)), "sign-not-allowed", "expression", "I3"),
    RefusedMove(YOUNG, 0, shift(8, right_first(0, "+", 2, "/", 1)), "sign-not-allowed", "expression", "I3"),
    RefusedMove(
        DOUBLE, 0, shift(5, right_first(2, "/", 0, "-", 1)), "division-by-zero", "expression", "I3", "5 ÷ (2 − 2) divides by zero."
    ),
    *(RefusedMove(state, 0, move, "number-wrong", "expression", "I4", detail) for state, move, detail in WRONG_NUMBERS),
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

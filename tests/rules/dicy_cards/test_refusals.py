"""Tests reach every refusal code of the game, and an invalid move always gets a refusal."""

import pytest

from rules.dicy_cards.cards import CARDS
from rules.dicy_cards.commands import Command, Freeze, Reroll, Reset, Roll, Skip
from rules.dicy_cards.setup import GLACIAL
from rules.dicy_cards.state import State
from rules.testing.fixed_dice import Low
from rules.testing.refusals import RefusedMove, RefusedOptions, check_codes, check_move, check_options
from tests.rules.dicy_cards.story import GAME, INTERACTIONS, dealt, leave, play, refusal, score

ROLL = (6, 6, 1, 2, 3, 4)
TO_ROLL = dealt(seats=3)
ROLLED = dealt(seats=3, frozen={0: ("odds",)}, dice=ROLL)
FROZEN = dealt(seats=3, frozen={0: GLACIAL}, dice=ROLL)
TO_FREEZE = play(dealt(seats=3, frozen={1: ("odds",)}, dice=ROLL), 0, score("any-two", 0, 1)).state
TO_RESET = play(dealt(seats=3, frozen={1: ("odds", "straight")}), 0, Skip()).state
REROLLED = play(dealt(dice=ROLL), 0, Reroll(freeze="any-two", dice=frozenset({0})), Low()).state
OVER = leave(dealt(seats=2), 1).state
NO_SEAT = 7


REFUSED_MOVES: list[RefusedMove[State, Command]] = [
    RefusedMove(OVER, 0, Roll(), "game-over"),
    RefusedMove(OVER, 0, Freeze(card="odds"), "game-over"),
    RefusedMove(TO_ROLL, 1, Roll(), "not-your-turn"),
    RefusedMove(TO_ROLL, NO_SEAT, Skip(), "not-your-turn"),
    RefusedMove(TO_FREEZE, 0, Roll(), "choice-pending", None, "D5"),
    RefusedMove(TO_FREEZE, 1, score("straight", 3, 4), "choice-pending", None, "D5"),
    RefusedMove(TO_FREEZE, 1, Skip(), "choice-pending", None, "D5"),
    RefusedMove(TO_FREEZE, 0, Skip(), "choice-pending", None, "D5"),
    RefusedMove(REROLLED, 0, score("any-two", 0, 1), "card-frozen", "card"),
    RefusedMove(TO_ROLL, 0, Freeze(card="odds"), "no-choice-owed", None, "D5"),
    RefusedMove(TO_FREEZE, 0, Freeze(card="odds"), "no-choice-owed", None, "D5"),
    RefusedMove(TO_FREEZE, NO_SEAT, Freeze(card="odds"), "no-choice-owed", None, "D5"),
    RefusedMove(TO_FREEZE, 1, Reset(card="odds"), "other-choice-owed", None, "D5"),
    RefusedMove(TO_RESET, 1, Freeze(card="any-two"), "other-choice-owed", None, "D5"),
    RefusedMove(TO_ROLL, 0, Reroll(freeze="odds", dice=frozenset({0})), "not-rolled"),
    RefusedMove(TO_ROLL, 0, score("odds", 2), "not-rolled"),
    RefusedMove(ROLLED, 0, Roll(), "already-rolled"),
    RefusedMove(FROZEN, 0, Roll(), "all-frozen", None, "D1"),
    RefusedMove(FROZEN, 0, Reroll(freeze="odds", dice=frozenset({0})), "all-frozen", None, "D1"),
    RefusedMove(FROZEN, 0, score("odds", 2), "all-frozen", None, "D1"),
    RefusedMove(ROLLED, 0, Reroll(freeze="sixes", dice=frozenset({0})), "card-not-in-play", "freeze"),
    RefusedMove(ROLLED, 0, score("sixes", 0), "card-not-in-play", "card"),
    RefusedMove(TO_FREEZE, 1, Freeze(card="sixes"), "card-not-in-play", "card"),
    RefusedMove(TO_RESET, 1, Reset(card="sixes"), "card-not-in-play", "card"),
    RefusedMove(ROLLED, 0, Reroll(freeze="odds", dice=frozenset({0})), "card-frozen", "freeze"),
    RefusedMove(ROLLED, 0, score("odds", 2), "card-frozen", "card"),
    RefusedMove(TO_FREEZE, 1, Freeze(card="odds"), "card-frozen", "card"),
    RefusedMove(TO_RESET, 1, Reset(card="any-two"), "card-active", "card"),
    RefusedMove(ROLLED, 0, Reroll(freeze="straight", dice=frozenset()), "no-dice", "dice", "D2"),
    RefusedMove(ROLLED, 0, score("straight"), "no-dice", "dice", "D10"),
    RefusedMove(ROLLED, 0, Reroll(freeze="straight", dice=frozenset({6})), "no-such-die", "dice"),
    RefusedMove(ROLLED, 0, score("straight", -1, 2), "no-such-die", "dice"),
    RefusedMove(ROLLED, 0, score("any-two", 0), "dice-do-not-fit", "dice"),
    RefusedMove(ROLLED, 0, score("all-under-six", 0, 1, 2, 3, 4, 5), "dice-do-not-fit", "dice"),
    RefusedMove(ROLLED, 0, score("two-pairs", 0, 1, 2, 3), "dice-do-not-fit", "dice", "D12"),
]
MISFITTING = {
    "D11": (dealt(dice=(6, 1, 2, 2, 4, 5)), [score("straight", 0, 1), score("straight", 1, 2, 3), score("straight", 2, 4)]),
    "D12": (dealt(dice=(3, 3, 3, 3, 5, 5)), [score("two-pairs", 0, 1, 2, 3)]),
    "D13": (dealt(cards=INTERACTIONS, dice=(1, 3, 3, 3, 4, 6)), [score("three-lowest", 0, 1, 4)]),
}
"""A straight neither wraps nor repeats nor leaps; four of a kind are not two pairs; the third lowest is not the fifth."""

REFUSED_MOVES += [
    RefusedMove(state, 0, move, "dice-do-not-fit", "dice", rule) for rule, (state, moves) in MISFITTING.items() for move in moves
]
REFUSED_OPTIONS = [
    RefusedOptions({"speed": 3}, "option-unknown"),
    RefusedOptions({"mode": "polar"}, "option-invalid"),
    RefusedOptions({"cards": []}, "option-invalid"),
]


@pytest.mark.parametrize("refused", REFUSED_MOVES)
def test_a_move_is_refused_with_its_code_its_field_and_its_ruling(refused: RefusedMove[State, Command]) -> None:
    check_move(GAME, refused)


@pytest.mark.parametrize("refused", REFUSED_OPTIONS)
def test_an_option_is_refused_with_its_code(refused: RefusedOptions) -> None:
    check_options(GAME, refused, 2)


def test_every_code_is_reached_and_no_other() -> None:
    check_codes(GAME, REFUSED_MOVES, REFUSED_OPTIONS)


MISFITS = {
    "any-two": (0, 1, 2),
    "all-under-six": (0, 1, 2, 3, 4, 5),
    "odds": (0,),
    "straight": (2, 4),
    "two-pairs": (0, 1, 2, 4),
    "sixes": (0, 1, 2),
    "pair-doubled": (0, 2),
    "three-lowest": (0, 4, 5),
    "different-x4": (0, 1),
    "different-sum": (2, 3),
    "forty-minus": (0, 1, 2, 3, 4),
    "alike-x5": (0, 2),
}


@pytest.mark.parametrize("card", CARDS)
def test_a_misfit_is_told_what_the_card_takes_and_what_was_shown(card: str) -> None:
    others = [other for other in CARDS if other != card]
    state = dealt(cards=(card, *others[:4]), dice=(6, 6, 4, 4, 2, 2))

    refused = refusal(state, 0, score(card, *MISFITS[card]))

    assert refused.code == "dice-do-not-fit"
    assert refused.detail.startswith(f"{card} accepts ")

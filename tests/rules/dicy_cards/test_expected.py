"""The expected points of dice, computed again, roll by roll, with the rules of the game."""

import json
from collections import Counter
from itertools import combinations_with_replacement, product
from math import factorial, prod
from pathlib import Path
from typing import Any

import pytest

from rules.dicy_cards.cards import CARDS, CardId
from rules.dicy_cards.commands import Command, Reroll, Roll, Score, Skip
from rules.dicy_cards.events import CardScored
from rules.dicy_cards.players.expected import expected
from rules.dicy_cards.players.greedy import rank
from rules.dicy_cards.setup import GLACIAL
from rules.dicy_cards.state import State
from rules.testing.fixed_dice import Falling
from tests.rules.dicy_cards.story import BEGINNER, GAME, INTERACTIONS, INTERMEDIATE, all_but, dealt, play

VECTORS = json.loads((Path(__file__).parent / "scoring.json").read_text())["rolls"]
FACES = range(1, 7)


def best_score(state: State) -> int:
    """The highest points of any legal score; 0 if there is none."""
    events = [play(state, 0, move).events[0] for move in GAME.legal(state, 0) if isinstance(move, Score)]
    return max((event.points for event in events if isinstance(event, CardScored)), default=0)


def points_of(state: State, command: Command) -> float:
    """The points by which the greedy player ranks a command."""
    return next(one.points for one in rank(state, 0) if one.command == command)


def after_every_roll(state: State, reroll: Reroll) -> float:
    """The mean of the best scores over all results of the reroll."""
    outcomes = list(product(FACES, repeat=len(reroll.dice)))
    return sum(best_score(play(state, 0, reroll, Falling(outcome)).state) for outcome in outcomes) / len(outcomes)


@pytest.mark.parametrize("card", CARDS)
def test_of_six_kept_dice_the_best_score_is_expected(card: Any) -> None:
    for vector in VECTORS:
        assert expected(frozenset({card}), tuple(vector["dice"])) == vector["best"].get(card, 0)


@pytest.mark.parametrize("cards", [GLACIAL, BEGINNER, INTERMEDIATE, INTERACTIONS])
def test_of_a_roll_the_mean_over_all_46656_is_expected(cards: tuple[CardId, ...]) -> None:
    best = {tuple(vector["dice"]): max(vector["best"].get(card, 0) for card in cards) for vector in VECTORS}
    falls = {dice: factorial(6) // prod(map(factorial, Counter(dice).values())) for dice in combinations_with_replacement(FACES, 6)}

    worth = {one.command: one.points for one in rank(dealt(cards=cards), 0)}

    assert sum(falls.values()) == 6**6
    assert worth == {Roll(): sum(times * best[dice] for dice, times in falls.items()) / 6**6, Skip(): 0}


@pytest.mark.parametrize(
    ("cards", "active", "dice", "reroll"),
    [
        (GLACIAL, GLACIAL, (5, 5, 4, 4, 2, 1), Reroll(freeze="odds", dice=frozenset({4, 5}))),
        (GLACIAL, ("straight", "any-two"), (1, 6, 2, 6, 4, 4), Reroll(freeze="any-two", dice=frozenset({0, 3, 5}))),
        (GLACIAL, ("odds", "two-pairs"), (2, 2, 4, 6, 6, 1), Reroll(freeze="odds", dice=frozenset({2}))),
        (BEGINNER, BEGINNER, (6, 6, 6, 1, 2, 3), Reroll(freeze="straight", dice=frozenset({3, 4, 5}))),
        (INTERMEDIATE, ("sixes", "different-sum"), (6, 5, 5, 4, 3, 3), Reroll(freeze="different-sum", dice=frozenset({1, 2}))),
        (INTERACTIONS, ("three-lowest", "any-two"), (1, 1, 5, 5, 6, 2), Reroll(freeze="any-two", dice=frozenset({0, 1, 5}))),
    ],
)
def test_of_a_reroll_the_mean_of_every_way_to_fall_is_expected(
    cards: tuple[CardId, ...], active: tuple[CardId, ...], dice: tuple[int, ...], reroll: Reroll
) -> None:
    state = dealt(cards=cards, frozen=all_but(cards, *active), dice=dice)

    assert points_of(state, reroll) == pytest.approx(after_every_roll(state, reroll), rel=1e-12)


def test_of_a_reroll_for_which_the_last_card_freezes_nothing_is_expected() -> None:
    state = dealt(frozen=all_but(GLACIAL, "odds"), dice=(6, 6, 1, 2, 3, 4))

    assert points_of(state, Reroll(freeze="odds", dice=frozenset({0, 1}))) == 0

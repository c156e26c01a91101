"""The twelve cards, compared with the rules page and with independently computed numbers."""

import json
from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from pathlib import Path

import pytest

from rules.dicy_cards.cards import CARDS, fits
from rules.dicy_cards.commands import Reroll, Roll
from rules.testing.fixed_dice import Falling
from tests.rules.dicy_cards.story import dealt, play, score, scores

VECTORS = json.loads((Path(__file__).parent / "scoring.json").read_text())["rolls"]

OTHERS = {card: tuple(other for other in CARDS if other != card)[:4] for card in CARDS}


@cache
def points_of_selections(card: str, roll: tuple[int, ...]) -> dict[tuple[int, ...], int]:
    """Every selection of a sorted roll that fits the card, as values, and its points."""
    selections = {values for size in range(7) for values in combinations(roll, size)}
    return {values: CARDS[card].points(values) for values in selections if fits(CARDS[card], values, roll)}


@pytest.mark.parametrize(
    ("card", "dice", "positions", "points"),
    [
        ("any-two", (4, 5, 1, 1, 1, 1), (0, 1), 9),
        ("all-under-six", (2, 3, 5, 5, 1, 4), (0, 1, 2, 3, 4, 5), 20),
        ("odds", (1, 1, 5, 5, 3, 6), (0, 1, 2, 3, 4), 15),
        ("straight", (2, 6, 3, 6, 4, 6), (0, 2, 4), 9),
        ("two-pairs", (6, 6, 3, 3, 1, 2), (0, 1, 2, 3), 18),
        ("sixes", (6, 6, 6, 1, 2, 3), (0, 1, 2), 18),
        ("pair-doubled", (4, 1, 4, 2, 3, 5), (0, 2), 16),
        ("three-lowest", (1, 3, 3, 4, 5, 6), (0, 1, 2), 7),
        ("different-x4", (1, 5, 2, 6, 6, 6), (0, 1, 2, 3), 16),
        ("different-sum", (5, 2, 4, 4, 4, 4), (0, 1, 2), 11),
        ("forty-minus", (2, 3, 6, 4, 1, 3), (0, 1, 2, 3, 4, 5), 21),
        ("alike-x5", (1, 1, 1, 2, 3, 4), (0, 1, 2), 15),
    ],
)
def test_each_card_scores_its_worked_example(card: str, dice: tuple[int, ...], positions: tuple[int, ...], points: int) -> None:
    state = dealt(cards=(card, *OTHERS[card]), dice=dice)

    after = play(state, 0, score(card, *positions)).state

    assert scores(after) == [points, 0]


def test_three_turns_of_one_player_go_as_in_the_worked_example() -> None:
    cards = ("pair-doubled", "all-under-six", "straight", "odds", "sixes")
    first_turn = dealt(cards=cards, dice=(6, 6, 5, 2, 1, 1))

    after_pair = play(first_turn, 0, score("pair-doubled", 0, 1)).state

    assert scores(after_pair) == [24, 0]

    second_turn = dealt(cards=cards, scores={0: 24}, frozen={0: ("pair-doubled",)})
    rolled = play(second_turn, 0, Roll(), Falling((5, 5, 4, 4, 2, 1))).state
    once = play(rolled, 0, Reroll(freeze="odds", dice=frozenset({4, 5})), Falling((6, 3))).state
    twice = play(once, 0, Reroll(freeze="sixes", dice=frozenset({4})), Falling((4,))).state
    after_all = play(twice, 0, score("all-under-six", 0, 1, 2, 3, 4, 5)).state

    assert twice.dice == (5, 5, 4, 4, 4, 3)
    assert scores(after_all) == [24 + 25, 0]
    assert after_all.players[0].active == ("straight",)

    third_turn = dealt(cards=cards, scores={0: 49}, frozen={0: ("pair-doubled", "all-under-six", "odds", "sixes")}, dice=(6, 4, 4, 3, 2, 1))
    after_straight = play(third_turn, 0, score("straight", 1, 3, 4, 5)).state

    assert scores(after_straight) == [59, 0]
    assert after_straight.players[0].active == ()


def test_every_roll_scores_as_counted_elsewhere() -> None:
    elsewhere = {tuple(vector["dice"]): (vector["best"], vector["selections"]) for vector in VECTORS}

    counted = {}
    for roll in all_rolls():
        found = {card: points_of_selections(card, roll) for card in CARDS}
        best = {card: max(points.values()) for card, points in found.items() if points}
        counted[roll] = (best, {card: len(points) for card, points in found.items()})

    assert counted == elsewhere


@pytest.mark.parametrize(
    ("card", "playable", "least", "most", "mean"),
    [
        ("any-two", 46656, 2, 12, 10.34),
        ("all-under-six", 15625, 6, 30, 18.00),
        ("odds", 45927, 1, 30, 9.14),
        ("straight", 43870, 3, 21, 11.18),
        ("two-pairs", 25950, 6, 22, 14.24),
        ("sixes", 31031, 6, 36, 9.02),
        ("pair-doubled", 45936, 4, 24, 16.73),
        ("three-lowest", 46656, 3, 18, 6.73),
        ("different-x4", 46656, 4, 24, 15.96),
        ("different-sum", 46656, 1, 20, 13.95),
        ("forty-minus", 46656, 4, 34, 19.00),
        ("alike-x5", 46656, 5, 30, 12.04),
    ],
)
def test_over_all_46656_rolls_a_card_is_worth_what_the_rules_page_says(
    card: str, playable: int, least: int, most: int, mean: float
) -> None:
    best = {roll: max(found.values()) for roll in all_rolls() if (found := points_of_selections(card, roll))}

    assert sum(ways(roll) for roll in best) == playable
    assert (min(best.values()), max(best.values())) == (least, most)
    assert sum(ways(roll) * points for roll, points in best.items()) / playable == pytest.approx(mean, abs=0.005)


def all_rolls() -> Sequence[tuple[int, ...]]:
    return list(combinations_with_replacement(range(1, 7), 6))


def ways(roll: tuple[int, ...]) -> int:
    """The number of ways in which six distinguishable dice show this sorted roll."""
    return factorial(6) // prod(factorial(roll.count(face)) for face in range(1, 7))

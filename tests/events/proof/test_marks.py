"""Every card of Dice Cards, filled in at random: both verifiers allow the same marks, ask the same price, and count the same."""

import json
import subprocess
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from rules.dice_cards.card_rules import card_of, rules_of
from rules.dice_cards.cards import Card, after, options, points, price, tickets
from rules.dice_cards.deck import stand_in
from rules.dice_cards.mechanisms.mechanism import Marks
from rules.dice_cards.numbers import EVERY_ROLL, Faces
from tests.events.proof.second import NODE
from tests.size import at_size

OWN: Mapping[str, Mapping[str, Any]] = {
    "climb": {"ladders": [3, 3], "lowest": 5, "highest": 9},
    "latin": {"size": 4},
    "path": {"width": 2, "height": 3, "start": 0, "steps": [1, 2]},
    "printed": {"cells": ["double", "double 3", "odd", 4, [5, 6]]},
    "scales": {"pans": [2, 2], "within": [2, 0], "highest": 4},
    "sums": {"rows": [2, 2]},
    "thermometers": {"tubes": [3, 2], "lowest": 5, "highest": 9},
    "windows": {"windows": [2, 2], "lowest": 5, "highest": 9},
}
"""Boards that the deck of this package does not have, with and without what may be missing."""

COUNTED = ("all", "rows", "rows-columns", "boxes")


class Situation(NamedTuple):
    card: Card
    marks: Marks
    dice: Faces


def situations(card: Card, seed: int) -> Iterator[Situation]:
    """The card with more and more marks until none is possible, each time with other dice."""
    chance, marks = Random(seed), card.empty
    while possible := options(card, marks):
        yield Situation(card, marks, chance.choice(EVERY_ROLL))
        marks = after(card, marks, chance.choice(possible))
    yield Situation(card, marks, chance.choice(EVERY_ROLL))


def first(situation: Situation) -> dict[str, Any]:
    """What the first verifier says: its answer is the rules' own."""
    card, marks, dice = situation
    prices = ((place, number, price(card, writing, dice)) for writing in options(card, marks) for place, number in [writing])
    return {
        "possible": sorted([place, number, cost] for place, number, cost in prices if cost is not None),
        "points": points(card, marks),
        "tickets": tickets(card, marks),
    }


def second(asked: list[Situation]) -> list[Any]:
    lines = json.dumps([{"rules": card.rules, "marks": marks, "dice": dice} for card, marks, dice in asked])
    script = Path(__file__).with_name("marks.mjs")
    run = subprocess.run([NODE, script], input=lines, capture_output=True, text=True, encoding="utf-8", check=True)
    told: list[Any] = json.loads(run.stdout)
    return told


@pytest.mark.parametrize("kind", sorted({type(card.mechanism).__name__ for card in stand_in().values()}))
def test_both_verifiers_know_the_same_marks_of_every_card(kind: str) -> None:
    cards = [card for card in stand_in().values() if type(card.mechanism).__name__ == kind]
    asked = [situation for card in cards for seed in range(at_size(4, 100)) for situation in situations(card, seed)]

    told = second(asked)

    assert [(situation, one) for situation, one in zip(asked, told, strict=True) if one != first(situation)] == []
    assert {card.number for card, _, _ in asked} == {card.number for card in cards}
    assert any(one["possible"] for one in told)


def own_card(mechanism: str, board: Mapping[str, Any], each: object = 2) -> Card:
    return card_of(rules_of({"number": 1, "mechanism": mechanism, "board": board, "score": {"each": each}}))


def test_both_verifiers_know_the_same_marks_of_cards_that_an_operator_makes() -> None:
    latin = [{"size": 4, "box": [2, 2], "counts": counts} for counts in COUNTED]
    units = [own_card("latin", board).mechanism.units for board in latin]
    cards = [own_card(kind, board) for kind, board in OWN.items()]
    cards += [own_card("latin", board, [*range(1, many + 1)]) for board, many in zip(latin, units, strict=True)]
    asked = [situation for card in cards for seed in range(at_size(4, 100)) for situation in situations(card, seed)]

    told = second(asked)

    assert [(situation, one) for situation, one in zip(asked, told, strict=True) if one != first(situation)] == []


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace(",", ", ", 1),
        lambda text: text.replace('"number":1', '"number":7,"number":1'),
        lambda text: text.replace('"board"', '"\\u0062oard"'),
        lambda text: text.replace('{"board"', '{"young":null,"board"'),
    ],
)
def test_the_rules_of_a_card_are_written_in_one_way_only(change: Callable[[str], str]) -> None:
    text = own_card("latin", {"size": 4}).rules

    with pytest.raises(ValueError, match="as a deck writes them"):
        card_of(change(text))

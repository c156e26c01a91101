"""Every card of Dice Cards, filled in at random: both verifiers allow the same marks, ask the same price, and count the same."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from rules.dice_cards.cards import Card, after, options, points, price, tickets
from rules.dice_cards.deck import stand_in
from rules.dice_cards.mechanisms.mechanism import Marks
from rules.dice_cards.numbers import EVERY_ROLL, Faces
from tests.events.proof.second import NODE
from tests.size import at_size


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

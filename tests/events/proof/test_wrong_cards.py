"""Both verifiers accept the same cards of a deck: none that is changed in any place is right for one of them only."""

import json
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from rules.dice_cards.card_rules import card_of
from rules.dice_cards.deck import stand_in
from rules.dice_cards.laid import whole_deck
from tests.events.proof.second import NODE
from tests.events.proof.test_marks import OWN
from tests.events.proof.wrong_cards import Card, changed, text_of
from tests.size import ALL, at_size

FULL: Final[Mapping[str, Mapping[str, Any]]] = {
    "climb": {"ladders": [3, 3], "lowest": 5, "highest": 9, "step": 2, "down": True, "counts": "ladders"},
    "columns": {"columns": [[1, [2, 3]], ["double"]], "counts": "cells"},
    "countdown": {"starts": [9, 24], "marks": [3, 2], "whole": True},
    "latin": {"size": 4, "box": [2, 2], "counts": "boxes"},
    "magic": {"rows": [5, 5], "columns": [5, 5], "highest": 4},
    "path": {"width": 2, "height": 3, "start": 5, "steps": [1, 3], "highest": 6},
    "printed": {"cells": ["double 3", "odd", 4, [5, 6]], "lines": [[0, 1], [2, 3]]},
    "race": {"tracks": 2, "length": 3, "highest": 6, "free": True},
    "regions": {"regions": 3, "borders": [[0, 1], [1, 2]], "rule": "near", "lands": [[0, 1]], "lowest": 2, "highest": 6},
    "ring": {"numbers": [1, 2, 3], "forwards": True},
    "sums": {"rows": [2, 2], "least": 3, "most": 24},
}
"""Boards with every field that their mechanism knows."""


def own_cards() -> Sequence[Card]:
    """Cards with boards that the deck of this package does not have, and with every way to count."""
    boards = [*OWN.items(), *FULL.items()]
    scores = ({"each": 2, "whole": 0}, {"all": 9}, {"steps": [[1, 0], [2, 99]]})
    return [
        {"number": 1, "mechanism": name, "board": board, "score": scores[at % 3], "colours": ".", "tickets": [1], "young": at % 2 == 0}
        for at, (name, board) in enumerate(boards)
    ]


def deck_cards() -> Sequence[Card]:
    """The deck's own cards: all of them, or usually the first one of each mechanism."""
    cards = [json.loads(card.rules) for card in stand_in().values()]
    return cards if ALL else list({card["mechanism"]: card for card in reversed(cards)}.values())


def accepts(check: Callable[[Any], object], given: object) -> bool:
    """Whether the first verifier, which asks the rules, accepts it."""
    try:
        check(given)
    except ValueError:
        return False
    return True


def second(*, cards: Sequence[str] = (), decks: Sequence[Sequence[str]] = ()) -> Mapping[str, list[bool]]:
    """Whether the second verifier accepts them."""
    script, asked = Path(__file__).with_name("decks.mjs"), json.dumps({"cards": cards, "decks": decks})
    run = subprocess.run([NODE, script], input=asked, capture_output=True, text=True, encoding="utf-8", check=True)
    told: Mapping[str, list[bool]] = json.loads(run.stdout)
    return told


@pytest.mark.parametrize("cards", [deck_cards, own_cards], ids=["the deck", "an operator's own"])
def test_a_card_that_is_changed_in_one_place_is_accepted_by_both_verifiers_or_by_none(cards: Callable[[], Sequence[Card]]) -> None:
    right = [text_of(card) for card in cards()]
    every = list(dict.fromkeys(text_of(card) for one in cards() for card in changed(one)))
    texts = [*right, *Random(20261201).sample(every, at_size(7000, len(every)))]

    told = second(cards=texts)["cards"]

    assert told[: len(right)] == [True] * len(right)
    assert [text for text, accepted in zip(texts, told, strict=True) if accepted is not accepts(card_of, text)] == []
    assert {True, False} == set(told[len(right) :])


def test_a_deck_that_is_not_whole_or_not_in_order_is_one_for_none_of_them() -> None:
    texts = [card.rules for card in stand_in().values()]
    (first, *others), (*most, last) = texts, texts
    old = [text.replace(',"young":true', "") for text in texts]
    wrong = [[], most, others, [*texts, first], [*most, first], [last, *most], [*texts[:20], texts[21], texts[20], *texts[22:]], old]

    told = second(decks=[texts, *wrong])["decks"]

    assert told == [accepts(whole_deck, tuple(deck)) for deck in (texts, *wrong)] == [True] + [False] * 8


def test_the_rules_of_a_card_have_at_most_1500_characters() -> None:
    longest, longer = [text_of(_printed([*[[1] * 200] * 3, [1] * 108, last])) for last in (11, [1])]

    told = second(cards=[longest, longer])["cards"]

    assert (len(longest), len(longer)) == (1500, 1501)
    assert told == [accepts(card_of, text) for text in (longest, longer)] == [True, False]


def _printed(cells: Sequence[object]) -> Card:
    return {"number": 1, "mechanism": "printed", "board": {"cells": cells}, "score": {"each": 1}}

"""A table is played to its end with the cards with which it began, whatever its service's deck is by then."""

import copy
import tomllib
from importlib.resources import files
from typing import Any

import pytest

from rules.dice_cards import game
from rules.dice_cards.card_rules import card_of
from rules.dice_cards.events import DeckShuffled
from rules.dice_cards.laid import cards_of, whole_deck
from rules.dice_cards.sheets import sheet
from rules.testing.fixed_dice import Falling
from tests.rules.dice_cards.story import DECK, GAME, RULES, SIX, STRIKE, mark, rolling

OTHER: dict[str, Any] = copy.deepcopy(tomllib.loads(files("rules.dice_cards").joinpath("deck.toml").read_text(encoding="utf-8")))
OTHER["cards"][21] |= {"board": {"cells": [7, 8, 9]}, "score": {"each": 9}, "tickets": [1]}
OTHER["cards"][21]["example"] = {"marks": [[0, 7]], "points": 9, "tickets": 1}
"""The deck with another card 22: other cells, points and tickets."""


def test_a_table_that_has_begun_keeps_its_cards_when_the_deck_changes() -> None:
    """Card 22 takes a 3 for a point; on the new one it may not be written."""
    before, changed, asked = GAME, game(deck=OTHER), rolling(SIX, dice=(3, 5))

    made = [one.decide(asked, 0, mark(22, 2, 3), Falling((1, 1))) for one in (before, changed)]

    assert made[0] == made[1]
    assert before.legal(asked, 0) == changed.legal(asked, 0)
    assert before.view(asked, 0) == changed.view(asked, 0)
    assert (before.sheets(asked), changed.sheets(asked)) == ({}, {"22": sheet(DECK[22])})
    assert before.players["expert"].rank(asked, 0) == changed.players["expert"].rank(asked, 0)  # type: ignore[misc]  # it judges


def test_a_table_that_begins_later_has_the_new_cards() -> None:
    first = game(deck=OTHER).setup({"deal": "choose-any"}, 1, Falling(()))[0]

    assert isinstance(first, DeckShuffled)
    assert whole_deck(first.cards)[22].mechanism.cells == 3
    assert whole_deck(RULES)[22].mechanism.cells == DECK[22].mechanism.cells


def test_when_all_have_chosen_a_table_keeps_only_the_cards_that_somebody_has() -> None:
    state = rolling(SIX, (1, *SIX[1:]))

    assert tuple(cards_of(state)) == (1, *SIX)
    assert GAME.decide(state, 0, STRIKE, Falling(()))


@pytest.mark.parametrize("number", DECK)
def test_the_text_of_a_cards_rules_makes_the_same_card(number: int) -> None:
    card, made = DECK[number], card_of(DECK[number].rules)

    alike = ("number", "sources", "each", "steps", "whole", "all_or_nothing", "tickets", "young", "rules")
    assert [getattr(card, name) for name in alike] == [getattr(made, name) for name in alike]
    assert card.mechanism.cells == made.mechanism.cells
    assert made is card_of(card.rules)


@pytest.mark.parametrize(
    "texts",
    [
        (),
        RULES[:49],
        (*RULES[1:], RULES[0]),
        (*RULES, RULES[0]),
        ("", *RULES[1:]),
        ("[" * 1400, *RULES[1:]),
        (RULES[0] + " " * 1500, *RULES[1:]),
        (RULES[0].replace('"size":6', '"size":7'), *RULES[1:]),
        tuple(text.replace(',"young":true', "") for text in RULES),
    ],
    ids=["none", "49", "another order", "51", "no text", "deep", "long", "an impossible board", "nothing for the young"],
)
def test_what_is_no_whole_deck_is_refused(texts: tuple[str, ...]) -> None:
    with pytest.raises(ValueError):
        whole_deck(texts)

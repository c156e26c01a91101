"""What others may learn before all have chosen or answered: that a seat has, and nothing else (C2, C9)."""

from dataclasses import fields
from typing import Any

import msgspec
import pytest

from rules.dice_cards.commands import Command
from rules.dice_cards.events import STRUCK, Event, HandDealt, RollAnswered
from rules.dice_cards.state import State
from rules.testing.fixed_dice import Falling
from rules.testing.secrets import hidden
from rules.testing.stories import MadeMove
from tests.rules.dice_cards.story import GAME, NINE, NO_EXCHANGE, SIX, STORY, STRIKE, choosing, exchange, keep, mark, play, rolling

ASKED = rolling(SIX, SIX, tickets=[6, 6])
ANSWERS: list[Command] = [STRIKE, mark(22, 2, 3), mark(22, 0, 1), mark(9, 10, 12)]
"""A strike, a plain mark, a mark with two tickets, one with four."""

OTHERS = (None, 1)
"""Everybody but seat 0."""


def seen(events: Any, viewer: int | None) -> bytes:
    """What is shown of events: type, seat, and the fields that the viewer may see, as JSON."""
    return msgspec.json.encode(
        [(event.type, getattr(event, "seat", None), [(n, getattr(event, n)) for n in GAME.visible(event, viewer)]) for event in events]
    )


def test_all_hidden_fields_are_named_here() -> None:
    own = {"dice-cards.deck-shuffled": ("draw",), "dice-cards.hand-dealt": ("reserve", "draw")}
    everything = {
        "dice-cards.deck-shuffled": ("draw",),
        "dice-cards.hand-dealt": ("cards", "reserve", "draw"),
        "dice-cards.cards-exchanged": ("given", "taken"),
        "dice-cards.card-kept": ("card",),
        "dice-cards.roll-answered": ("answer",),
    }

    assert hidden(GAME, 0, 0) == own
    assert hidden(GAME, 1, 0) == everything
    assert hidden(GAME, None, 0) == everything


@pytest.mark.parametrize("viewer", OTHERS)
def test_all_answers_look_alike_to_others(viewer: int | None) -> None:
    """One event whatever is answered, with the same fields shown, and a view and a picture that are the same."""
    made = [play(ASKED, 0, answer) for answer in ANSWERS]

    assert [len(move.events) for move in made] == [1] * len(ANSWERS)
    assert len({seen(move.events, viewer) for move in made}) == 1
    assert len({msgspec.json.encode(GAME.view(move.state, viewer)) for move in made}) == 1
    assert len({msgspec.json.encode(GAME.picture(move.state, viewer)) for move in made}) == 1
    assert len({GAME.scores(move.state) for move in made}) == 1


def test_a_seat_sees_its_own_answer() -> None:
    made = play(ASKED, 0, mark(22, 0, 1))

    assert GAME.view(made.state, 0)["own"]["answer"] == {"card": 22, "place": 0, "number": 1, "cells": ((0, 1),), "spent": 2, "earned": 0}
    assert GAME.visible(made.events[0], 0) == ("answer",)


@pytest.mark.parametrize("viewer", OTHERS)
def test_all_choices_of_cards_look_alike_to_others(viewer: int | None) -> None:
    other = HandDealt(seat=0, cards=(1, 2, 3, 4, 5, 6, 7, 8, 9), reserve=(10, 11), exchange=True, draw=None)
    hands = [choosing(2), STORY.fold([other], choosing(2))]
    choices: list[tuple[State, list[Command]]] = [
        (hands[0], [NO_EXCHANGE, keep(2), keep(9)]),
        (hands[0], [exchange(11, 12), keep(1), keep(3)]),
        (hands[1], [NO_EXCHANGE, keep(5), keep(6)]),
    ]

    found = set()
    for state, moves in choices:
        made: MadeMove[State, Event] = MadeMove((), state)
        shown = b""
        for move in moves:
            made = play(made.state, 0, move)
            shown += seen(made.events, viewer)
        found.add((shown, msgspec.json.encode(GAME.view(made.state, viewer)), msgspec.json.encode(GAME.picture(made.state, viewer))))

    assert len(found) == 1


def test_a_seat_sees_its_own_hand_and_not_its_reserve() -> None:
    view = GAME.view(choosing(2), 0)

    assert view["own"]["hand"] == NINE
    assert b"reserve" not in msgspec.json.encode(view)


def test_after_the_choice_everybody_sees_all_cards_and_after_the_roll_all_answers() -> None:
    told = play(play(ASKED, 0, mark(22, 2, 3)).state, 1, STRIKE, Falling((1, 1)))

    shown = GAME.view(told.state, None)["players"][0]
    assert [card["card"] for card in shown["cards"]] == list(SIX)
    assert (shown["cards"][2]["marks"][2], shown["points"], shown["waiting"]) == (3, 1, True)
    assert b'"number":3' in seen(told.events[1:2], None)


def test_every_answer_has_the_same_fields() -> None:
    """Also as it is stored: a strike is an answer like any other."""
    marked = play(ASKED, 0, mark(22, 0, 1)).events[0]

    assert isinstance(marked, RollAnswered)
    assert [field.name for field in fields(marked.answer)] == [field.name for field in fields(STRUCK)]
    assert {type(event) for event in play(ASKED, 0, STRIKE).events} == {RollAnswered}


def test_the_number_of_draws_does_not_tell_what_was_exchanged() -> None:
    """What is exchanged was dealt before: nothing is drawn."""
    dealt = choosing(2)

    assert [getattr(event, "draw", None) for event in play(dealt, 0, exchange(11, 12)).events] == [None]
    assert "exchange" in GAME.visible(HandDealt(seat=1, cards=NINE, reserve=(1, 3), exchange=True, draw=None), None)

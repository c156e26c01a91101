"""The view for all players and spectators: the game has no secrets, and its view is the documented one."""

from typing import Any

import pytest

from rules.dicy_cards.evolve import evolve
from rules.dicy_cards.setup import GLACIAL
from rules.dicy_cards.views import visible
from rules.testing.secrets import hidden
from tests.rules.dicy_cards.story import GAME, dealt, leave, play, score

ROLL = (6, 6, 1, 2, 3, 4)


def test_before_the_roll_there_are_no_dice_to_see() -> None:
    state = dealt(seats=2, turn=1, scores={1: 12}, frozen={1: ("odds", "any-two")})

    assert GAME.view(state, None) == {
        "cards": GLACIAL,
        "dice": None,
        "phase": "roll",
        "turn": 1,
        "players": [
            {"score": 0, "active": GLACIAL, "frozen": ()},
            {"score": 12, "active": ("straight", "two-pairs", "all-under-six"), "frozen": ("any-two", "odds")},
        ],
        "pending": [],
    }


def test_after_the_roll_the_dice_lie_open() -> None:
    view = GAME.view(dealt(dice=ROLL), 1)

    assert (view["phase"], view["dice"]) == ("play", ROLL)


def test_the_choices_owed_are_shown() -> None:
    state = play(dealt(seats=3, turn=1, dice=ROLL), 1, score("any-two", 0, 1)).state

    view = GAME.view(state, None)

    assert (view["phase"], view["turn"]) == ("choice", 1)
    assert view["pending"] == [{"seat": 0, "kind": "freeze"}, {"seat": 2, "kind": "freeze"}]


def test_after_the_end_nothing_is_pending() -> None:
    state = leave(play(dealt(dice=ROLL), 0, score("any-two", 0, 1)).state, 0).state

    view = GAME.view(state, None)

    assert (view["phase"], view["pending"]) == ("over", [])


@pytest.mark.parametrize("viewer", [None, 0, 3])
def test_everybody_sees_every_field_of_every_event(viewer: int | None) -> None:
    assert hidden(GAME, viewer, seat=0) == {}


def test_an_event_that_nobody_has_decided_about_fails_loudly() -> None:
    stranger: Any = object()

    with pytest.raises(AssertionError):
        visible(stranger, None)
    with pytest.raises(AssertionError):
        evolve(None, stranger)

"""The view for all players and spectators: the game has no secrets, and its view is the documented one."""

from typing import Any

import pytest

from rules.ice_dice.commands import Pass, Reroll, Setup
from rules.ice_dice.evolve import evolve
from rules.ice_dice.views import visible
from rules.testing.fixed_dice import Falling, Low
from rules.testing.secrets import hidden
from tests.rules.ice_dice.story import GAME, dealt, leave, play, shift, started, take, two

ROLL = (2, 3, 6)


def test_while_the_table_is_set_up_there_are_no_dice_to_see() -> None:
    state = play(started(None, 3, (2,)), 1, Setup(token=20)).state

    view = GAME.view(state, None)

    assert (view["phase"], view["turn"], view["dice"], view["shifted"]) == ("setup", 1, None, None)
    assert view["medium"] == [{"token": 20, "number": 20, "colour": "blue"}]
    assert view["players"] == [{"points": 0, "own": [], "majorities": ()}] * 3


def test_in_a_turn_everything_lies_open() -> None:
    state = dealt(variant="young", medium=(18,), own={0: (1, 12), 1: (17, 3)}, turn=1, reroll_limit=5, dice=ROLL)
    state = play(state, 1, Reroll(dice=frozenset({0})), Falling((2,))).state

    view = GAME.view(state, 1)

    assert view == {
        "variant": "young",
        "phase": "shift",
        "turn": 1,
        "dice": ROLL,
        "rerolls": 1,
        "rerolls_left": 4,
        "shifted": None,
        "lines": view["lines"],
        "medium": [{"token": 18, "number": 18, "colour": "orange"}],
        "players": [
            {
                "points": 5,
                "own": [{"token": 1, "number": 1, "colour": "red"}, {"token": 12, "number": 12, "colour": "red"}],
                "majorities": ("red",),
            },
            {
                "points": 2 + 2 + 1,
                "own": [{"token": 17, "number": 17, "colour": "red"}, {"token": 3, "number": 3, "colour": "yellow"}],
                "majorities": ("yellow",),
            },
        ],
        "last_round": False,
    }
    assert view == GAME.view(state, None)


def test_a_line_keeps_its_places_when_tokens_are_gone() -> None:
    lines = GAME.view(dealt(medium=(2, 6), own={0: (9,)}), None)["lines"]

    assert [len(line) for line in lines] == [6] * 6
    assert [[place for place, token in enumerate(line) if token is None] for line in lines] == [[1, 5], [2], [], [], [], []]
    assert lines[0][0] == {"token": 1, "number": 1, "colour": "red"}


def test_after_the_shift_the_token_shifted_is_shown() -> None:
    state = play(dealt(dice=ROLL), 0, shift(5, two(0, "+", 1))).state

    view = GAME.view(state, None)

    assert (view["phase"], view["shifted"]) == ("take", {"token": 5, "number": 5})


def test_the_last_round_is_announced_as_soon_as_it_is_known() -> None:
    nine = dealt(big=(5, *range(25, 33)), dice=ROLL)

    eight = play(nine, 0, shift(5, two(0, "+", 1))).state

    assert [GAME.view(state, None)["last_round"] for state in (nine, eight)] == [False, True]


def test_after_the_end_the_boards_stay_to_be_seen() -> None:
    view = GAME.view(leave(dealt(own={0: (1,)}), 1).state, None)

    assert view["phase"] == "over"
    assert view["players"][0]["points"] == 3


def test_before_everything_of_a_move_is_written_what_comes_next_is_shown() -> None:
    created_table, _ = GAME.setup(GAME.options({}, 2, False), 2, Falling((1,)))
    state = play(dealt(medium=(18,), dice=ROLL), 0, shift(5, two(0, "+", 1))).state
    taken, *_ = GAME.decide(state, 0, take(18, two(1, "*", 2)), Low())
    passed, *_ = GAME.decide(state, 0, Pass(), Low())

    assert GAME.view(GAME.evolve(None, created_table), None)["phase"] == "setup"
    assert GAME.view(GAME.evolve(state, taken), None)["phase"] == "shift"
    assert GAME.view(GAME.evolve(state, passed), None)["phase"] == "shift"


@pytest.mark.parametrize("viewer", [None, 0, 5])
def test_everybody_sees_every_field_of_every_event(viewer: int | None) -> None:
    assert hidden(GAME, viewer, seat=0) == {}


def test_an_event_that_nobody_has_decided_about_fails_loudly() -> None:
    stranger: Any = object()

    with pytest.raises(AssertionError):
        visible(stranger, None)
    with pytest.raises(AssertionError):
        evolve(None, stranger)

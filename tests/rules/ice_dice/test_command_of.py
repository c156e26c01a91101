"""From the events of a move back to its command."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.ice_dice.command_of import command_of
from rules.ice_dice.commands import Command, Pass, Reroll, Setup
from rules.ice_dice.events import DiceRolled, FirstSeatChosen, GameEnded, SeatWithdrawn, TurnBegan
from rules.testing.fixed_dice import Low, drawn
from rules.testing.whole_games import check_commands
from tests.rules.ice_dice.by_chance import EVERY_VARIANT, SEATS, SEEDS, Step, whole_game
from tests.rules.ice_dice.story import GAME, dealt, left_first, play, right_first, shift, started, take, two

ROLL = (2, 3, 6)
TO_TAKE = play(dealt(medium=(18, 30), dice=ROLL), 0, shift(5, two(0, "+", 1))).state


@given(st.builds(whole_game, SEEDS, SEATS, EVERY_VARIANT))
@settings(max_examples=20)
def test_a_command_is_found_in_its_events_and_the_first_of_them_are_enough(steps: list[Step]) -> None:
    check_commands(GAME, steps)


@pytest.mark.parametrize(
    ("state", "command"),
    [
        (started(), Setup(token=20)),
        (dealt(), Reroll(dice=frozenset({2, 0}))),
        (dealt(dice=ROLL), shift(5, two(0, "+", 1))),
        (dealt(dice=ROLL), shift(5, two(1, "+", 0))),
        (dealt(dice=ROLL), shift(20, right_first(0, "+", 1, "*", 2))),
        (TO_TAKE, take(30, left_first(0, "+", 1, "*", 2))),
        (TO_TAKE, take(18, two(2, "*", 1))),
        (dealt(), Pass()),
        (TO_TAKE, Pass()),
    ],
)
def test_every_command_is_found_again_with_the_calculation_that_was_given(state: Any, command: Command) -> None:
    assert command_of(play(state, 0, command, Low()).events) == command


@pytest.mark.parametrize(
    "event",
    [
        FirstSeatChosen(first=0, draw=None),
        TurnBegan(seat=0, round=1, turns=1, still_rounds=0),
        DiceRolled(seat=0, dice=ROLL, draw=drawn(ROLL)),
        SeatWithdrawn(seat=0),
        GameEnded(reason="eight-left"),
    ],
)
def test_no_command_begins_with_what_only_follows(event: Any) -> None:
    with pytest.raises(ValueError, match="no command begins with"):
        command_of([event])

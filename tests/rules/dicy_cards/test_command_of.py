"""From the events of a move back to its command."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.dicy_cards.command_of import command_of
from rules.dicy_cards.commands import Command, Freeze, Reroll, Reset, Roll, Skip
from rules.dicy_cards.events import CardFrozen, ChoicesOwed, GameEnded, SeatWithdrawn, TurnEnded
from rules.testing.fixed_dice import Falling
from rules.testing.whole_games import check_commands
from tests.rules.dicy_cards.by_chance import EVERY_MODE, SEATS, SEEDS, Step, whole_game
from tests.rules.dicy_cards.story import GAME, INTERACTIONS, dealt, play, score

ROLL = (6, 6, 1, 2, 3, 4)


@given(st.builds(whole_game, SEEDS, SEATS, EVERY_MODE))
@settings(max_examples=20)
def test_a_command_is_found_in_its_events_and_the_first_of_them_are_enough(steps: list[Step]) -> None:
    check_commands(GAME, steps)


@pytest.mark.parametrize(
    ("command", "dice"),
    [
        (Roll(), None),
        (Reroll(freeze="sixes", dice=frozenset({5, 0})), ROLL),
        (score("straight", 5, 4), ROLL),
        (score("sixes", 0), ROLL),
        (score("three-lowest", 2, 3, 4), ROLL),
        (Skip(), None),
        (Skip(), ROLL),
    ],
)
def test_every_command_of_a_turn_is_found_again(command: Command, dice: Any) -> None:
    state = dealt(seats=3, cards=INTERACTIONS, frozen={1: ("straight", "forty-minus"), 2: ("straight",)}, dice=dice)

    events = play(state, 0, command, Falling((1, 2, 3, 4, 5, 6) if dice is None else (1, 2))).events

    assert command_of(events) == command


def test_every_choice_that_is_owed_is_found_again() -> None:
    frozen = {1: ("straight", "forty-minus")}
    freezing = play(dealt(cards=INTERACTIONS, frozen=frozen, dice=ROLL), 0, score("any-two", 0, 1)).state
    thawing = play(dealt(cards=INTERACTIONS, frozen=frozen, dice=ROLL), 0, score("sixes", 0, 1)).state
    after_skip = play(dealt(cards=INTERACTIONS, frozen=frozen, dice=ROLL), 0, Skip()).state

    assert command_of(play(freezing, 1, Freeze(card="sixes")).events) == Freeze(card="sixes")
    assert command_of(play(thawing, 1, Reset(card="straight")).events) == Reset(card="straight")
    assert command_of(play(after_skip, 1, Reset(card="forty-minus")).events) == Reset(card="forty-minus")


@pytest.mark.parametrize(
    "event",
    [
        CardFrozen(seat=0, card="odds", cause="scored", forced=False),
        ChoicesOwed(seats=(1,), kind="reset"),
        TurnEnded(seat=0, next=1, round=1, turns=2),
        SeatWithdrawn(seat=0),
        GameEnded(reason="hundred"),
    ],
)
def test_no_command_begins_with_what_only_follows(event: Any) -> None:
    with pytest.raises(ValueError, match="no command begins with"):
        command_of([event])

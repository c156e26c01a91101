"""A golden game is recorded from its recipe, always the same."""

from collections.abc import Mapping
from typing import Any

from events.testing.endings import GoldenEnding, check, record
from events.testing.golden import read, text
from rules.dice import Dice
from rules.game import AnyGame, Outcome, Seat
from rules.registry import games

GAME = games()["dicy-cards"]


def by_default(game: AnyGame, state: Any, seat: Seat, mind: Dice) -> Any:
    return game.default(state, seat)


def first_begins(outcome: Outcome, state: Any) -> bool:
    return bool(state.first == 0)


OPTIONS: Mapping[str, Any] = {"mode": "beginner"}
FIRST = GoldenEnding(2, OPTIONS, by_default, first_begins)


def test_the_first_game_that_ends_as_wanted_is_recorded_and_reads_the_same_from_its_text() -> None:
    golden = record(GAME, "first", FIRST)

    assert record(GAME, "first", FIRST) == golden
    assert text(read(text(golden))) == text(golden)
    assert (golden.game, golden.ending, golden.outcome["reason"]) == ("dicy-cards", "first", "round-limit")
    check(GAME, read(text(golden)), FIRST)

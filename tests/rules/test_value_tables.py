"""Built-in players that play by a table of values: what the log says of it."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from events.timestamps import instant
from rules.dice import DiceSeed
from rules.registry import games
from rules.table import create, decide
from rules.table_commands import Automatic, Create, SeatRequest, Substitute
from rules.table_events import SeatSubstituted, ValuesUsed
from rules.table_state import Table
from rules.value_tables import ValueTable, with_library
from tests.rules.dicy_cards.by_values import table as of_the_package

SEED = DiceSeed("p00-table", "cd" * 32)
NOW = instant(datetime(2026, 12, 1, tzinfo=UTC))
EXPERT, HUMAN = SeatRequest(kind="ai", level="expert"), SeatRequest(kind="human")


class Shelf(dict[str, ValueTable]):
    """A library to which tables can come, and the names that it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def __call__(self, name: str) -> ValueTable | None:
        self.asked.append(name)
        return self.get(name)


class World:
    """A table of Dicy Cards, and the library of its players."""

    def __init__(self, *seats: SeatRequest) -> None:
        self.shelf = Shelf()
        self.game = with_library(games(), self.shelf)["dicy-cards"]
        self.table: Table[Any] = create(self.game, Create(options={"first_seat": "creator"}, seats=seats), SEED, NOW).table

    def answered(self, seat: int, order: Any) -> list[Any]:
        """The events of the order that announce an answer."""
        decided = decide(self.game, self.table, seat, order, SEED, NOW)
        self.table = decided.table
        return [fact for fact in decided.facts if isinstance(fact, ValuesUsed | SeatSubstituted)]

    def comes(self, checksum: str) -> None:
        """A table for the cards of this game is there from now on."""
        self.shelf[self.shelf.asked[-1]] = ValueTable(of_the_package(self.table.play.cards), checksum)  # type: ignore[union-attr]


def used(seat: int, values: str | None) -> ValuesUsed:
    return ValuesUsed(seat=seat, level="expert", values=values)


def test_the_first_answer_says_that_there_is_no_table_and_the_next_ones_do_not_repeat_it() -> None:
    world = World(EXPERT, EXPERT)

    said = [fact for _ in range(12) for fact in world.answered(world.table.owing[0], Automatic())]

    assert said == [used(0, None), used(1, None)]
    assert world.shelf.asked == ["dicy-cards-1-abcde-2"] * 12


def test_when_the_table_has_come_the_next_answer_of_each_seat_names_it_once() -> None:
    world = World(EXPERT, EXPERT)
    world.answered(0, Automatic())
    world.comes("ab" * 32)

    said = []
    while world.table.status == "playing":
        said += world.answered(world.table.owing[0], Automatic())

    assert said == [used(0, "ab" * 32), used(1, "ab" * 32)]


def test_another_table_is_named_again() -> None:
    world = World(EXPERT, EXPERT)
    world.answered(0, Automatic())
    world.comes("ab" * 32)
    world.answered(0, Automatic())
    world.comes("cd" * 32)

    assert world.answered(world.table.owing[0], Automatic())[0].values == "cd" * 32


def test_a_substitute_names_its_table_after_the_event_that_it_answers() -> None:
    world = World(HUMAN, EXPERT)

    said = world.answered(0, Substitute(level="expert"))

    assert said == [SeatSubstituted(seat=0, level="expert", cause="asked"), used(0, None)]


def test_a_player_without_tables_says_nothing_of_them() -> None:
    world = World(replace(EXPERT, level="steady"), EXPERT)

    assert world.answered(0, Automatic()) == []
    assert world.shelf.asked == []


def test_a_game_in_which_it_would_tell_how_a_hidden_answer_was_chosen_has_no_such_player() -> None:
    for game in games().values():
        assert not (game.hides_default and any(player.by_table for player in game.players.values()))

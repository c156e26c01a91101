"""Built-in players at a table: in their own seat, and as a substitute for a player."""

from datetime import UTC, datetime
from typing import Any

import pytest

from events.timestamps import instant
from rules.dice import DiceSeed, SeededDice, player_dice
from rules.game import Seat
from rules.registry import games
from rules.rejected import Rejected
from rules.table import Decided, create, decide
from rules.table_commands import Automatic, Create, Leave, SeatRequest, Substitute
from rules.table_events import SeatSubstituted
from rules.table_state import Table
from rules.table_view import view

GAME = games()["dicy-cards"]
SEED = DiceSeed("p00-table", "ab" * 32)
NOW = instant(datetime(2026, 11, 28, tzinfo=UTC))
HUMAN, OPEN, GREEDY = SeatRequest(kind="human"), SeatRequest(kind="open"), SeatRequest(kind="ai", level="greedy")


def created_table(*seats: SeatRequest, **wanted: Any) -> Decided:
    return create(GAME, Create(options={"first_seat": "creator"}, seats=seats, **wanted), SEED, NOW)


def then(table: Table[Any], seat: Seat, order: Any) -> Decided:
    return decide(GAME, table, seat, order, SEED, NOW)


def refused(table: Table[Any], seat: Seat, order: Any) -> str:
    with pytest.raises(Rejected) as refusal:
        then(table, seat, order)
    return refusal.value.code


def test_a_built_in_player_sits_down_with_a_level_that_everybody_sees() -> None:
    seats = view(GAME, SEED.table, created_table(HUMAN, GREEDY).table, None)["seats"]

    assert [(seat["kind"], seat["level"], seat["name"]) for seat in seats] == [("human", None, "Player 1"), ("ai", "greedy", "Player 2")]


@pytest.mark.parametrize("level", [None, "nobody"])
def test_a_level_that_the_game_does_not_have_is_refused_with_its_field(level: str | None) -> None:
    with pytest.raises(Rejected) as refusal:
        created_table(HUMAN, SeatRequest(kind="ai", level=level))

    assert (refusal.value.code, refusal.value.field) == ("level-unknown", "seats.1.level")
    assert "greedy" in refusal.value.detail


@pytest.mark.parametrize("level", GAME.players)
def test_built_in_players_alone_play_a_table_to_its_end(level: str) -> None:
    table = created_table(*[SeatRequest(kind="ai", level=level)] * 3).table
    while table.status == "playing":
        table = then(table, table.owing[0], Automatic()).table

    assert table.outcome is not None
    assert table.outcome.winners


def test_the_same_decision_gets_the_same_answer_whoever_asks() -> None:
    table = created_table(*[SeatRequest(kind="ai", level="random")] * 2).table
    for _ in range(30):
        once, again = (then(table, table.owing[0], Automatic()) for _ in range(2))
        assert once.facts == again.facts
        table = once.table


def test_a_players_chance_is_not_the_tables() -> None:
    own = [player_dice(SEED, seat, decision).roll(20) for seat in range(2) for decision in range(1, 4)]
    tables = SeededDice(SEED, (), 0).roll(20)

    assert len({draw.values for draw in [*own, tables]}) == 7


def test_a_table_at_which_nobody_sits_who_could_start_it_starts_by_itself() -> None:
    assert created_table(GREEDY, GREEDY, auto_start=False).table.status == "playing"
    assert created_table(HUMAN, GREEDY, auto_start=False).table.status == "open"


def test_a_table_that_the_last_person_leaves_is_closed_whatever_players_are_left() -> None:
    table = created_table(HUMAN, GREEDY, OPEN).table

    assert then(table, 0, Leave()).table.status == "finished"


def test_a_built_in_player_answers_once_in_somebodys_place_and_the_log_says_so() -> None:
    table = created_table(HUMAN, HUMAN).table

    facts, after = then(table, 0, Substitute(level="greedy"))

    assert facts[0] == SeatSubstituted(seat=0, level="greedy", cause="asked")
    assert [fact.type for fact in facts[1:]] == ["dicy-cards.dice-rolled"]
    assert after.owing == (0,)


def test_nobody_answers_for_a_seat_that_owes_nothing_or_before_the_start() -> None:
    table = created_table(HUMAN, HUMAN).table

    assert refused(table, 1, Substitute(level="greedy")) == "nothing-owed"
    assert refused(table, 0, Substitute(level="nobody")) == "level-unknown"
    assert refused(table, 0, Automatic()) == "seat-not-automatic"
    assert refused(created_table(HUMAN, OPEN).table, 0, Substitute(level="greedy")) == "table-not-started"
    assert refused(created_table(GREEDY, HUMAN, auto_start=False).table, 0, Automatic()) == "table-not-started"

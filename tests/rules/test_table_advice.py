"""Advice at a table: announced to everybody, private, or off."""

from datetime import UTC, datetime
from typing import Any

import pytest

from events.timestamps import instant
from rules.dice import DiceSeed
from rules.game import AnyGame, Seat
from rules.registry import games
from rules.rejected import Rejected
from rules.table import Decided, create, decide
from rules.table_commands import Create, Expire, RequestAdvice, SeatRequest, Substitute
from rules.table_events import AdviceRequested, OnExpiry, SeatSubstituted
from rules.table_state import Table
from rules.table_view import view

DICY_CARDS, DICE_CARDS = games()["dicy-cards"], games()["dice-cards"]
SEED = DiceSeed("p00-table", "ab" * 32)
HUMAN, OPEN, AI = SeatRequest(kind="human"), SeatRequest(kind="open"), SeatRequest(kind="ai", level="greedy")
BOT = SeatRequest(kind="bot", name="Six Sigma", bot="bot_six")
PLAY_FOR_ME = Substitute(level="greedy")


def created_table(*seats: SeatRequest, game: AnyGame = DICY_CARDS, **wanted: Any) -> Table[Any]:
    options = {"first_seat": "creator"} if game is DICY_CARDS else {}
    return create(game, Create(options=options, seats=seats, **wanted), SEED, instant(datetime(2026, 12, 1, tzinfo=UTC))).table


def then(table: Table[Any], seat: Seat, order: Any, game: AnyGame = DICY_CARDS, *, minute: int = 0) -> Decided:
    return decide(game, table, seat, order, SEED, instant(datetime(2026, 12, 1, 0, minute, tzinfo=UTC)))


def refused(table: Table[Any], seat: Seat, order: Any) -> str:
    with pytest.raises(Rejected) as refusal:
        then(table, seat, order)
    return refusal.value.code


@pytest.mark.parametrize(
    ("seats", "turn_seconds", "told"),
    [
        ((HUMAN, HUMAN), 60, "announced"),
        ((HUMAN, OPEN), 60, "announced"),
        ((HUMAN, BOT, AI), 60, "announced"),
        ((HUMAN, AI), 60, "private"),
        ((HUMAN, HUMAN), None, "private"),
    ],
)
def test_by_default_advice_is_announced_where_people_or_bots_play_against_each_other_and_the_clock(
    seats: tuple[SeatRequest, ...], turn_seconds: int | None, told: str
) -> None:
    table = created_table(*seats, turn_seconds=turn_seconds)

    assert (table.advice, view(DICY_CARDS, SEED.table, table, None)["advice"]) == (told, told)


@pytest.mark.parametrize("advice", ["announced", "private", "off"])
@pytest.mark.parametrize("turn_seconds", [60, None])
def test_the_creator_decides_otherwise(advice: Any, turn_seconds: int | None) -> None:
    assert created_table(HUMAN, HUMAN, turn_seconds=turn_seconds, advice=advice).advice == advice


def test_a_request_for_advice_is_announced_and_changes_neither_decisions_nor_clocks() -> None:
    before = created_table(HUMAN, HUMAN, turn_seconds=60)

    facts, after = then(before, 0, RequestAdvice())

    assert facts == [AdviceRequested(seat=0)]
    assert (after.decisions, after.clocks, after.play, after.draws) == (before.decisions, before.clocks, before.play, before.draws)


def test_a_request_is_announced_once_for_each_decision() -> None:
    asked = then(created_table(HUMAN, HUMAN, turn_seconds=60), 0, RequestAdvice()).table
    assert refused(asked, 0, RequestAdvice()) == "advice-unannounced"

    next_decision = then(asked, 0, PLAY_FOR_ME).table

    assert next_decision.owing == (0,)
    assert then(next_decision, 0, RequestAdvice()).facts == [AdviceRequested(seat=0)]


def test_only_a_seat_that_owes_a_decision_requests_advice() -> None:
    table = created_table(HUMAN, HUMAN, turn_seconds=60)

    assert refused(table, 1, RequestAdvice()) == "nothing-owed"
    assert refused(created_table(HUMAN, OPEN, turn_seconds=60), 0, RequestAdvice()) == "table-not-started"


@pytest.mark.parametrize("advice", ["private", "off"])
def test_a_table_that_announces_nothing_has_no_announcement(advice: Any) -> None:
    assert refused(created_table(HUMAN, HUMAN, turn_seconds=60, advice=advice), 0, RequestAdvice()) == "advice-unannounced"


def test_where_advice_is_off_nobody_has_a_turn_played_on_request_but_a_clock_still_does() -> None:
    table = created_table(HUMAN, HUMAN, turn_seconds=60, advice="off", on_expiry=OnExpiry(policy="substitute", level="random"))

    assert refused(table, 0, PLAY_FOR_ME) == "advice-off"
    assert SeatSubstituted(seat=0, level="random", cause="expired") in then(table, 0, Expire(), minute=2).facts


def test_where_answers_are_hidden_an_announcement_says_nothing_about_the_answer() -> None:
    table = created_table(HUMAN, HUMAN, game=DICE_CARDS, turn_seconds=60)

    facts, asked = then(table, 1, RequestAdvice(), DICE_CARDS)
    answer = then(asked, 1, PLAY_FOR_ME, DICE_CARDS).facts

    assert facts == [AdviceRequested(seat=1)]
    assert not [fact for fact in answer if isinstance(fact, AdviceRequested | SeatSubstituted)]

"""Bots at a table: their time, and what happens when one does not answer."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from events.timestamps import instant, stamp
from rules.dice import DiceSeed
from rules.game import Seat
from rules.registry import games
from rules.rejected import Rejected
from rules.table import Decided, create, decide
from rules.table_commands import Create, Expire, Fail, Leave, SeatRequest
from rules.table_events import (
    BotFailed,
    ClockStarted,
    DecisionExpired,
    OnExpiry,
    SeatLeft,
    SeatResigned,
    SeatSubstituted,
    SeatTaken,
    TableCreated,
    TableFinished,
)
from rules.table_fork import same_seats
from rules.table_state import Table, fold
from rules.table_view import view, visible

GAME = games()["dicy-cards"]
SEED = DiceSeed("p00-table", "ab" * 32)
NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)
HUMAN, OPEN, AI = SeatRequest(kind="human"), SeatRequest(kind="open"), SeatRequest(kind="ai", level="random")
BOT = SeatRequest(kind="bot", name="Six", bot="bot_six")
ROLL, SKIP, SCORE = GAME.commands["roll"], GAME.commands["skip"], GAME.commands["score"]
SUBSTITUTE = OnExpiry(policy="substitute", level="greedy")
TIMED_OUT = Fail(reason="timed-out", attempts=4)


def created_table(*seats: SeatRequest, **wanted: Any) -> Decided:
    return create(GAME, Create(options={"first_seat": "creator"}, seats=seats or (BOT, HUMAN), **wanted), SEED, instant(NOON))


def then(table: Table[Any], seat: Seat | None, order: Any, seconds: int = 0) -> Decided:
    return decide(GAME, table, seat, order, SEED, instant(NOON + timedelta(seconds=seconds)))


def refused(table: Table[Any], seat: Seat, order: Any) -> str:
    with pytest.raises(Rejected) as refusal:
        then(table, seat, order)
    return refusal.value.code


def clocks(facts: Sequence[Any]) -> list[tuple[tuple[Seat, ...], str]]:
    return [(fact.seats, fact.deadline) for fact in facts if isinstance(fact, ClockStarted)]


def after(seconds: int) -> str:
    return stamp(NOON + timedelta(seconds=seconds))


def test_a_bot_sits_down_under_its_name_and_everybody_sees_which_one_it_is() -> None:
    facts, table = created_table(BOT, HUMAN)

    assert facts[1] == SeatTaken(seat=0, kind="bot", name="Six", client_seed=None, bot="bot_six")
    shown = view(GAME, SEED.table, table, None)
    assert [(seat["kind"], seat["name"], seat["bot"]) for seat in shown["seats"]] == [
        ("bot", "Six", "bot_six"),
        ("human", "Player 2", None),
    ]
    assert (shown["bot_seconds"], shown["on_failure"]) == (30, {"policy": "substitute", "level": "greedy", "after": None})
    assert "bot" in visible(GAME, facts[1], None)


def test_a_bot_always_has_a_clock_and_people_only_if_the_table_has_one() -> None:
    facts, table = created_table(BOT, HUMAN, bot_seconds=5)
    more, _ = then(table, 0, SKIP())

    assert clocks(facts) == [((0,), after(5))]
    assert view(GAME, SEED.table, table, None)["owed"][0]["deadline"] == after(5)
    assert clocks(more) == []


@pytest.mark.parametrize(
    ("bot_seconds", "turn_seconds", "given"), [(None, None, 30), (None, 10, 10), (7, 10, 7), (90, 10, 10), (90, None, 90)]
)
def test_no_bot_has_more_time_than_people_have(bot_seconds: int | None, turn_seconds: int | None, given: int) -> None:
    facts, table = created_table(bot_seconds=bot_seconds, turn_seconds=turn_seconds)

    assert table.bot_seconds == facts[0].bot_seconds == given
    assert clocks(facts) == [((0,), after(given))]


def test_bots_and_people_who_owe_at_once_have_an_event_for_each_time_the_shorter_first() -> None:
    _, table = created_table(HUMAN, HUMAN, BOT, BOT, turn_seconds=60, bot_seconds=10)
    _, rolled = then(table, 0, ROLL())

    facts, owing = then(rolled, 0, SCORE(card="any-two", dice=frozenset({0, 1})))

    assert owing.owing == (1, 3)
    assert clocks(facts) == [((3,), after(10)), ((1,), after(60))]


def test_with_the_same_time_they_have_one_event() -> None:
    _, table = created_table(HUMAN, HUMAN, BOT, BOT, turn_seconds=60, bot_seconds=60)
    _, rolled = then(table, 0, ROLL())

    facts, _ = then(rolled, 0, SCORE(card="any-two", dice=frozenset({0, 1})))

    assert clocks(facts) == [((1, 3), after(60))]


@pytest.mark.parametrize(("field", "value"), [("bot_seconds", 10), ("on_failure", SUBSTITUTE)])
def test_nothing_is_laid_down_for_bots_where_none_sits(field: str, value: Any) -> None:
    with pytest.raises(Rejected) as refusal:
        created_table(HUMAN, AI, **{field: value})

    assert (refusal.value.code, refusal.value.field) == ("bot-missing", field)
    created = created_table(HUMAN, AI).facts[0]
    assert isinstance(created, TableCreated)
    assert (created.bot_seconds, created.on_failure) == (None, None)


def test_who_stands_in_for_a_bot_is_a_player_that_the_game_has() -> None:
    with pytest.raises(Rejected) as refusal:
        created_table(on_failure=OnExpiry(policy="substitute", level="nobody"))

    assert (refusal.value.code, refusal.value.field) == ("level-unknown", "on_failure.level")


def test_a_built_in_player_answers_for_a_bot_that_fails_and_says_so() -> None:
    _, table = created_table()

    facts, played = then(table, 0, TIMED_OUT)

    assert facts[:2] == [
        BotFailed(seat=0, reason="timed-out", attempts=4, policy="substitute", failures=1),
        SeatSubstituted(seat=0, level="greedy", cause="failed"),
    ]
    assert facts[2].type == "dicy-cards.dice-rolled"
    assert played.decisions[0] > table.decisions[0]
    assert visible(GAME, facts[0], None) == ("reason", "attempts", "policy", "failures")


def test_a_bots_clock_runs_out_by_the_policy_for_bots() -> None:
    _, table = created_table(BOT, HUMAN, turn_seconds=60, bot_seconds=5, on_expiry=OnExpiry(policy="skip"))
    assert refused(table, 0, Expire()) == "not-expired"

    facts, _ = then(table, 0, Expire(), seconds=5)

    assert facts[:2] == [
        DecisionExpired(seat=0, policy="substitute", expiries=1),
        SeatSubstituted(seat=0, level="greedy", cause="expired"),
    ]


def test_the_policy_skip_gives_the_games_own_default_answer() -> None:
    _, table = created_table(on_failure=OnExpiry(policy="skip"))

    facts, _ = then(table, 0, TIMED_OUT)

    assert [fact.type for fact in facts[:2]] == ["table.bot-failed", "dicy-cards.turn-skipped"]


def test_failures_and_expiries_count_together_until_the_bot_resigns() -> None:
    _, table = created_table(on_failure=OnExpiry(policy="resign", after=3))
    _, table = then(table, 0, TIMED_OUT)
    _, table = then(table, 1, SKIP())
    expired, table = then(table, 0, Expire(), seconds=30)
    _, table = then(table, 1, SKIP())

    facts, over = then(table, 0, Fail(reason="gone", attempts=0))

    assert expired[0] == DecisionExpired(seat=0, policy="resign", expiries=2)
    assert facts[:2] == [BotFailed(seat=0, reason="gone", attempts=0, policy="resign", failures=3), SeatResigned(seat=0)]
    assert over.outcome is not None
    assert over.outcome.reason == "resignation"


def test_a_turn_is_lost_once_however_many_of_its_decisions_are() -> None:
    _, table = created_table()
    first, table = then(table, 0, TIMED_OUT)

    second, _ = then(table, 0, TIMED_OUT)
    late, _ = then(table, 0, Expire(), seconds=30)

    assert [first[0].failures, second[0].failures, late[0].expiries] == [1, 1, 1]


def test_a_turn_that_the_bot_plays_itself_begins_the_count_anew() -> None:
    _, table = created_table(on_failure=OnExpiry(policy="resign", after=2))
    for order in (TIMED_OUT, SKIP()):
        _, table = then(table, 0, order)
        _, table = then(table, 1, SKIP())

    facts, _ = then(table, 0, TIMED_OUT)

    assert facts[0].failures == 1


def test_only_a_bot_that_owes_a_decision_can_fail_to_answer_it() -> None:
    _, table = created_table(BOT, BOT, HUMAN, AI, on_failure=OnExpiry(policy="resign", after=1))

    assert [refused(table, seat, TIMED_OUT) for seat in (1, 2, 3)] == ["nothing-owed", "seat-no-bot", "seat-no-bot"]
    assert refused(created_table(HUMAN, AI).table, 0, TIMED_OUT) == "seat-no-bot"
    assert refused(created_table(BOT, HUMAN, auto_start=False).table, 0, TIMED_OUT) == "nothing-owed"


def test_a_table_of_bots_starts_by_itself_and_one_with_a_person_waits_for_them() -> None:
    assert created_table(BOT, AI, auto_start=False).table.status == "playing"
    assert created_table(BOT, HUMAN, auto_start=False).table.status == "open"


def test_a_table_is_closed_when_its_last_person_leaves_and_not_when_a_bot_does() -> None:
    _, table = created_table(BOT, HUMAN, auto_start=False)

    by_bot, waiting = then(table, 0, Leave())
    by_person, closed = then(table, 1, Leave())

    assert by_bot == [SeatLeft(seat=0)]
    assert waiting.status == "open"
    assert isinstance(by_person[1], TableFinished)
    assert closed.status == "finished"


def test_a_table_with_bots_folds_to_the_same_state_from_its_events_alone() -> None:
    facts, table = created_table(BOT, HUMAN, turn_seconds=60, bot_seconds=20, on_failure=OnExpiry(policy="resign"))
    for seat, order in ((0, TIMED_OUT), (1, SKIP()), (0, SKIP())):
        more, table = then(table, seat, order)
        facts = [*facts, *more]

    assert fold(GAME, None, facts) == table


def test_a_fork_is_held_by_the_same_bots() -> None:
    _, table = created_table(BOT, HUMAN, AI)

    assert same_seats(table) == (BOT, SeatRequest(kind="human", name="Player 2"), SeatRequest(kind="ai", name="Player 3", level="random"))

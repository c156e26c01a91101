"""Clocks at a table: when they start, what happens when one runs out, and that the time of day does not matter."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from events.timestamps import instant
from rules.dice import DiceSeed
from rules.game import Seat
from rules.registry import games
from rules.rejected import Rejected
from rules.table import Decided, create, decide
from rules.table_clock import Instant
from rules.table_commands import Abandon, Create, Expire, Leave, SeatRequest
from rules.table_events import ClockStarted, DecisionExpired, OnExpiry, SeatResigned, SeatSubstituted, TableFinished
from rules.table_state import Table, fold
from rules.table_view import view

GAME = games()["dicy-cards"]
SEED = DiceSeed("p00-table", "ab" * 32)
HUMAN = SeatRequest(kind="human")
ROLL, SKIP, SCORE = GAME.commands["roll"], GAME.commands["skip"], GAME.commands["score"]
SUBSTITUTE = OnExpiry(policy="substitute", level="greedy")


def at(minute: int) -> Instant:
    """The time this many minutes after midnight."""
    return instant(datetime(2026, 11, 28, 0, minute, tzinfo=UTC))


def created_table(on_expiry: OnExpiry | None = None, seats: int = 2, **wanted: Any) -> Decided:
    order = Create(options={"first_seat": "creator"}, seats=(HUMAN,) * seats, turn_seconds=60, on_expiry=on_expiry, **wanted)
    return create(GAME, order, SEED, at(0))


def then(table: Table[Any], seat: Seat | None, order: Any, minute: int) -> Decided:
    return decide(GAME, table, seat, order, SEED, at(minute))


def refused(table: Table[Any], seat: Seat | None, order: Any, minute: int) -> str:
    with pytest.raises(Rejected) as refusal:
        then(table, seat, order, minute)
    return refusal.value.code


def deadlines(table: Table[Any]) -> dict[Seat, str | None]:
    return {owed["seat"]: owed["deadline"] for owed in view(GAME, SEED.table, table, None)["owed"]}


def test_a_clock_starts_with_the_first_turn_and_is_the_last_thing_that_is_told() -> None:
    facts, table = created_table()

    assert facts[-1] == ClockStarted(seats=(0,), spans=(table.clocks[0].span,), deadline=at(1).now)
    assert deadlines(table) == {0: at(1).now}


def test_a_table_without_turn_seconds_has_no_clock() -> None:
    facts, table = create(GAME, Create(options={}, seats=(HUMAN, HUMAN)), SEED, at(0))

    assert not [fact for fact in facts if isinstance(fact, ClockStarted)]
    assert set(deadlines(table).values()) == {None}


def test_a_clock_measures_the_whole_turn_not_a_move() -> None:
    _, table = created_table()

    facts, rolled = then(table, 0, ROLL(), 0)

    assert not [fact for fact in facts if isinstance(fact, ClockStarted)]
    assert deadlines(rolled) == {0: at(1).now}


def test_the_next_turn_gets_a_clock_of_its_own() -> None:
    _, table = created_table()

    facts, skipped = then(table, 0, SKIP(), 0)

    assert facts[-1] == ClockStarted(seats=(1,), spans=(skipped.clocks[1].span,), deadline=at(1).now)
    assert deadlines(skipped) == {1: at(1).now}


def test_all_who_owe_a_choice_at_once_get_their_clocks_at_once() -> None:
    _, table = created_table(seats=4)
    _, rolled = then(table, 0, ROLL(), 0)

    facts, owing = then(rolled, 0, SCORE(card="any-two", dice=frozenset({0, 1})), 0)

    assert isinstance(facts[-1], ClockStarted)
    assert facts[-1].seats == (1, 3) == owing.owing
    assert set(deadlines(owing).values()) == {at(1).now}


def test_a_clock_does_not_run_out_before_its_time() -> None:
    _, table = created_table()

    assert refused(table, 0, Expire(), 0) == "not-expired"
    assert refused(create(GAME, Create(options={}, seats=(HUMAN, HUMAN)), SEED, at(0)).table, 0, Expire(), 59) == "not-expired"


def test_the_policy_skip_gives_the_games_own_default_answer() -> None:
    _, table = created_table()

    facts, after = then(table, 0, Expire(), 1)

    assert facts[0] == DecisionExpired(seat=0, policy="skip", expiries=1)
    assert facts[1].type == "dicy-cards.turn-skipped"
    assert after.owing == (1,)
    assert deadlines(after) == {1: at(2).now}


def test_each_of_several_choices_runs_out_for_itself_and_the_round_goes_on() -> None:
    """Former fault: two time-outs in one round froze it, or made seat 0 win."""
    _, table = created_table(seats=4)
    _, table = then(table, 0, ROLL(), 0)
    _, table = then(table, 0, SCORE(card="any-two", dice=frozenset({0, 1})), 0)

    _, one = then(table, 1, Expire(), 1)
    _, both = then(one, 3, Expire(), 1)

    assert one.owing == (3,)
    assert both.owing == (1,)
    assert (both.status, both.outcome) == ("playing", None)


def test_the_policy_substitute_lets_a_built_in_player_answer_and_says_so() -> None:
    _, table = created_table(SUBSTITUTE)

    facts, after = then(table, 0, Expire(), 1)
    more, later = then(after, 0, Expire(), 1)

    assert facts[:2] == [
        DecisionExpired(seat=0, policy="substitute", expiries=1),
        SeatSubstituted(seat=0, level="greedy", cause="expired"),
    ]
    assert facts[2].type == "dicy-cards.dice-rolled"
    assert more[0] == DecisionExpired(seat=0, policy="substitute", expiries=1)
    assert later.version > after.version


def test_the_policy_resign_waits_for_so_many_expiries_in_a_row() -> None:
    _, table = created_table(OnExpiry(policy="resign", after=2))

    first, table = then(table, 0, Expire(), 1)
    _, table = then(table, 1, SKIP(), 1)
    second, table = then(table, 0, Expire(), 2)

    assert [fact.expiries for fact in (first[0], second[0])] == [1, 2]
    assert not [fact for fact in first if isinstance(fact, SeatResigned)]
    assert second[1] == SeatResigned(seat=0)
    assert table.outcome is not None
    assert (table.status, table.outcome.reason, table.outcome.winners) == ("finished", "resignation", (1,))


def test_who_acts_in_between_has_not_let_it_run_out_in_a_row() -> None:
    _, table = created_table(OnExpiry(policy="resign", after=2))
    for seat, order, minute in ((0, Expire(), 1), (1, SKIP(), 1), (0, SKIP(), 1), (1, SKIP(), 1)):
        _, table = then(table, seat, order, minute)

    facts, table = then(table, 0, Expire(), 2)

    assert facts[0] == DecisionExpired(seat=0, policy="resign", expiries=1)
    assert table.status == "playing"


def test_resign_without_a_number_means_three_in_a_row() -> None:
    _, table = created_table(OnExpiry(policy="resign"))

    assert table.on_expiry == OnExpiry(policy="resign", after=3)


def test_a_substitute_is_one_that_the_game_has_and_a_policy_needs_a_clock() -> None:
    for level in (None, "nobody"):
        with pytest.raises(Rejected) as refusal:
            created_table(OnExpiry(policy="substitute", level=level))
        assert (refusal.value.code, refusal.value.field) == ("level-unknown", "on_expiry.level")
    with pytest.raises(Rejected) as refusal:
        create(GAME, Create(options={}, seats=(HUMAN, HUMAN), on_expiry=SUBSTITUTE), SEED, at(0))
    assert (refusal.value.code, refusal.value.field) == ("clock-missing", "on_expiry")


def test_a_seat_that_owes_nothing_has_nothing_that_could_run_out() -> None:
    _, table = created_table()
    _, table = then(table, 0, SKIP(), 0)

    assert refused(table, 0, Expire(), 1) == "nothing-owed"


def test_a_game_that_is_over_starts_no_clock() -> None:
    _, table = created_table()

    facts, over = then(table, 0, Leave(), 0)

    assert not [fact for fact in facts if isinstance(fact, ClockStarted)]
    assert refused(over, 1, Expire(), 9) == "table-finished"


def test_a_table_nobody_comes_to_is_abandoned_before_the_start_and_inactive_after_it() -> None:
    waiting = create(GAME, Create(options={}, seats=(HUMAN, SeatRequest(kind="open")), abandon_after=60), SEED, at(0)).table
    started = created_table(abandon_after=60).table

    for table, reason in ((waiting, "abandoned"), (started, "inactive")):
        facts, over = then(table, None, Abandon(), 1)
        finished = facts[0]
        assert isinstance(finished, TableFinished)
        assert (finished.outcome.reason, finished.outcome.winners, finished.outcome.ranking) == (reason, (), ())
        assert (over.status, over.secret) == ("finished", SEED.secret)


def test_a_table_that_waits_for_ever_is_never_abandoned() -> None:
    assert refused(created_table().table, None, Abandon(), 59) == "not-expired"


def test_a_table_with_clocks_folds_to_the_same_state_from_its_events_alone() -> None:
    facts, table = created_table(SUBSTITUTE)
    for seat, order, minute in ((0, Expire(), 1), (0, Expire(), 1)):
        more, table = then(table, seat, order, minute)
        facts += more

    assert fold(GAME, None, facts) == table
    assert replace(table) == table


def test_a_deadline_is_shown_only_while_it_is_that_of_the_decision() -> None:
    """Between the events of one append the event of the next turn's clock is still missing."""
    facts, table = created_table()
    more, _ = then(table, 0, SKIP(), 0)
    *up_to_the_turn, clock = [*facts, *more]

    between = fold(GAME, None, up_to_the_turn)

    assert isinstance(clock, ClockStarted)
    assert between is not None
    assert deadlines(between) == {1: None}

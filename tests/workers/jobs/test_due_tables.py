"""Tables that are due: clocks that have run out, players who are gone, built-in players for whom nobody was called."""

from typing import Any

import pytest

from events.tables import keyed_orders
from events.tables.due import automatic_seats
from events.tables.keyed_orders import Holder
from events.timestamps import epoch_ms
from rules.table_commands import SeatRequest
from rules.table_events import OnExpiry
from tests.events.store.due_times import earliest_due
from tests.workers.jobs.driving import BOT, GREEDY, HUMAN, NOON, OPEN, RANDOM, TABLE, World
from workers.jobs.built_in_moves import Unanswerable, due
from workers.jobs.outcomes import Continued


def test_a_clock_that_has_run_out_is_carried_out_once_whoever_comes_when(world: World) -> None:
    world.create_table(HUMAN, HUMAN, turn_seconds=60)
    world.passes(seconds=59)
    due(world.tools, TABLE)
    assert "table.decision-expired" not in world.types()

    world.passes(seconds=1)
    for _ in range(3):
        due(world.tools, TABLE)

    assert world.types().count("table.decision-expired") == 1
    assert world.table().owing == (1,)
    assert earliest_due(world.tools.tables.store) == epoch_ms(world.now) + 60_000


def test_a_substitute_plays_the_rest_of_a_turn_whose_time_is_over(world: World) -> None:
    world.create_table(HUMAN, HUMAN, turn_seconds=60, on_expiry=OnExpiry(policy="substitute", level="greedy"))
    world.passes(seconds=60)

    due(world.tools, TABLE)

    types = world.types()
    assert types.count("table.decision-expired") == types.count("table.seat-substituted") >= 2
    assert world.table().owing == (1,)


def test_all_whose_time_is_over_are_answered_for_at_once(world: World) -> None:
    world.create_table(HUMAN, HUMAN, HUMAN, HUMAN, turn_seconds=60)
    world.move(0, "roll")
    world.move(0, "score", card="any-two", dice=frozenset({0, 1}))
    assert len(world.table().owing) == 2
    world.passes(seconds=60)

    due(world.tools, TABLE)

    assert world.types().count("table.decision-expired") == 2
    assert world.table().owing == (1,)


def test_a_bots_turn_whose_time_is_over_is_played_by_what_the_table_lays_down_for_bots(world: World) -> None:
    world.create_table(BOT, HUMAN, bot_seconds=10, turn_seconds=60, on_expiry=OnExpiry(policy="skip"))
    world.passes(seconds=10)

    due(world.tools, TABLE)

    assert world.types().count("table.decision-expired") == world.types().count("table.seat-substituted") >= 2
    assert world.table().owing == (1,)


def test_a_built_in_player_nobody_was_called_for_is_found_when_it_is_due(world: World) -> None:
    world.create_table(RANDOM, HUMAN)
    world.passes(seconds=5)

    due(world.tools, TABLE)

    assert automatic_seats(world.table()) == ()


@pytest.mark.parametrize(("seats", "reason"), [((HUMAN, OPEN), "abandoned"), ((HUMAN, HUMAN), "inactive")])
def test_a_table_nobody_acts_at_ends_with_a_reason_of_its_own(world: World, seats: tuple[SeatRequest, ...], reason: str) -> None:
    world.create_table(*seats, abandon_after=3600)
    world.passes(seconds=3599)
    due(world.tools, TABLE)
    assert world.table().status != "finished"
    assert earliest_due(world.tools.tables.store) == epoch_ms(NOON) + 3_600_000

    world.passes(seconds=1)
    due(world.tools, TABLE)

    assert world.table().outcome.reason == reason
    assert earliest_due(world.tools.tables.store) is None


def test_clocks_that_run_out_one_after_the_other_do_not_keep_a_table_alive(world: World) -> None:
    world.create_table(HUMAN, HUMAN, turn_seconds=60, abandon_after=300)
    for _ in range(5):
        world.passes(seconds=60)
        due(world.tools, TABLE)

    assert world.types().count("table.decision-expired") == 4
    assert world.table().outcome.reason == "inactive"


def test_built_in_players_who_are_asked_too_late_answer_all_the_same(world: World) -> None:
    world.create_table(GREEDY, HUMAN, turn_seconds=5, on_expiry=OnExpiry(policy="resign", after=1))
    world.passes(seconds=60)

    due(world.tools, TABLE)

    assert "table.decision-expired" not in world.types()
    assert world.table().owing == (1,)


def test_a_built_in_player_who_is_interrupted_in_a_turn_whose_time_is_over_goes_on_later(world: World) -> None:
    world.create_table(GREEDY, HUMAN, turn_seconds=5, on_expiry=OnExpiry(policy="resign", after=1))
    world.passes(seconds=60)
    world.tick = 1.0  # a single move uses up the slice of time

    assert due(world.tools, TABLE) == Continued(urgent=True)

    assert "table.decision-expired" not in world.types()
    assert automatic_seats(world.table()) == (0,)


def test_a_table_that_waits_for_built_in_players_is_not_left(world: World) -> None:
    world.create_table(GREEDY, HUMAN, abandon_after=30)
    world.passes(seconds=60)

    due(world.tools, TABLE)

    assert world.table().owing == (1,)
    assert earliest_due(world.tools.tables.store) == epoch_ms(world.now) + 30_000


def faint(*_: object) -> Any:
    raise ZeroDivisionError("marker")


def test_time_runs_out_only_for_a_built_in_player_who_cannot_answer(world: World) -> None:
    world.create_table(GREEDY, HUMAN, turn_seconds=60, abandon_after=3600)
    broken = world.build(greedy=faint)
    world.passes(seconds=59)
    with pytest.raises(ZeroDivisionError, match="marker"):
        due(broken, TABLE)
    assert "table.decision-expired" not in world.types()
    assert earliest_due(world.tools.tables.store) == epoch_ms(NOON) + 5_000

    world.passes(seconds=1)
    due(broken, TABLE)

    assert world.types().count("table.decision-expired") == 1
    assert world.table().owing == (1,)


def test_a_table_whose_built_in_player_cannot_answer_is_left_in_the_end(world: World) -> None:
    world.create_table(GREEDY, HUMAN, abandon_after=3600)
    world.passes(seconds=3600)

    due(world.build(greedy=faint), TABLE)

    assert world.table().outcome.reason == "inactive"


def test_a_substitute_whom_this_build_does_not_know_is_told_and_not_passed_over(world: World) -> None:
    world.create_table(HUMAN, HUMAN, turn_seconds=60, on_expiry=OnExpiry(policy="substitute", level="greedy"))
    world.passes(seconds=60)

    with pytest.raises(Unanswerable, match="level-unknown"):
        due(world.build(random=faint), TABLE)

    due(world.tools, TABLE)
    assert world.table().owing == (1,)


def test_a_table_that_somebody_has_deleted_is_due_no_more(world: World) -> None:
    world.tools.client.zadd("rs:{p03}:due", {TABLE: 1})

    due(world.tools, TABLE)

    assert earliest_due(world.tools.tables.store) is None


def test_what_is_due_at_a_finished_table_is_nothing(world: World) -> None:
    loaded = world.create_table(HUMAN, HUMAN, turn_seconds=60, abandon_after=60)
    world.tools.handler.execute(keyed_orders.leave(TABLE, Holder(0, loaded.table.seats[0].taken)))
    version = world.table().version
    world.passes(seconds=600)

    due(world.tools, TABLE)

    assert world.table().version == version

"""When a table is due, who is called at once, and since when a table is inactive."""

from datetime import timedelta

import pytest

from events.errors import TableMoved
from events.tables import keyed_orders
from events.tables.due import PICKED_UP_WITHIN_MS
from events.tables.idleness import EVENTS_PER_READ, last_act
from events.timestamps import epoch_ms, instant, stamp
from rules.table_commands import SeatRequest
from rules.table_events import OnExpiry
from tests.events.world import AI, HUMAN, NOON, TABLE, World


@pytest.fixture
def world() -> World:
    return World()


def test_a_table_of_people_without_clock_and_end_is_never_due(world: World) -> None:
    world.create_table(HUMAN, HUMAN)

    assert world.due() is None
    assert world.calls() == [("turn.0",)]


def test_a_table_is_due_when_its_nearest_deadline_is(world: World) -> None:
    world.create_table(HUMAN, HUMAN, turn_seconds=60, abandon_after=3600)

    assert world.due() == epoch_ms(NOON) + 60_000


def test_a_table_nobody_comes_to_is_due_when_it_counts_as_abandoned(world: World) -> None:
    world.create_table(HUMAN, SeatRequest(kind="open"), abandon_after=3600)

    assert world.due() == epoch_ms(NOON) + 3_600_000


def test_a_built_in_player_is_called_at_once_and_looked_after_soon(world: World) -> None:
    world.create_table(AI, HUMAN)

    assert world.calls() == [("play",)]
    assert world.due() == epoch_ms(NOON) + PICKED_UP_WITHIN_MS


def test_whoever_drives_a_table_on_calls_nobody_else_but_is_looked_after(world: World) -> None:
    world.create_table(AI, AI)
    for attended in (True, False):
        world.passes(seconds=1)
        seat = world.tables.open(TABLE).table.owing[0]
        world.handler.execute(keyed_orders.automatic(TABLE, world.holder(seat), world.owed(seat), attended=attended))

    assert world.calls() == [("play",), (), ("play",)]
    assert world.due() == epoch_ms(world.now) + PICKED_UP_WITHIN_MS


def test_a_finished_table_is_never_due_again(world: World) -> None:
    world.create_table(HUMAN, HUMAN, turn_seconds=60, abandon_after=3600)

    world.handler.execute(keyed_orders.leave(TABLE, world.holder(1)))

    assert world.due() is None


def test_what_a_clock_did_is_no_act_of_anybody(world: World) -> None:
    world.create_table(HUMAN, HUMAN, turn_seconds=60)
    world.passes(seconds=30)
    world.skip(0)
    acted = world.now
    for number in range(EVENTS_PER_READ):
        world.passes(seconds=60)
        world.expire((number + 1) % 2)

    assert last_act(world.tables, world.tables.open(TABLE)) == acted


def test_a_substitutes_answer_is_no_act_of_anybody_either(world: World) -> None:
    world.create_table(HUMAN, HUMAN, turn_seconds=60, on_expiry=OnExpiry(policy="substitute", level="random"))
    world.passes(seconds=60)
    world.expire(0)

    assert last_act(world.tables, world.tables.open(TABLE)) == NOON


def test_a_table_is_abandoned_only_at_the_version_at_which_it_was_looked_at(world: World) -> None:
    world.create_table(HUMAN, HUMAN, abandon_after=60)
    looked_at = world.tables.open(TABLE).table.version
    world.skip(0)

    with pytest.raises(TableMoved):
        world.handler.execute(keyed_orders.abandon(TABLE, looked_at))
    world.handler.execute(keyed_orders.abandon(TABLE, world.tables.open(TABLE).table.version))

    assert world.tables.open(TABLE).table.status == "finished"


def test_moments_are_texts_of_one_length_in_the_order_of_time() -> None:
    early, late = instant(NOON), instant(NOON + timedelta(milliseconds=1001))

    assert early.now == stamp(NOON) == "2026-11-28T12:00:00.000Z"
    assert early.now < early.after(1) < late.now == late.after(0)
    assert epoch_ms(late.now) - epoch_ms(NOON) == 1001

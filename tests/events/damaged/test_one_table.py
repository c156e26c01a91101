"""A damaged table: the first reader finds the damage, all processes know it, no move is accepted, the intact events are readable."""

import logging
from typing import Any

import pytest

from events.damaged.bringing_back import bring_back, set_aside_by_hand
from events.damaged.damage import Damage
from events.errors import BrokenLog, NewerLog, TableUnknown, VersionUnknown
from events.store.event_store import StoreUnavailable
from events.store.keys import damaged_key, log_key, secret_key, state_key
from events.tables import keyed_orders
from events.tables.keyed_orders import Holder
from events.tables.opening import LoadedTable, Tables
from tests.events import damaging
from tests.events.damaging import KINDS, Newer
from tests.events.projections.world import GAME, GAMES, World
from tests.events.store.due_times import earliest_due

ROLL = GAMES[GAME].commands["roll"]


def harmed(world: World, kind: str) -> tuple[str, int]:
    """A table in mid game that is damaged, and its last intact version."""
    table = world.create_table(turn_seconds=60)
    world.move(table, 4)
    return table, KINDS[kind](world.client, table, world.tables.open(table).table.version)


def order(loaded: LoadedTable) -> keyed_orders.Order:
    """A legal move of a seat that owes a decision."""
    seat = loaded.table.owing[0]
    command = loaded.game.legal(loaded.table.play, seat)[0]
    return keyed_orders.move(loaded.id, Holder(seat, loaded.table.seats[seat].taken), command, loaded.table.decisions[seat])


@pytest.mark.parametrize("kind", KINDS)
def test_who_moves_at_a_damaged_table_is_refused_and_all_know_why(world: World, kind: str, caplog: pytest.LogCaptureFixture) -> None:
    other = world.create_table()
    table = world.create_table(turn_seconds=60)
    world.move(table, 4)
    move = order(world.tables.open(table))
    whole = KINDS[kind](world.client, table, world.tables.open(table).table.version)
    elsewhere = World(world.url)

    both = [elsewhere, world] if "secret" in kind else [world, elsewhere]  # `world` remembers the table, and its secret

    for asked in 3 * both:
        with pytest.raises(BrokenLog) as refused:
            asked.handler.execute(move)
        assert (refused.value.table, refused.value.version) == (table, whole + 1)

    [(known, damage)] = world.store.damaged().items()
    assert (known, damage.version, damage.by) == (table, whole + 1, "reader")
    said = [record for record in caplog.records if record.levelno >= logging.WARNING and "snapshot" not in record.message]
    assert [(record.table, record.version, record.exc_info) for record in said] == [(table, whole + 1, None)]  # type: ignore[attr-defined]
    world.move(other, 3)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_whole_before_the_damage_can_be_read(world: World, kind: str) -> None:
    table = world.create_table()
    world.move(table, 4)
    then = {version: world.tables.open_at(table, version).table for version in (1, 2)}
    whole = KINDS[kind](world.client, table, world.tables.open(table).table.version)
    tables = World(world.url).tables  # a process that knows nothing yet

    if whole == 0:
        with pytest.raises(BrokenLog):
            tables.open_whole(table)
        return
    loaded = tables.open_whole(table)

    assert loaded.table.version == whole
    assert len([*tables.recorded_events(loaded.codec, table, 0, whole)]) == whole
    assert tables.at(loaded, 1).table == then[1]
    assert tables.at(loaded, 2).table == then[2]
    if loaded.broken is not None:
        with pytest.raises(BrokenLog):
            tables.at(loaded, whole + 1)


@pytest.mark.parametrize("kind", KINDS)
def test_a_damaged_table_is_not_due(world: World, kind: str) -> None:
    table, _ = harmed(world, kind)
    assert earliest_due(world.store) is not None

    with pytest.raises(BrokenLog):
        world.tables.open(table, "any")

    assert earliest_due(world.store) is None


@pytest.mark.parametrize("kind", KINDS)
def test_a_table_comes_back_when_it_is_whole_again_and_not_before(world: World, kind: str) -> None:
    table = world.create_table(turn_seconds=60)
    world.move(table, 4)
    due, dumped, before = earliest_due(world.store), damaging.kept(world.client, table), world.tables.open(table)
    KINDS[kind](world.client, table, before.table.version)
    with pytest.raises(BrokenLog):
        world.tables.open(table, "any")

    with pytest.raises(BrokenLog):
        bring_back(world.tables, table)
    damaging.put_back(world.client, dumped)
    with pytest.raises(BrokenLog):
        world.tables.open(table)
    assert bring_back(world.tables, table)

    assert world.store.damaged() == {}
    assert earliest_due(world.store) == due
    assert world.tables.open(table).table == before.table
    world.move(table, 2)
    assert not bring_back(world.tables, table)


def test_a_line_whose_die_was_changed_is_found_where_the_log_is_read_whole(world: World) -> None:
    table = world.create_table()
    world.move(table, 40)
    damaging.rewrite(world.client, table, lambda _, line: damaging.another_die(line))
    loaded = world.tables.open(table)

    with pytest.raises(BrokenLog, match="does not chain"):
        [*world.tables.checked(loaded.codec, table, loaded.table.version)]

    assert [*world.store.damaged()] == [table]


def test_a_table_that_was_never_there_or_was_removed_whole_is_unknown_and_not_damaged(world: World) -> None:
    table = world.create_table()
    for name in damaging.kept(world.client, table):
        world.client.delete(name)

    for unknown in (table, "p00-" + "0" * 26, "nonsense"):
        with pytest.raises(TableUnknown):
            world.tables.open(unknown)

    assert world.store.damaged() == {}


@pytest.mark.parametrize("newer", [Newer("dicy-cards.dice-rolled", 99), Newer("dicy-cards.unheard-of", 1), Newer("table.paused", 1)])
def test_what_a_newer_build_wrote_is_waited_for_and_not_taken_for_damage(world: World, newer: Newer) -> None:
    table = world.create_table(turn_seconds=60)
    world.move(table, 3)
    loaded = world.tables.open(table)
    damaging.append_newer(world.client, table, loaded.table.version, newer)

    for read in (world.tables.open, World(world.url).tables.open):
        with pytest.raises(NewerLog) as waits:
            read(table)
        assert waits.value.version == loaded.table.version + 1
    with pytest.raises(NewerLog):
        world.handler.execute(order(loaded))
    with pytest.raises(NewerLog):
        bring_back(world.tables, table)

    assert world.store.damaged() == {}
    assert earliest_due(world.store) is not None
    assert world.tables.open_whole(table).table == loaded.table


def test_a_table_of_a_game_that_this_build_does_not_have_is_waited_for(world: World) -> None:
    table = world.create_table()
    older = Tables(world.store, {name: game for name, game in GAMES.items() if name != GAME}, world.now)

    with pytest.raises(NewerLog, match="unknown game"):
        older.open(table)
    with pytest.raises(NewerLog):
        older.open_whole(table)

    assert world.store.damaged() == {}


def test_a_schema_that_no_build_ever_had_is_damage(world: World) -> None:
    table = world.create_table()
    damaging.append_newer(world.client, table, world.tables.open(table).table.version, Newer("table.created", 0))

    with pytest.raises(BrokenLog):
        world.tables.open(table)

    assert [*world.store.damaged()] == [table]


def test_a_table_is_set_aside_by_hand_and_can_be_read_whole(world: World) -> None:
    table = world.create_table()
    loaded = world.tables.open(table)

    assert set_aside_by_hand(world.tables, table)
    assert not set_aside_by_hand(world.tables, table)

    with pytest.raises(BrokenLog):
        world.handler.execute(order(loaded))
    assert world.tables.open_whole(table).table == loaded.table
    assert world.store.damaged()[table].by == "operator"
    assert bring_back(world.tables, table)
    world.handler.execute(order(loaded))


def test_a_mark_that_cannot_be_read_sets_a_table_aside_all_the_same(world: World) -> None:
    table = world.create_table()
    world.client.hset(damaged_key(table[:3]), mapping={table: b"\xff", b"\xff no table": b"{}"})

    with pytest.raises(BrokenLog):
        world.tables.open(table)

    assert world.store.damaged().keys() == {table}
    assert bring_back(world.tables, table)
    assert world.tables.open(table).id == table


def test_what_was_expected_of_a_log_that_has_gone_back_is_no_damage(world: World) -> None:
    """As after a fail-over: the reader saw a version that no longer exists."""
    table = world.create_table()
    loaded = world.tables.open(table)

    with pytest.raises(Exception, match="is whole"):
        [*world.tables.recorded_events(loaded.codec, table, 0, loaded.table.version + 2)]

    assert world.store.damaged() == {}
    with pytest.raises(VersionUnknown):
        world.tables.at(loaded, loaded.table.version + 1)


def test_a_reason_is_one_line_that_can_be_printed(world: World) -> None:
    table = world.create_table()
    reason = "a\nb\x1b[31mc" + "d" * 1000

    world.tables.aside.set_aside(table, Damage(version=1, reason=reason, found_at=world.tables.aside.stamp()))

    kept = world.store.damaged()[table].reason
    assert kept.isprintable()
    assert len(kept) <= 300
    assert world.client.exists(log_key(table), secret_key(table)) == 2


@pytest.mark.parametrize("kind", ["table.created", "dicy-cards.cards-chosen"])
def test_a_table_for_a_crowd_is_damaged_and_takes_no_memory_for_it(world: World, kind: str) -> None:
    table = world.create_table()

    def crowd(_version: int, line: bytes) -> bytes:
        return line.replace(b'"seats":2', b'"seats":1000000000000') if f'"{kind}"'.encode() in line else line

    damaging.rewrite(world.client, table, crowd)
    world.client.delete(state_key(table))

    with pytest.raises(BrokenLog):
        World(world.url).tables.open(table)
    assert table in world.store.damaged()


def test_a_table_that_is_created_while_it_is_examined_is_not_damaged(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fail-over has lost the table. Its creation is sent again between two reads of the same examination."""
    table = world.create_table()
    stored = damaging.kept(world.client, table)
    for name in stored:
        world.client.delete(name)
    load, loads = world.store.load, iter([None])

    def load_then_create(*asked: Any) -> Any:
        loaded = load(*asked)
        if next(loads, "again") is None:
            damaging.put_back(world.client, stored)
        return loaded

    monkeypatch.setattr(world.store, "load", load_then_create)

    assert isinstance(world.tables.aside.found(table, BrokenLog("it is gone", table, 1)), StoreUnavailable)
    assert world.store.damaged() == {}
    assert world.tables.open(table).table.status == "playing"


def test_where_something_else_lies_in_the_place_of_what_is_damaged_tables_are_set_aside_all_the_same(world: World) -> None:
    table = world.create_table()
    world.client.set(damaged_key(table[:3]), "x")
    KINDS["undecodable end"](world.client, table, world.tables.open(table).table.version)

    with pytest.raises(BrokenLog):
        world.tables.open(table)

    assert table in world.store.damaged()

"""One damaged table, or one strange entry of the feed, does not affect other tables."""

from collections.abc import Mapping
from functools import partial
from itertools import count
from typing import Any

import pytest

from events.damaged.bringing_back import bring_back, set_aside_by_hand
from events.errors import BrokenLog
from events.feed.consumer_group import ConsumerGroup
from events.projections.projector import WAITING_CHECK_SECONDS, Projector
from events.projections.rebuild import LeftOut, rebuild
from events.store.keys import feed_key, log_key
from events.tables.opening import Tables
from events.tables.reschedule import reschedule
from tests.events import damaging
from tests.events.damaging import KINDS, Newer
from tests.events.projections.world import GAME, GAMES, World

UNKNOWN = "p07-" + "0" * 26


def listed(world: World, **wanted: Any) -> set[str]:
    return {told.table for told in world.lobby.list(limit=100, **wanted)[0]}


def rebuilt(world: World) -> LeftOut:
    return rebuild(world.tables, world.generations, lambda _done, _of: None)


def all_harmed(world: World) -> tuple[set[str], set[str]]:
    """Tables in mid game: one for each kind of damage, and as many undamaged ones."""
    bad, good = {world.create_table() for _ in KINDS}, {world.create_table() for _ in KINDS}
    for table, kind in zip(sorted(bad), KINDS, strict=True):
        world.move(table, 4)
        KINDS[kind](world.client, table, world.tables.open(table).table.version)
    return bad, good


def test_the_lists_follow_all_tables_but_the_damaged_ones(world: World) -> None:
    world.project()
    bad, good = all_harmed(world)

    world.project()
    for table in good:
        world.finish(table)
    world.project()

    assert world.lobby.status() == "ok"
    assert listed(world, status="finished") == good
    assert listed(world, status="playing") <= bad


def test_a_rebuild_names_all_damaged_tables_and_goes_on_every_time(world: World) -> None:
    bad, good = all_harmed(world)
    lone = world.create_table()
    world.client.xdel(log_key(lone), "3-0")

    for _ in range(2):
        left_out = rebuilt(world)
        assert left_out.damaged.keys() == {*bad, lone}
        assert all(left_out.damaged.values())
        assert listed(world) == good
        reschedule(world.tables)
    world.move(next(iter(good)), 3)
    world.project()

    assert world.lobby.status() == "ok"


def test_a_rebuild_finds_a_line_that_was_changed(world: World) -> None:
    good, bad = world.create_table(), world.create_table()
    damaging.rewrite(world.client, bad, lambda version, line: line.replace(b'"at":"20', b'"at":"19') if version == 2 else line)

    assert rebuilt(world).damaged.keys() == {bad}

    assert listed(world) == {good}


def test_the_first_build_leaves_a_damaged_table_out_and_goes_on(world: World) -> None:
    good, bad = world.create_table(), world.create_table()
    world.client.xdel(log_key(bad), "2-0")

    world.project()

    assert listed(world) == {good}
    assert world.lobby.status() == "ok"


def test_a_table_that_was_set_aside_stays_so_over_rebuilds_and_comes_back_into_the_lists(world: World) -> None:
    table = world.create_table()
    world.project()
    set_aside_by_hand(world.tables, table)
    for _ in range(2):
        assert rebuilt(world).damaged.keys() == {table}
        assert listed(world) == set()

    bring_back(world.tables, table)
    world.project()

    assert listed(world) == {table}
    assert rebuilt(world).damaged == {}


@pytest.mark.parametrize("newer", [Newer("table.started", 99), Newer("table.paused", 1)])
def test_lists_go_on_beside_a_table_of_a_newer_build_which_is_taken_up_by_who_can_read_it(world: World, newer: Newer) -> None:
    table, other = world.create_table(), world.create_table()
    world.project()
    dumped, head = damaging.kept(world.client, table), world.tables.open(table).table.version
    damaging.append_newer(world.client, table, head, newer)
    world.finish(other)

    world.project()
    assert listed(world, status="finished") == {other}
    assert world.generations.waiting(world.position(), 10).keys() == {table}
    assert world.store.damaged() == {}

    damaging.put_back(world.client, dumped)  # as if this build could read it now
    world.finish(table)
    world.project()
    assert listed(world, status="finished") == {table, other}


def test_tables_of_a_game_that_only_a_newer_build_has_are_listed_as_soon_as_it_runs(world: World) -> None:
    older = Tables(world.store, {name: game for name, game in GAMES.items() if name != GAME}, world.now)
    table = world.create_table()
    Projector(older, world.generations, sleep=lambda _: None).step(0)
    assert listed(world) == set()
    assert world.generations.waiting(world.position(), 10).keys() == {table}

    time = count(step=WAITING_CHECK_SECONDS)
    Projector(world.tables, world.generations, monotonic=lambda: next(time), sleep=lambda _: None).step(0)

    assert listed(world) == {table}
    assert world.generations.waiting(world.position(), 10) == {}


def test_a_feed_that_left_something_out_is_made_up_for_from_the_log(world: World) -> None:
    table = world.create_table("human", "open")
    world.project()
    world.sit(table, "Ben")
    [(lost, _)] = world.client.xrevrange(feed_key(table[:3]), count=1)
    world.client.xdel(feed_key(table[:3]), lost)
    world.move(table)

    world.project()

    assert listed(world, player="Ben", status="playing") == {table}
    assert world.store.damaged() == {}


@pytest.mark.parametrize("table", ["known", UNKNOWN])
def test_a_table_whose_log_lacks_what_the_feed_tells_is_set_aside(world: World, table: str) -> None:
    other = world.create_table()
    world.project()
    table = world.create_table() if table == "known" else table
    world.client.xadd(feed_key(table[:3]), {"table": table, "first": 77, "last": 78, "types": "x.y,x.z", "calls": ""})
    world.finish(other)

    world.project()

    assert listed(world, status="finished") == {other}
    assert world.store.damaged().keys() == {table}
    with pytest.raises(BrokenLog, match="the feed tells of version 78"):
        world.tables.open(table)


def strange(table: str) -> Mapping[str, Mapping[bytes | str, bytes | str | int]]:
    """Entries that no append wrote."""
    told: dict[bytes | str, bytes | str | int] = {"table": table, "first": 6, "last": 6, "types": "table.started", "calls": "play"}
    return {
        "no fields of ours": {"foo": "bar"},
        "a table alone": {"table": table},
        "other names": {"a": table, "b": 1, "c": 1, "d": "x.y"},
        "backwards": {**told, "first": -5, "last": 3},
        "from nothing": {**told, "first": 0, "last": 0},
        "ends before it begins": {**told, "first": 7, "last": 6},
        "no number": {**told, "first": "six"},
        "a fraction": {**told, "first": "6.0"},
        "endless": {**told, "first": 1, "last": 10**15},
        "beyond all numbers": {**told, "first": 10**30, "last": 10**30},
        "a number with an underscore": {**told, "first": "0_6"},
        "too few types": {**told, "first": 5, "last": 6},
        "no types": {**told, "types": ""},
        "no utf-8": {**told, "types": b"\xff\xfe"},
        "a table in no utf-8": {**told, "table": b"\xff"},
        "no table": {**told, "table": ""},
        "nonsense for a table": {**told, "table": "../../etc"},
        "a table of another partition": {**told, "table": f"p{(int(table[1:3]) + 1) % 16:02d}{table[3:]}"},
        "unheard-of calls": {**told, "first": 1, "last": 1, "types": "table.created", "calls": "dance,turn.x,turn.-1,turn.99,"},
        "old news": {**told, "first": 1, "last": 1, "types": "table.created"},
    }


@pytest.mark.parametrize("what", strange(UNKNOWN))
def test_every_reader_survives_every_entry(world: World, what: str) -> None:
    table = world.create_table()
    world.project()
    group = ConsumerGroup(world.client, "reactor", "one")
    world.client.xadd(feed_key(table[:3]), strange(table)[what])
    world.finish(table)

    world.project()
    entries = [entry for some in iter(partial(group.read, 0), []) for entry in some]
    group.done(entries)

    assert listed(world, status="finished") == {table}
    assert world.store.damaged() == {}
    assert {entry.table for entry in entries} <= {"", table}
    assert all(0 < entry.first <= entry.last for entry in entries if entry.table)

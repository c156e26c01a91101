"""What the lists make of a table depends on what the feed still tells, on what is damaged, and on what comes next."""

from datetime import timedelta

import pytest

from events.damaged.damage import Damage
from events.projections.batches import Seen, _compared
from events.store.event_store import FeedEntry
from events.store.keys import PARTITIONS, creator_key, feed_key
from events.timestamps import stamp
from tests.events.projections.world import World

CREATOR = "key:ada"


def _entries(world: World) -> list[FeedEntry]:
    return [*world.store.follow(dict.fromkeys(PARTITIONS, "0-0"), 0)]


@pytest.mark.parametrize("told", [True, False])
def test_a_table_that_ends_before_its_entry_is_set_aside_only_if_the_feed_still_has_the_entry(world: World, told: bool) -> None:
    table = world.create_table()
    [entry] = _entries(world)
    entry = entry._replace(last=entry.last + 1)
    world.create_table()
    if not told:
        world.client.xdel(feed_key(entry.partition), entry.id)

    _compared(world.tables, entry, Seen(entry.last - 1))

    assert (world.store.damage(table) is not None) == told


def test_the_last_page_names_no_next_one_however_full_it_is(world: World) -> None:
    tables = [world.create_table() for _ in range(4)]
    world.project()

    first, cursor = world.lobby.list(limit=2)
    second, end = world.lobby.list(limit=2, cursor=cursor)

    assert {one.table for one in (*first, *second)} == {*tables}
    assert end is None


def test_a_damaged_table_takes_no_place_of_its_creator(world: World) -> None:
    tables = [_created_by(world, CREATOR) for _ in range(2)]
    world.project()
    known = Damage(version=1, reason="for this test", found_at=stamp(world.now()))

    before = world.lobby.running(CREATOR, 1, timedelta(hours=1)).running
    world.store.set_aside(tables[0], known)

    assert (before, world.lobby.running(CREATOR, 1, timedelta(hours=1)).running) == (2, 1)


def _created_by(world: World, creator: str) -> str:
    table = world.create_table()
    world.client.set(creator_key(table), creator)
    return table

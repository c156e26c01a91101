import logging
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from events.feed.consumer_group import ConsumerGroup
from events.feed.consumers import Consumers
from events.projections.generations import GenerationPosition, Generations
from events.projections.projector import FEED_KEPT_SECONDS, TRIM_EVERY_SECONDS, Projector, trim
from events.store.event_store import StoreUnavailable
from events.store.keys import PARTITIONS
from events.store.redis_connection import connect
from events.store.redis_store import RedisStore
from events.tables.opening import Tables
from tests.events.projections.world import GAMES, World
from tests.size import at_size


class Clock:
    """A clock that advances only during `sleep`."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.time += seconds


def listed(world: World, **wanted: Any) -> list[str]:
    return [told.table for told in world.lobby.list(limit=100, **wanted)[0]]


def test_the_lists_follow_a_table_through_its_life(world: World) -> None:
    projector = world.projector()
    projector.step(0)

    table = world.create_table("human", "open", auto_start=False)
    projector.step(0)
    assert listed(world, status="open") == [table]

    world.sit(table, "Ben")
    world.start(table)
    world.move(table, 3)
    projector.step(0)
    assert listed(world, status="open") == []
    assert listed(world, status="playing", player="Ben") == [table]

    world.play_out(table)
    world.project()
    assert listed(world, status="playing") == []
    [told] = world.lobby.list(status="finished")[0]
    assert told.outcome is not None
    assert told.outcome["winners"]


def test_a_projector_waits_for_the_next_entry_and_stops_when_told(world: World) -> None:
    stop: list[bool] = []
    thread = Thread(target=Projector(world.tables, world.generations).run, args=[lambda: bool(stop)])
    thread.start()

    table = world.create_table()
    while listed(world) != [table]:
        pass
    stop.append(True)
    thread.join(5)

    assert not thread.is_alive()


def test_two_projectors_at_once_are_as_good_as_one(world: World) -> None:
    stop: list[bool] = []
    others = [World(str(world.url), seed) for seed in (2, 3)]
    threads = [Thread(target=other.projector().run, args=[lambda: bool(stop)]) for other in others]
    for thread in threads:
        thread.start()

    for _ in range(at_size(80, 500)):
        world.something_happens()
    live = world.content(world.project())
    stop.append(True)
    for thread in threads:
        thread.join(5)

    assert live == world.content(world.rebuilt())


def test_whoever_is_second_goes_on_from_where_the_first_has_come(world: World) -> None:
    first, second = world.projector(), world.projector()
    first.step(0)
    second.step(0)
    table = world.create_table("human", "open")
    first.step(0)
    world.sit(table)

    second.step(0)
    assert listed(world, status="open") == [table]
    second.step(0)

    assert listed(world, status="playing") == [table]


def test_a_write_that_is_refused_once_is_made_up_for(world: World) -> None:
    world.project()
    world.client.execute_command("ACL", "SETUSER", "projector", "on", ">password", "+@all", "%R~*")
    restricted = connect(f"{world.url}?username=projector&password=password")
    projector = Projector(world.tables, Generations(restricted))
    table = world.create_table()

    with pytest.raises(StoreUnavailable):
        projector.step(0)
    assert world.tables.open(table).table.status == "playing"
    assert listed(world) == []
    world.client.execute_command("ACL", "SETUSER", "projector", "~*")
    projector.step(0)

    assert listed(world) == [table]
    restricted.close()
    world.client.execute_command("ACL", "DELUSER", "projector")


def test_a_first_build_under_way_elsewhere_is_waited_for(world: World) -> None:
    table = world.create_table()
    position = world.generations.begin()
    projector = world.projector()
    projector.step(0)
    assert world.generations.current() is None

    world.generations.clear(position)
    projector.step(0)

    assert listed(world) == [table]


def test_while_the_store_is_away_the_projector_waits_says_little_and_does_not_end(
    tmp_path: Path, world: World, caplog: pytest.LogCaptureFixture
) -> None:
    away = connect(f"unix://{tmp_path / 'nobody.sock'}", timeout=0.1, retries=0)
    clock = Clock()
    tables = Tables(RedisStore(away), GAMES, world.now)
    projector = Projector(tables, Generations(away), monotonic=clock, sleep=clock.sleep)

    with caplog.at_level(logging.WARNING):
        projector.run(lambda: clock.time > 40)

    said = [record.getMessage() for record in caplog.records]
    assert len(said) == 2
    assert all("the store is not available" in text for text in said)


def test_the_feed_is_forgotten_behind_the_slowest_reader(world: World) -> None:
    older, old, recent = "1795773599999-7", "1795773600000-0", "1795773660000-0"
    feed = "rs:{p07}:feed"
    for place in (older, old, recent):
        world.client.xadd(feed, {"table": "p07-" + "0" * 26, "first": 1, "last": 1, "types": "x.y"}, id=place)

    slow = GenerationPosition("1", "", dict.fromkeys(PARTITIONS, "0-0"))
    trim(world.tables, at(recent), slow)
    assert world.client.xlen(feed) == 3
    trim(world.tables, at(recent), at(old), None)
    assert [place.decode() for place, _ in world.client.xrange(feed)] == [old, recent]


def test_the_feed_is_forgotten_also_while_its_times_stand_still(world: World) -> None:
    """As when the store's clock has jumped ahead and back: ids stay within one millisecond until the clock has caught up."""
    clock = Clock()
    projector = Projector(world.tables, world.generations, monotonic=clock, sleep=clock.sleep)
    projector.step(0)
    feed, last = "rs:{p07}:feed", 0
    world.client.xadd(feed, {"foo": "bar"}, id="9999999999999-0")

    for _ in range(30):
        for _ in range(10):
            last = int(world.client.xadd(feed, {"foo": "bar"}).split(b"-")[1])
        projector.step(0)
        clock.sleep(TRIM_EVERY_SECONDS)

    assert last == 300
    assert world.client.xlen(feed) < 100
    assert world.position().checkpoints["p07"] == "9999999999999-300"


def test_the_feed_is_kept_for_a_registered_reader_that_stands_still(world: World) -> None:
    feed = "rs:{p07}:feed"
    early, late = "1795773500000-0", "1795773600000-0"
    for place in (early, late):
        world.client.xadd(feed, {"table": "p07-" + "0" * 26, "first": 1, "last": 1, "types": "x.y"}, id=place)
    end = at("1795773700000-0")
    Consumers(world.client).register("asleep")
    group = ConsumerGroup(world.client, "reactor", "one")
    entries = group.read(0)
    group.done(entries)

    trim(world.tables, end)
    assert world.client.xlen(feed) == 2
    Consumers(world.client).advance("asleep", {"p07": early})
    trim(world.tables, end)
    assert world.client.xlen(feed) == 2
    Consumers(world.client).advance("asleep", {"p07": late})
    trim(world.tables, end)
    assert [place.decode() for place, _ in world.client.xrange(feed)] == [late]


def test_the_feed_is_kept_for_what_a_group_was_given_and_has_not_done(world: World) -> None:
    feed = "rs:{p07}:feed"
    for place in ("1795773500000-0", "1795773600000-0", "1795773700000-0"):
        world.client.xadd(feed, {"table": "p07-" + "0" * 26, "first": 1, "last": 1, "types": "x.y"}, id=place)
    group = ConsumerGroup(world.client, "reactor", "one")
    first, *others = group.read(0)

    group.done(others)
    trim(world.tables, at("1795773700000-0"))
    assert world.client.xlen(feed) == 3

    group.done([first])
    trim(world.tables, at("1795773700000-0"))
    assert [place.decode() for place, _ in world.client.xrange(feed)] == ["1795773700000-0"]


def test_an_entry_that_no_append_wrote_does_not_stop_the_lists(world: World) -> None:
    world.project()
    world.client.xadd("rs:{p07}:feed", {"foo": "bar"})
    table = world.create_table()

    world.project()

    assert listed(world) == [table]
    assert world.lobby.status() == "ok"


def test_a_projector_keeps_what_it_has_passed_for_a_minute(world: World) -> None:
    clock = Clock()
    projector = Projector(world.tables, world.generations, monotonic=clock, sleep=clock.sleep)
    projector.step(0)
    feed = "rs:{p07}:feed"
    for number in (1, 2):
        world.client.xadd(feed, {"table": "p07-" + "0" * 26, "first": number, "last": number, "types": "x.y"})

    while clock.time < FEED_KEPT_SECONDS:
        clock.sleep(TRIM_EVERY_SECONDS)
        projector.step(0)
        assert world.client.xlen(feed) == 2
    clock.sleep(2 * TRIM_EVERY_SECONDS)
    projector.step(0)

    assert world.client.xlen(feed) == 1


def test_a_busy_feed_does_not_grow_and_neither_does_anything_but_the_tables(world: World) -> None:
    clock = Clock()
    projector = Projector(world.tables, world.generations, monotonic=clock, sleep=clock.sleep)
    for _ in range(3):
        table = world.create_table(names=("Anna", "Ben"))
        world.leave(table)
    projector.step(0)
    keys = world.content(world.position()).keys()

    for _ in range(10):
        world.leave(world.create_table(names=("Anna", "Ben")))
    projector.step(0)

    assert world.content(world.position()).keys() == keys


def at(place: str) -> GenerationPosition:
    return GenerationPosition("1", "", dict.fromkeys(PARTITIONS, place))

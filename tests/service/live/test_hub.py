"""The hub thread, which sends news to all streams of a process: no entry of the feed and no error that it causes ends the thread."""

import logging
from collections.abc import Iterator, Mapping, Sequence

import pytest

from events.store.event_store import FeedEntry
from events.store.keys import feed_key
from events.store.redis_store import RedisStore
from events.tables.codec import Codec
from events.tables.opening import Tables
from service.live.hub import SILENCE_SPREAD, Hub, StreamEnded, spread
from service.live.streams import KEEP_ALIVE
from service.metrics import FOLLOWER_FAULTS
from tests.events.damaged.test_everybody_else import UNKNOWN, strange
from tests.events.damaging import KINDS
from tests.events.projections.world import GAMES, World


@pytest.fixture
def world(fresh_store_url: str) -> Iterator[World]:
    world = World(fresh_store_url)
    yield world
    world.client.close()


@pytest.fixture
def stop() -> Iterator[list[bool]]:
    stop: list[bool] = []
    yield stop
    stop.append(True)


def hub(tables: Tables, stop: list[bool]) -> Hub:
    hub = Hub(tables, 10, 10, "one")
    hub.close_when(lambda: bool(stop))
    return hub


def faults() -> float:
    [metric] = FOLLOWER_FAULTS.collect()
    return next(sample.value for sample in metric.samples if sample.name.endswith("_total"))


@pytest.mark.parametrize("what", strange(UNKNOWN))
def test_a_stream_is_told_what_happens_behind_any_entry_of_the_feed(world: World, stop: list[bool], what: str) -> None:
    table = world.create_table()
    newest = world.tables.open(table).table.version
    before = faults()

    with hub(world.tables, stop).reading(table, None, "one") as reader:
        world.client.xadd(feed_key(table[:3]), strange(table)[what])
        world.move(table)
        told = [recorded_event.recorded.version for recorded_event in reader.wait(30).events]
        if told and told[0] <= newest:  # an old event, repeated
            told = [recorded_event.recorded.version for recorded_event in reader.wait(30).events]

    assert told[0] == newest + 1
    assert faults() == before


def test_streams_of_a_damaged_table_end_and_all_others_go_on(world: World, stop: list[bool], caplog: pytest.LogCaptureFixture) -> None:
    bad, good = world.create_table(), world.create_table()
    version = world.tables.open(bad).table.version
    following = hub(world.tables, stop)

    with following.reading(bad, None, "one") as ends, following.reading(good, None, "one") as goes_on:
        KINDS["undecodable end"](world.client, bad, version)
        told = {"table": bad, "first": version + 1, "last": version + 1, "types": "x.y", "calls": ""}
        world.client.xadd(feed_key(bad[:3]), told)
        with pytest.raises(StreamEnded):
            ends.wait(30)
        world.move(good)
        assert goes_on.wait(30)

    assert not [record for record in caplog.records if record.exc_info]


def test_a_stream_ends_that_was_opened_while_its_process_began_to_stop(world: World) -> None:
    # given a process that begins to stop just after it has looked whether its first stream may be opened
    table, looks = world.create_table(), iter([False])
    following = Hub(world.tables, 10, 10, "one")
    following.close_when(lambda: next(looks, True))
    # when the stream is opened nevertheless
    with following.reading(table, None, "one") as reader, pytest.raises(StreamEnded):
        # then it ends, as all others do
        reader.wait(30)


class Faulty(Tables):
    """Tables of a build with a bug: some of them cause an unexpected error."""

    bad = ""

    def _codec_of(self, table_id: str) -> Codec:
        if table_id == self.bad:
            raise RuntimeError("nobody foresaw this")
        return super()._codec_of(table_id)


def test_a_mistake_at_one_table_is_said_and_counted_and_ends_nothing_else(
    world: World, stop: list[bool], caplog: pytest.LogCaptureFixture
) -> None:
    bad, good = world.create_table(), world.create_table()
    tables, before = Faulty(world.store, GAMES, world.now), faults()
    tables.bad = bad
    following = hub(tables, stop)

    with following.reading(bad, None, "one") as ends, following.reading(good, None, "one") as goes_on:
        world.move(bad)
        with pytest.raises(StreamEnded):
            ends.wait(30)
        world.move(good)
        assert goes_on.wait(30)

    assert faults() == before + 1
    assert [record.levelno for record in caplog.records if bad in record.getMessage()] == [logging.ERROR]


class Stumbling(RedisStore):
    """A store whose response is unreadable once."""

    stumbles = 1

    def follow(self, after: Mapping[str, str], wait_ms: int, limit: int = 1000) -> Sequence[FeedEntry]:
        if self.stumbles:
            self.stumbles -= 1
            raise RuntimeError("nobody foresaw this")
        return super().follow(after, wait_ms, limit)


def test_a_mistake_in_following_is_said_and_counted_and_tried_again(world: World, stop: list[bool]) -> None:
    table, before = world.create_table(), faults()
    tables = Tables(Stumbling(world.client), GAMES, world.now)

    with hub(tables, stop).reading(table, None, "one") as reader:
        world.move(table)
        assert reader.wait(30)

    assert faults() == before + 1


def test_streams_that_fall_silent_together_look_into_the_log_at_different_times() -> None:
    silences = sorted(spread(KEEP_ALIVE) for _ in range(400))

    assert silences[0] >= KEEP_ALIVE * (1 - SILENCE_SPREAD)
    assert silences[-1] <= KEEP_ALIVE
    in_a_tenth = [sum(at <= silence < at + 0.1 for silence in silences) for at in silences]
    assert max(in_a_tenth) < 40

"""How far readers of the feed and the lists are behind."""

from datetime import timedelta

from events.feed.consumer_group import ConsumerGroup
from events.projections.feed_lags import LISTS, MOST_COUNTED, FeedLag, feed_lags
from events.store.keys import PARTITIONS
from events.timestamps import now
from tests.events.projections.world import World


def test_without_readers_and_lists_nothing_is_behind(world: World) -> None:
    assert feed_lags(world.client) == ({}, len(PARTITIONS))


def test_who_has_processed_less_is_further_behind(world: World) -> None:
    one = ConsumerGroup(world.client, "one", "a")
    one.read(0)
    ConsumerGroup(world.client, "another", "b").read(0)
    world.projector().step(0)
    began = now()
    tables = [world.create_table() for _ in range(3)]

    one.done(one.read(0))
    found = feed_lags(world.client).readers

    assert found["one"] == FeedLag()
    assert found["another"].entries == found[LISTS].entries == len(tables)
    oldest = found["another"].since
    assert oldest is not None
    assert began - timedelta(seconds=1) <= oldest <= now()

    world.projector().step(0)
    assert feed_lags(world.client).readers[LISTS] == FeedLag()


def test_a_reader_that_is_far_behind_is_not_counted_to_the_end(world: World) -> None:
    ConsumerGroup(world.client, "one", "a").read(0)
    with world.client.pipeline() as pipe:
        for _ in range(MOST_COUNTED + 5):
            pipe.xadd("rs:{p07}:feed", {"table": "foreign"})
        pipe.execute()

    assert feed_lags(world.client).readers["one"].entries == MOST_COUNTED

"""The commands about readers of the feed: list their lag, and remove a retired one."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from redis import Redis

from events.feed import consumer_lag
from events.feed.consumers import Consumers
from events.projections.generations import GenerationPosition
from events.projections.projector import trim
from events.store.keys import PARTITIONS, feed_key
from events.store.redis_connection import connect
from events.store.redis_store import RedisStore
from events.tables.opening import Tables
from events.timestamps import now
from tests.events.store.members import GROUP, Feed
from tests.service.command_line.conftest import Ask

EARLY, LATE, END = "1795773500000-0", "1795773600000-0", "1795773700000-0"
NOBODY = "unix:///nowhere/store.sock"


@pytest.fixture
def client(fresh_store_url: str) -> Iterator[Redis]:
    with connect(fresh_store_url) as client:
        yield client


def append(client: Redis, partition: str, *places: str) -> None:
    for place in places:
        client.xadd(feed_key(partition), {"table": f"{partition}-{'0' * 26}", "first": 1, "last": 1, "types": "x.y"}, id=place)


def test_without_a_reader_the_list_says_so(rollstream: Ask) -> None:
    assert rollstream("readers", "list").output == "The feed has no readers.\n"


def test_every_reader_is_a_line_that_tells_how_far_behind_it_is(rollstream: Ask, client: Redis) -> None:
    append(client, "p03", EARLY, LATE)
    append(client, "p07", LATE)
    member = Feed(client).member()
    member.done(member.read(0))
    Consumers(client).register("dropped-long-ago")
    Consumers(client).register("one-behind")
    Consumers(client).advance("one-behind", {"p03": EARLY, "p07": LATE})

    listed = rollstream("readers", "list")

    assert listed.exit_code == 0
    assert listed.stdout.splitlines() == [
        "dropped-long-ago  3 entries behind, the oldest of 2026-11-27T09:58:20.000Z; inactive",
        "one-behind        1 entry behind, the oldest of 2026-11-27T10:00:00.000Z; inactive",
        f"{GROUP}           up to date; active",
    ]


def test_more_entries_than_are_counted_in_one_go_are_all_counted(rollstream: Ask, client: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumer_lag, "_ENTRIES_PER_READ", 2)
    append(client, "p03", *(f"1795773500000-{number}" for number in range(5)))
    Consumers(client).register("asleep")

    assert "5 entries behind, the oldest of 2026-11-27T09:58:20.000Z" in rollstream("readers", "list").stdout


def test_the_feed_is_not_kept_any_more_for_a_reader_that_was_forgotten(rollstream: Ask, client: Redis) -> None:
    append(client, "p03", EARLY, LATE, END)
    Feed(client).member("gone").read(0)
    for partition in PARTITIONS:
        client.xgroup_delconsumer(feed_key(partition), GROUP, "gone")

    forgotten = rollstream("readers", "forget", GROUP)

    assert forgotten.output == f"{GROUP} is removed; the projector soon drops what was kept for it.\n"
    assert rollstream("readers", "list").output == "The feed has no readers.\n"
    assert client.xinfo_groups(feed_key("p03")) == []
    trim(Tables(RedisStore(client), {}, now), GenerationPosition("1", "", dict.fromkeys(PARTITIONS, END)))
    assert client.xlen(feed_key("p03")) == 1


def test_a_reader_that_reads_now_is_not_forgotten(rollstream: Ask, client: Redis) -> None:
    Feed(client).member().read(0)

    refused = rollstream("readers", "forget", GROUP)

    assert refused.exit_code == 1
    assert refused.output == f"Error: {GROUP} is active; stop every process that reads under this name, and wait 10 seconds\n"
    assert Consumers(client).names() == [GROUP]


def test_a_reader_whose_processes_have_ended_can_be_forgotten_soon_after(
    rollstream: Ask, client: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    Feed(client).member().read(0)
    monkeypatch.setattr(consumer_lag, "ACTIVE_WITHIN", timedelta(0))

    assert rollstream("readers", "list").stdout == f"{GROUP}  up to date; last seen 0 seconds ago\n"
    assert rollstream("readers", "forget", GROUP).exit_code == 0


def test_a_reader_that_comes_back_all_the_same_begins_with_what_is_left(client: Redis) -> None:
    append(client, "p03", EARLY, LATE)
    member = Feed(client).member()
    member.done(member.read(0))
    Consumers(client).forget(GROUP)

    assert member.read(0) == ()  # it finds its group lost, and registers again
    assert Consumers(client).names() == [GROUP]
    assert Feed(client).member("two").read(0)[0].id == EARLY


def test_an_unknown_reader_is_told(rollstream: Ask) -> None:
    refused = rollstream("readers", "forget", "no-such")

    assert refused.exit_code == 1
    assert refused.output == "Error: there is no reader 'no-such'; `rollstream readers list` shows all\n"


@pytest.mark.parametrize("what", [["list"], ["forget", "reactor"]])
def test_a_store_that_is_away_is_said_in_words(rollstream: Ask, what: list[str]) -> None:
    result = rollstream("readers", *what, store=NOBODY)

    assert result.exit_code == 1
    assert result.output.startswith("Error: the store is not available")

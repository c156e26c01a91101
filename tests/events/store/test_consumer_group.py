"""A shared feed: each entry goes to one member, to another if that one dies, and counts as done only when it is processed."""

import threading
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import ResponseError

from events.feed.consumer_group import FORGET_CONSUMERS
from events.feed.consumers import Consumers
from events.feed.entries import just_before, order
from events.store.event_store import StoreUnavailable
from events.store.keys import PARTITIONS, feed_key
from events.store.redis_connection import connect
from tests.events.store.conftest import OwnServer
from tests.events.store.members import GROUP, Feed
from tests.events.store.proxy import Proxy


@pytest.fixture
def server_feed(client: Redis, fresh_store_url: str) -> Feed:
    return Feed(client)


@pytest.fixture
def feed(fresh_client: Redis) -> Feed:
    return Feed(fresh_client)


def test_what_was_appended_is_given_once_in_order(feed: Feed) -> None:
    early = feed.append("p03", 2)
    member = feed.member()

    first = member.read(0)
    late = feed.append("p03", 2)

    assert list(first) == early
    assert list(member.read(0)) == late
    assert list(member.read(0)) == []
    assert {entry.calls for entry in early} == {("play",)}


def test_two_members_never_both_get_an_entry(feed: Feed) -> None:
    one, other = feed.member("one"), feed.member("two")
    one.read(0)
    expected = [entry for partition in PARTITIONS for entry in feed.append(partition, 3)]

    given = [entry for _ in range(2) for member in (one, other) for entry in member.read(0, limit=16)]

    assert sorted(given) == sorted(expected)


def test_each_partition_gets_its_share_of_the_limit(feed: Feed) -> None:
    feed.append("p01", 5)
    feed.append("p02", 5)
    member = feed.member()

    assert [entry.partition for entry in member.read(0, limit=32)] == ["p01"] * 2 + ["p02"] * 2
    assert [entry.partition for entry in member.read(0, limit=1)] == ["p01", "p02"]


def test_reading_waits_for_the_first_entry(feed: Feed) -> None:
    member = feed.member()
    member.read(0)
    later = threading.Timer(0.2, feed.append, ["p08"])
    later.start()

    told = member.read(30_000)

    later.join()
    assert [entry.partition for entry in told] == ["p08"]


def test_a_quiet_feed_can_be_read_for_longer_than_the_socket_waits(server_feed: Feed, store_url: str) -> None:
    with connect(store_url, timeout=0.4) as impatient:
        member = server_feed.member(client=impatient)
        member.read(10)
        before, begun = server_feed.client.info("stats")["total_connections_received"], time.monotonic()

        assert list(member.read(1200)) == []

        assert time.monotonic() - begun > 1.1
        assert server_feed.client.info("stats")["total_connections_received"] == before
    [entry] = server_feed.append("p01")
    assert list(server_feed.member().read(0)) == [entry]


def test_what_a_dead_member_left_is_claimed_with_the_number_of_its_deliveries(feed: Feed) -> None:
    expected = [*feed.append("p03", 2), *feed.append("p09")]
    feed.member("dead").read(0)
    heir = feed.member("heir")

    assert list(heir.claim(60_000)) == []
    assert list(heir.claim(0)) == [(entry, 2) for entry in expected]
    assert list(feed.member("heir of the heir").claim(0)) == [(entry, 3) for entry in expected]


def test_what_is_done_is_never_claimed(feed: Feed) -> None:
    one, two = feed.append("p03", 2)
    member = feed.member()
    member.read(0)

    member.done([one])
    member.done([one])

    assert [entry for entry, _ in feed.member("heir").claim(0)] == [two]
    assert member._times(one) == 0


def test_what_somebody_slow_has_done_in_the_end_is_done_for_all(feed: Feed) -> None:
    [entry] = feed.append("p03")
    slow, heir = feed.member("slow"), feed.member("heir")
    slow.read(0)
    heir.claim(0)

    slow.done([entry])

    assert feed.pending() == 0
    assert list(heir.claim(0)) == []


def test_more_than_a_page_is_claimed_whole(feed: Feed) -> None:
    expected = feed.append("p03", 230)
    feed.member("dead").read(0, limit=16_000)

    assert [entry for entry, _ in feed.member().claim(0)] == expected


def test_the_checkpoint_moves_over_what_is_done_without_a_gap(feed: Feed) -> None:
    one, two, three, four = feed.append("p03", 4)
    member = feed.member()
    member.read(0)

    member.done([])
    assert feed.checkpoint("p03") is None
    member.done([one, three])
    assert feed.checkpoint("p03") == just_before(two.id)
    member.done([four])
    assert feed.checkpoint("p03") == just_before(two.id)
    member.done([two])
    assert feed.checkpoint("p03") == four.id
    assert feed.checkpoint("p04") is None


def test_what_another_member_holds_keeps_the_checkpoint_back(feed: Feed) -> None:
    one, other = feed.member("one"), feed.member("two")
    [first] = feed.append("p03")
    one.read(0)
    [second] = feed.append("p03")
    other.read(0)

    other.done([second])
    assert feed.checkpoint("p03") == just_before(first.id)

    one.done([first])
    assert feed.checkpoint("p03") == second.id


@pytest.mark.parametrize(
    ("place", "other"),
    [*pairwise(["5-0", "5-1", "5-2", "5-10", "5-18446744073709551615", "6-0", "10-0", "1795773600000-9", "1795773600000-10"])],
)
def test_checkpoints_never_move_back(fresh_client: Redis, place: str, other: str) -> None:
    readers = Consumers(fresh_client)
    readers.register("slow")
    readers.advance("slow", {"p00": place, "p01": other})

    readers.advance("slow", {"p00": other, "p01": place})
    readers.advance("slow", {})

    assert order(place) < order(other)
    assert readers.all() == [{**dict.fromkeys(PARTITIONS, "0-0"), "p00": other, "p01": other}]


@pytest.mark.parametrize(("place", "before"), [("5-7", "5-6"), ("5-1", "5-0"), ("5-0", "4-18446744073709551615")])
def test_ids_are_counted_down(place: str, before: str) -> None:
    assert just_before(place) == before


def test_an_entry_that_no_append_wrote_is_given_as_one_about_no_table(feed: Feed) -> None:
    strange: list[Any] = [{"foo": "bar"}, {"table": "t", "first": "x", "last": "1", "types": "a"}, {"a": "b", "c": 1, "d": 1, "e": b"\xff"}]
    for fields in strange:
        feed.client.xadd(feed_key("p03"), fields)
    member = feed.member()

    told = member.read(0)

    assert [entry[2:] for entry in told] == [("", 0, 0, (), (), "", "")] * 3
    member.done(told)
    assert feed.pending() == 0


def test_members_that_were_not_seen_for_long_are_forgotten_unless_they_hold_something(feed: Feed) -> None:
    feed.append("p03", 2)
    feed.member("holds one").read(0, limit=1)
    done = feed.member("holds none")
    done.done(done.read(0))
    while any(told["idle"] < 20 for told in feed.client.xinfo_consumers(feed_key("p03"), GROUP)):
        time.sleep(0.01)

    def left_of_those_not_seen_for(milliseconds: int) -> set[bytes]:
        FORGET_CONSUMERS(feed.client.execute_command, (feed_key("p03"),), GROUP, milliseconds)
        return {told["name"] for told in feed.client.xinfo_consumers(feed_key("p03"), GROUP)}

    assert left_of_those_not_seen_for(600_000) == {b"holds one", b"holds none"}
    assert left_of_those_not_seen_for(19) == {b"holds one"}
    assert [times for _, times in done.claim(0)] == [2]


def test_what_was_given_in_a_lost_reply_is_claimed(server_feed: Feed, store_url: str) -> None:
    [entry] = server_feed.append("p03")
    with Proxy(Path(store_url.removeprefix("unix://"))) as proxy, connect(proxy.url) as through:
        member = server_feed.member(client=through)
        proxy.cut_reply_to(b"XREADGROUP")
        with pytest.raises(StoreUnavailable):
            member.read(0)

        assert list(member.read(0)) == []
        assert list(member.claim(0)) == [(entry, 2)]


@pytest.mark.parametrize("command", [b"XACK", b"XGROUP", b"SADD", b"EVALSHA", b"XPENDING"])
def test_lost_replies_do_no_harm(server_feed: Feed, store_url: str, command: bytes) -> None:
    expected = server_feed.append("p03", 2)
    with Proxy(Path(store_url.removeprefix("unix://"))) as proxy, connect(proxy.url) as through:
        member = server_feed.member(client=through)
        proxy.cut_reply_to(command)
        member.read(0)
        claimed = [entry for entry, _ in member.claim(0)]
        member.done(claimed)

    assert proxy.cuts == 1
    assert claimed == expected
    assert server_feed.pending() == 0
    assert server_feed.checkpoint("p03") == expected[-1].id


def test_a_stopped_server_is_noticed_and_its_return_as_well(own_server: OwnServer) -> None:
    with connect(own_server.url) as client:
        feed = Feed(client)
        entries = feed.append("p03", 2)
        member = feed.member()
        member.read(0)
        own_server.stop()
        for ask in (lambda: member.read(0), lambda: member.claim(0), lambda: member.done(entries[:1])):
            with pytest.raises(StoreUnavailable):
                ask()
        own_server.start()

        assert [entry for entry, _ in member.claim(0)] == entries[1:]  # the first is done, although no reply arrived
        assert feed.pending() == 1
        member.done(entries)
        assert feed.checkpoint("p03") == entries[-1].id


def test_a_feed_that_is_none_is_a_bug_and_stays_one(feed: Feed) -> None:
    entries = feed.append("p03")
    member = feed.member()
    member.read(0)
    feed.client.set(feed_key("p03"), "no stream")

    for ask in (lambda: member.read(0), lambda: member.claim(0), lambda: member.done(entries), lambda: feed.member("new").read(0)):
        with pytest.raises(ResponseError, match="WRONGTYPE"):
            ask()
    feed.client.delete(feed_key("p03"))  # other tests have tables in this partition

"""A lost group restarts after the last processed entry; lost entries are given up. Each is reported only once."""

import logging
import threading
from typing import Any

import pytest
from redis import Redis

from events.feed.consumer_group import LOST_GROUP_PAUSE_SECONDS
from events.store.event_store import FeedEntry
from events.store.keys import PARTITIONS, feed_key
from events.store.redis_connection import servers_of
from tests.events.store.members import GROUP, Feed


@pytest.fixture
def feed(fresh_client: Redis) -> Feed:
    return Feed(fresh_client)


@pytest.fixture(autouse=True)
def said(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.INFO, "events.feed.consumer_group")
    return caplog


def test_a_new_group_begins_at_the_beginning_and_says_nothing(feed: Feed, said: pytest.LogCaptureFixture) -> None:
    entries = feed.append("p03", 2)

    assert list(feed.member().read(0)) == entries
    assert list(feed.member("two").read(0)) == []
    assert said.messages == []
    assert feed.pauses == []


def test_a_lost_group_goes_on_without_repeating_what_was_done_or_leaving_out_what_was_not(
    feed: Feed, said: pytest.LogCaptureFixture
) -> None:
    one, two, three = feed.append("p03", 3)
    member = feed.member()
    member.read(0)
    member.done([one, three])
    feed.lose()
    [four] = feed.append("p03")

    assert list(member.read(0)) == []
    assert list(member.read(0)) == [two, four]
    member.done([two, four])

    assert feed.pending() == 0
    assert feed.checkpoint("p03") == four.id
    assert len(said.messages) == 1
    assert "group readers was lost in p00, p01, p02" in said.messages[0]
    assert feed.pauses == [LOST_GROUP_PAUSE_SECONDS]


def test_a_group_that_was_lost_while_nobody_read_goes_on_from_its_checkpoint(feed: Feed, said: pytest.LogCaptureFixture) -> None:
    entries = feed.append("p03", 3)
    before = feed.member()
    before.read(0)
    before.done(entries[:2])
    feed.lose()

    assert list(feed.member("after").read(0)) == entries[2:]
    assert said.messages == ["the group readers was lost in p03 and goes on from where all was done"]


def test_what_is_done_while_the_group_is_lost_is_not_given_to_this_member_again(feed: Feed) -> None:
    entries = feed.append("p03", 2)
    member = feed.member()
    member.read(0)
    feed.lose()

    member.done(entries)
    assert feed.checkpoint("p03") is None
    member.read(0)
    assert list(member.read(0)) == []

    assert feed.pending() == 0
    assert feed.checkpoint("p03") == entries[-1].id


def test_a_member_that_waits_while_the_group_gets_lost_goes_on(feed: Feed, said: pytest.LogCaptureFixture) -> None:
    member = feed.member()
    member.read(0)
    loser = threading.Timer(0.2, feed.lose)
    loser.start()

    assert list(member.read(30_000)) == []
    loser.join()
    entries = feed.append("p03")
    given: list[FeedEntry] = []
    while not given:  # the group is removed from one partition after the other, so it may be found lost more than once
        given = [*member.read(0)]
    assert given == entries
    assert said.messages


def test_a_store_that_lost_everything_is_begun_anew(feed: Feed) -> None:
    member = feed.member()
    member.done([*member.read(0), *feed.append("p03")])
    with servers_of(feed.client) as servers:
        for server in servers:
            server.flushall()

    assert list(member.claim(0)) == []
    entries = feed.append("p03")

    assert list(member.read(0)) == entries
    assert feed.client.smembers("rs:{service}:readers") == {GROUP.encode()}


def test_a_feed_that_is_gone_is_made_anew_and_ends_no_work(feed: Feed) -> None:
    entries = feed.append("p03")
    member = feed.member()
    member.read(0)
    feed.client.delete(feed_key("p03"))

    member.done(entries)
    member.read(0)

    [entry] = feed.append("p03")
    assert list(member.read(0)) == [entry]


def test_a_group_that_is_lost_again_and_again_is_begun_anew_in_peace(feed: Feed, said: pytest.LogCaptureFixture) -> None:
    member = feed.member()
    for ask in (member.read, member.claim, member.read):
        ask(0)
        feed.lose()
        assert list(ask(0)) == []

    assert feed.pauses == [LOST_GROUP_PAUSE_SECONDS] * 3
    assert len(said.messages) == 3


def test_the_second_of_two_members_finds_the_group_mended(feed: Feed, said: pytest.LogCaptureFixture) -> None:
    one, other = feed.member("one"), feed.member("two")
    one.read(0)
    other.read(0)
    feed.lose()

    one.read(0)
    other.read(0)

    entries = feed.append("p03")
    assert list(other.read(0)) == entries
    assert len(said.messages) == 1


def test_entries_that_were_taken_away_are_given_up_and_the_others_go_on(feed: Feed, said: pytest.LogCaptureFixture) -> None:
    one, two, three = feed.append("p03", 3)
    [trimmed] = feed.append("p11")
    feed.member("dead").read(0)
    feed.client.xdel(feed_key("p03"), one.id, two.id)
    feed.client.xtrim(feed_key("p11"), maxlen=0, approximate=False)
    heir = feed.member("heir")

    claimed = heir.claim(0)
    heir.claim(0)
    heir.done([entry for entry, _ in claimed])

    assert [entry for entry, _ in claimed] == [three]
    assert feed.pending() == 0
    assert feed.checkpoint("p03") == three.id
    assert feed.checkpoint("p11") == trimmed.id
    places = f"p03 {one.id}, p03 {two.id}, p11 {trimmed.id}"
    assert said.messages == [f"readers gives up 3 entries that are no longer in the feed: {places}"]


def test_a_group_is_begun_anew_only_where_it_was_lost(feed: Feed, said: pytest.LogCaptureFixture) -> None:
    member = feed.member()
    member.read(0)
    for partition in PARTITIONS[2:4]:
        feed.client.xgroup_destroy(feed_key(partition), GROUP)

    member.read(0)

    assert [message.partition(" in ")[2][:9] for message in said.messages] == ["p02, p03 "]


def test_a_group_whose_checkpoint_the_feed_has_lost_reads_what_the_feed_holds(feed: Feed, caplog: pytest.LogCaptureFixture) -> None:
    entries = feed.append("p03", 2)
    feed.client.hset("rs:{service}:reader:readers", mapping={"p03": "99999999999999-0", "p04": entries[0].id})

    member = feed.member()

    assert list(member.read(0)) == entries
    member.done(entries)
    assert feed.checkpoint("p03") == entries[-1].id
    assert "begins again in p03, p04: the feed has gone back" in caplog.text


def test_a_checkpoint_whose_entry_was_removed_is_kept(feed: Feed) -> None:
    entries = feed.append("p03", 2)
    member = feed.member()
    member.done(member.read(0))
    feed.client.xdel(feed_key("p03"), entries[1].id)
    feed.lose()

    assert list(feed.member("after").read(0)) == []


def test_an_entry_that_came_in_the_place_of_one_that_was_done_is_given(feed: Feed) -> None:
    [done] = feed.append("p03")
    member = feed.member()
    member.read(0)
    feed.lose()
    member.done([done])
    feed.client.delete(feed_key("p03"))
    fields: dict[Any, Any] = {"table": "p03-" + "1" * 26, "first": 1, "last": 2, "types": "a,b", "calls": "", "previous": ""}
    feed.client.xadd(feed_key("p03"), fields, id=done.id)

    member.read(0)
    given = member.read(0)

    assert [(entry.id, entry.table) for entry in given] == [(done.id, fields["table"])]

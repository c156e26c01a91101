"""The trace of an append travels in the feed, and in nothing that is kept."""

from redis import Redis

from events.feed.entries import with_trace
from events.store.event_store import FeedEntry
from events.store.keys import feed_key
from events.store.store import Store
from tests.events.store.tables import Log

TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"


def entry_of(log: Log, ends: dict[str, str]) -> FeedEntry:
    [entry] = [entry for entry in log.store.follow(ends, 0) if entry.table == log.table]
    return entry


def test_an_append_names_its_trace_beside_what_it_asks_for(log: Log) -> None:
    ends = dict(log.store.feed_ends())

    batch = log.append(calls=("play", "turn.0"), trace=TRACE)

    assert entry_of(log, ends)[5:] == (("test.happened",), ("play", "turn.0"), "", TRACE)
    assert not any(b"4bf92f35" in line for line in (*log.store.read(log.table, 0, 10), batch.snapshot.body))


def test_an_append_without_a_trace_names_none(log: Log) -> None:
    ends = dict(log.store.feed_ends())

    log.append(calls=("play",))

    assert (entry_of(log, ends).calls, entry_of(log, ends).trace) == (("play",), "")


def test_what_is_no_trace_is_not_handed_on(store_url: str, redis_store: Store) -> None:
    log = Log(redis_store)
    log.append(calls=("play",))
    ends = dict(log.store.feed_ends())
    with Redis.from_url(store_url) as client:
        fields = {"table": log.table, "first": 2, "last": 2, "types": "test.happened", "calls": "play,trace.nonsense", "previous": "x"}
        client.xadd(feed_key(log.table[:3]), fields)

    assert (entry_of(log, ends).calls, entry_of(log, ends).trace) == (("play",), "")


def test_builds_that_know_no_traces_see_one_request_more() -> None:
    assert with_trace(("play",), TRACE) == ("play", f"trace.{TRACE}")
    assert with_trace((), "") == ()

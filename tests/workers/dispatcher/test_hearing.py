"""A dispatcher hears every entry of the feed, whatever is wrong with one of them."""

from collections.abc import Iterable

import pytest

from events.feed.consumer_group import ConsumerGroup
from events.store.event_store import FeedEntry
from tests.operation.processes import until
from tests.workers.dispatcher.making import Made, unfinished
from tests.workers.dispatching import create_table, dispatcher, play, running, webhook
from workers.calls.schedule import Call
from workers.dispatcher.feed_consumer import GROUP
from workers.dispatcher.parts import DispatcherParts
from workers.feed.claiming import MOST_DELIVERIES


def test_what_has_happened_at_one_table_is_heard_at_once(parts: DispatcherParts) -> None:
    heard: list[FeedEntry] = []
    table, other = create_table(parts), create_table(parts)
    play(parts, table, 5)

    def called(_desk: DispatcherParts, entry: FeedEntry) -> Iterable[Call]:
        heard.append(entry)
        return ()

    dispatcher(parts, {}, [called]).follow(0)

    [entry] = [entry for entry in heard if entry.table == table]
    assert {entry.table for entry in heard} == {table, other}
    assert (entry.first, entry.last) == (1, parts.worker.tables.open(table).table.version)
    assert {"table.created", "table.started"} < {*entry.types}
    assert len(entry.types) == len({*entry.types})
    assert unfinished(parts) == 0


def test_what_a_dispatcher_that_died_was_given_is_heard_by_another(
    parts: DispatcherParts, made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workers.feed.claiming.CLAIMED_AFTER_MS", 0)
    table = create_table(parts)
    assert [entry.table for entry in ConsumerGroup(parts.worker.client, GROUP, "dead").read(0)] == [table]

    with running(dispatcher(parts, {"note": made.make}, [lambda _, entry: [Call("note", ("all", entry.table))]])):
        until(lambda: made.calls == [("all", table)])
        until(lambda: unfinished(parts) == 0)


def test_an_entry_that_cannot_be_heard_is_parked_and_the_others_are_heard(
    parts: DispatcherParts, made: Made, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("workers.feed.claiming.CLAIMED_AFTER_MS", 0)
    bad = create_table(parts)

    def called(_desk: DispatcherParts, entry: FeedEntry) -> Iterable[Call]:
        if entry.table == bad:
            raise ZeroDivisionError
        return [Call("note", ("all", entry.table))]

    one = dispatcher(parts, {"note": made.make}, [called])
    good = create_table(parts)
    one.follow(0)
    for _ in range(MOST_DELIVERIES):
        one._consumer.claim()
    until(lambda: made.calls == [("all", good)])

    [parked] = parts.worker.parked.list()
    assert (parked.id, parked.code) == (f"dispatch-{bad}-{parts.worker.tables.open(bad).table.version}", "feed-entry-stuck")
    assert unfinished(parts) == 0
    assert sum(record.exc_info is not None for record in caplog.records) == MOST_DELIVERIES


@pytest.mark.parametrize("name", ["", "p07-no table", "p07-" + "x" * 200])
def test_what_no_append_has_written_stops_nobody(parts: DispatcherParts, made: Made, name: str) -> None:
    webhook(parts, "http://127.0.0.1:8080/")
    parts.worker.client.xadd("rs:{p07}:feed", {"table": name, "first": 1, "last": 1, "types": "x.y", "calls": "play,turn.0"})
    one = dispatcher(parts)
    one.follow(0)

    assert unfinished(parts) == 0
    assert parts.schedule.count() == 0

"""A dispatcher makes the requested calls, many at once; no call prevents the others."""

import logging
import threading
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest

from events.feed.consumer_group import ConsumerGroup
from events.limits import Limits
from events.store.event_store import FeedEntry
from events.store.keys import PARTITIONS, feed_key
from tests.operation.processes import until
from tests.workers.dispatching import create_table, dispatcher, play, running, webhook
from workers.calls.schedule import Call
from workers.calls.shares import Party
from workers.calls.slots import Slots
from workers.dispatcher import dispatcher as module
from workers.dispatcher.feed_consumer import GROUP
from workers.dispatcher.kinds import party_of
from workers.dispatcher.parts import DispatcherParts
from workers.feed.claiming import MOST_DELIVERIES
from workers.health import health
from workers.outgoing.outside import outside

LIMITS = Limits()
MOST_EACH, MOST_OWNED, MOST_TO_ONE_HOST = LIMITS.endpoint_calls, LIMITS.owner_calls, LIMITS.host_calls


class Made:
    """Records which calls were made and how many at once. Calls to endpoints named `slow…` wait until `let_go` is set."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, ...]] = []
        self.let_go = threading.Event()
        self.most: Counter[str] = Counter()
        self._now: Counter[str] = Counter()
        self._lock = threading.Lock()

    def make(self, _desk: DispatcherParts, endpoint: str, *ids: str) -> datetime | None:
        with self._lock:
            self._now[endpoint] += 1
            self.most[endpoint] = max(self.most[endpoint], self._now[endpoint])
        if endpoint.startswith("slow"):
            with outside():
                self.let_go.wait(30)
        with self._lock:
            self._now[endpoint] -= 1
            self.calls.append((endpoint, *ids))
        return None


@pytest.fixture
def made() -> Made:
    return Made()


def ask(parts: DispatcherParts, *ids: str, kind: str = "note") -> None:
    parts.schedule.request(Call(kind, ids), parts.now())


def unfinished(parts: DispatcherParts) -> int:
    """The number of feed entries that were delivered and are not processed."""
    pending: list[Any] = [parts.worker.client.xpending(feed_key(partition), GROUP) for partition in PARTITIONS]
    return sum(found["pending"] for found in pending)


def test_what_the_feed_calls_for_is_made_and_nothing_stays(parts: DispatcherParts, made: Made) -> None:
    def called(_desk: DispatcherParts, entry: FeedEntry) -> Iterable[Call]:
        yield Call("note", ("all", entry.table))

    with running(dispatcher(parts, {"note": made.make}, [called, called])):
        tables = [create_table(parts) for _ in range(5)]
        until(lambda: len(made.calls) >= 5)
        until(lambda: parts.schedule.count() == unfinished(parts) == 0)

    assert {table for _, table in made.calls} == set(tables)


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


def test_a_slow_endpoint_is_called_by_few_at_once_and_holds_up_no_other(parts: DispatcherParts, made: Made) -> None:
    for number in range(3 * MOST_EACH):
        ask(parts, "slow", str(number))

    with running(dispatcher(parts, {"note": made.make}, ())):
        until(lambda: made.most["slow"] == MOST_EACH)
        for number in range(50):
            ask(parts, "quick", str(number))
        until(lambda: len(made.calls) == 50)
        assert {endpoint for endpoint, _ in made.calls} == {"quick"}
        made.let_go.set()
        until(lambda: len(made.calls) == 50 + 3 * MOST_EACH)

    assert made.most["slow"] == MOST_EACH
    assert max(Counter(made.calls).values()) == 1


def test_an_owner_of_many_slow_endpoints_holds_up_no_other(parts: DispatcherParts, made: Made) -> None:
    for number in range(3 * MOST_OWNED):
        ask(parts, f"slow{number}", "a")
    ask(parts, "quick", "b")

    with running(dispatcher(parts, {"note": made.make}, (), party_of=of_owners)):
        until(lambda: made.most.total() == MOST_OWNED // 2 + 1)
        until(lambda: ("quick", "b") in made.calls)
        assert made.most.total() == MOST_OWNED // 2 + 1, "nobody knows yet whether these endpoints take their time"
        made.let_go.set()
        until(lambda: len(made.calls) == 1 + 3 * MOST_OWNED)


def of_owners(_desk: DispatcherParts, _kind: str, endpoint: str) -> Party:
    """Each endpoint has its own host; its first four letters are its owner."""
    return Party("messages", endpoint[:4], endpoint)


def test_a_host_that_does_not_answer_holds_up_no_other_whoever_owns_what_is_there(parts: DispatcherParts, made: Made) -> None:
    for number in range(200):
        ask(parts, f"slow{number}", "a")
    with running(dispatcher(parts, {"note": made.make}, (), party_of=lambda *_: Party("messages", f"owner{len(made.most)}", "dead:80"))):
        until(lambda: made.most.total() == MOST_TO_ONE_HOST // 2)
        made.let_go.set()
        until(lambda: len(made.calls) == 200)

    assert max(Counter(made.calls).values()) == 1


def test_turns_have_places_of_their_own(parts: DispatcherParts, made: Made) -> None:
    parts = replace(parts, worker=replace(parts.worker, limits=Limits(webhook_calls=4)))
    for number in range(12):
        ask(parts, f"slow-{number}", kind="lane")

    with running(dispatcher(parts, {"lane": made.make, "turn": made.make}, ())):
        until(lambda: len(made.most) == 3)  # one place is left to endpoints that are known to be quick
        for number in range(50):
            ask(parts, "quick", str(number), kind="turn")
        until(lambda: len(made.calls) == 50)
        made.let_go.set()
        until(lambda: len(made.calls) == 62)


def test_a_hundred_quick_webhooks_of_one_key_let_another_owners_calls_through(parts: DispatcherParts) -> None:
    let_go, calls = threading.Event(), list[str]()

    def make(_desk: DispatcherParts, endpoint: str) -> datetime | None:
        calls.append(endpoint)
        let_go.wait(30)  # at work: no other call of its kind is
        return None

    for number in range(100):
        ask(parts, f"many{number}", kind="lane")
    one = dispatcher(parts, {"lane": make, "turn": make}, (), party_of=by_kind, slots=Slots({"turns": 1, "messages": 1}))
    with running(one):
        until(lambda: len(one._running) == MOST_OWNED // 2)
        ask(parts, "good", kind="lane")
        until(lambda: len(one._running) == MOST_OWNED // 2 + 1)
        ask(parts, "bot", kind="turn")
        until(lambda: len(calls) == 2)
        assert calls[1] == "bot", "turns do not wait for messages"
        let_go.set()
        until(lambda: len(calls) == 102)

    assert calls.index("good") <= 3


def by_kind(_desk: DispatcherParts, kind: str, endpoint: str) -> Party:
    """Each endpoint has its own host; its first four letters are its owner."""
    return Party("turns" if kind == "turn" else "messages", endpoint[:4], endpoint)


def test_calls_are_made_for_whoever_owns_what_they_go_to(parts: DispatcherParts) -> None:
    made = webhook(parts, "http://Hooks.example:2000/")

    party = Party("messages", made.owner, "hooks.example:2000")
    assert party_of(parts, "lane", made.id) == party_of(parts, "retry", made.id) == party
    assert party_of(parts, "turn", "bot_gone") == Party("turns", "bot_gone", "bot_gone")


def test_when_all_places_are_taken_the_rest_waits_for_one_that_is_free(parts: DispatcherParts, made: Made) -> None:
    parts = replace(parts, worker=replace(parts.worker, limits=Limits(webhook_calls=4)))
    for number in range(12):
        ask(parts, f"slow-{number}")

    with running(dispatcher(parts, {"note": made.make}, ())):
        until(lambda: len(made.most) == 3)  # one place is left to endpoints that are known to be quick
        made.let_go.set()
        until(lambda: len(made.calls) == 12)

    assert max(Counter(made.calls).values()) == 1


def test_a_call_is_made_again_when_it_wants_to_be(parts: DispatcherParts) -> None:
    times: list[datetime] = []

    def make(parts: DispatcherParts, _endpoint: str) -> datetime | None:
        times.append(parts.now())
        return times[-1] + timedelta(milliseconds=150) if len(times) < 4 else None

    ask(parts, "one")
    with running(dispatcher(parts, {"note": make}, ())):
        until(lambda: parts.schedule.count() == 0)

    assert len(times) == 4
    assert all(later - earlier >= timedelta(milliseconds=150) for earlier, later in pairwise(times))


def test_what_is_asked_for_while_it_is_made_is_made_once_more(parts: DispatcherParts, made: Made) -> None:
    ask(parts, "slow", "one")
    with running(dispatcher(parts, {"note": made.make}, ())):
        until(lambda: made.most["slow"] == 1)
        for _ in range(3):
            ask(parts, "slow", "one")
        made.let_go.set()
        until(lambda: parts.schedule.count() == 0)

    assert made.calls == [("slow", "one")] * 2
    assert made.most["slow"] == 1


def test_a_call_that_fails_is_logged_and_made_again_and_others_go_on(
    parts: DispatcherParts, made: Made, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "FIRST_RETRY_PAUSE", 0.05)
    failures = iter([KeyError("nobody knows"), ZeroDivisionError()])

    def make(parts: DispatcherParts, *ids: str) -> datetime | None:
        for failure in failures:
            raise failure
        return made.make(parts, *ids)

    ask(parts, "one")
    ask(parts, "two", kind="unheard-of")
    parts.worker.client.zadd("rs:{service}:calls", {"": 0})
    with running(dispatcher(parts, {"note": make}, ())):
        until(lambda: made.calls == [("one",)])
        ask(parts, "three")
        until(lambda: len(made.calls) == 2)

    failed = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert failed.count("the call note:one has failed; next try in 0 s") == 2
    assert any("the call unheard-of:two has failed" in words for words in failed)
    assert parts.schedule.count() == 2


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


def test_a_call_whose_lease_is_over_is_made_once_more_when_the_first_has_ended(parts: DispatcherParts, made: Made) -> None:
    ask(parts, "slow")
    one = dispatcher(parts, {"note": made.make}, ())
    one.begin()
    until(lambda: made.most["slow"] == 1)
    parts.worker.client.zadd("rs:{service}:calls", {"note:slow": 0})  # as if the store had been away for longer than a lease

    one.begin()
    assert len(one._running) == 1
    made.let_go.set()
    until(lambda: not one._running)
    with running(one):
        until(lambda: parts.schedule.count() == 0)

    assert made.calls == [("slow",)] * 2
    assert made.most["slow"] == 1


def test_while_a_call_is_made_nobody_else_gets_it(parts: DispatcherParts, made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LEASE_MS", 400)
    monkeypatch.setattr(module, "LEASE_RENEWAL_INTERVAL", 0.1)
    other = Made()
    ask(parts, "slow")

    with running(dispatcher(parts, {"note": made.make}, ())):
        until(lambda: made.most["slow"] == 1)
        with running(dispatcher(parts, {"note": other.make}, (), name="other")):
            begun = time.monotonic()
            until(lambda: time.monotonic() - begun > 1.0)
            made.let_go.set()
            until(lambda: parts.schedule.count() == 0)

    assert (made.calls, other.calls) == ([("slow",)], [])


def test_who_stops_gives_back_what_does_not_end(parts: DispatcherParts, made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "STOP_WITHIN", 0.1)
    ask(parts, "slow")
    with running(dispatcher(parts, {"note": made.make}, ())):
        until(lambda: made.most["slow"] == 1)

    assert parts.schedule.earliest() is not None
    other = Made()
    other.let_go.set()
    with running(dispatcher(parts, {"note": other.make}, (), name="other")):
        until(lambda: other.calls == [("slow",)])
        made.let_go.set()
        until(lambda: parts.schedule.count() == 0)


def test_a_dispatcher_hears_that_none_was_there_before_it(parts: DispatcherParts) -> None:
    told: list[datetime] = []
    dispatcher(parts, on_downtime=told.append).step()
    dispatcher(parts, on_downtime=told.append).step()
    assert told == []
    parts.worker.client.set("rs:{service}:dispatcher:seen", int((time.time() - 60) * 1000))  # by the store's clock

    for name in ("one", "two"):
        dispatcher(parts, name=name, on_downtime=told.append).step()

    assert len(told) == 2
    assert all(timedelta(0) <= parts.now() - back < timedelta(seconds=30) for back in told)


def test_a_living_dispatcher_is_seen_with_what_is_to_be_called(parts: DispatcherParts) -> None:
    assert health(parts.worker.client, parts.worker.jobs, parts.worker.parked).dispatcher == "down"
    parts.schedule.request(Call("note", ("later",)), parts.now() + timedelta(hours=1))

    dispatcher(parts).step()

    seen = health(parts.worker.client, parts.worker.jobs, parts.worker.parked)
    assert (seen.dispatcher, seen.calls) == ("ok", 1)

"""A dispatcher makes the requested calls, each until it is done, and no other dispatcher makes it meanwhile."""

import logging
import time
from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import pairwise

import pytest

from events.store.event_store import FeedEntry
from tests.operation.processes import until
from tests.workers.dispatcher.making import Made, ask, unfinished
from tests.workers.dispatching import create_table, dispatcher, running
from workers.calls.schedule import Call
from workers.dispatcher import dispatcher as module
from workers.dispatcher.parts import DispatcherParts
from workers.health import health


def test_what_the_feed_calls_for_is_made_and_nothing_stays(parts: DispatcherParts, made: Made) -> None:
    def called(_desk: DispatcherParts, entry: FeedEntry) -> Iterable[Call]:
        yield Call("note", ("all", entry.table))

    with running(dispatcher(parts, {"note": made.make}, [called, called])):
        tables = [create_table(parts) for _ in range(5)]
        until(lambda: len(made.calls) >= 5)
        until(lambda: parts.schedule.count() == unfinished(parts) == 0)

    assert {table for _, table in made.calls} == set(tables)


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

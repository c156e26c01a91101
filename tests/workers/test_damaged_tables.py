"""Workers and dispatchers at a damaged table: they skip it, log the damage once, and continue when it is brought back."""

import logging
import os
from datetime import timedelta
from pathlib import Path

import pytest
from redis import Redis

from events.archive.marked_place import OwnPlaceId
from events.damaged.bringing_back import bring_back
from events.errors import BrokenLog, NewerLog, TableUnknown
from events.feed.consumer_group import ConsumerGroup
from events.store.event_store import FeedEntry
from events.store.keys import new_table_id
from events.tables import keyed_orders
from events.timestamps import epoch_ms
from rules.table_commands import Create, SeatRequest
from service.http.problem_codes import CODES
from tests.events import damaging
from tests.events.damaging import KINDS, Newer
from tests.workers.dispatching import Clock, dispatcher
from tests.workers.exports.tables import play_out
from workers.bots import turn
from workers.calls.schedule import Call
from workers.dispatcher.dispatcher import NEWER_TABLE_PAUSE
from workers.dispatcher.kinds import KINDS as CALLS
from workers.dispatcher.parts import DispatcherParts
from workers.exports.exported import Exported
from workers.exports.file_store import FileStore
from workers.exports.task import export
from workers.feed.reactor import GROUP, Reactor
from workers.jobs.built_in_moves import due, play
from workers.jobs.outcomes import Failed, failed

BOT = SeatRequest(kind="bot", name="Six", bot="bot_six")
HUMAN, AI = SeatRequest(kind="human"), SeatRequest(kind="ai", level="random")


def create_table(parts: DispatcherParts, *seats: SeatRequest) -> str:
    """A table with a clock, whose first seat goes first."""
    table = new_table_id(os.urandom(17))
    order = Create(options={"first_seat": "creator"}, seats=seats, turn_seconds=60, bot_seconds=60 if BOT in seats else None)
    parts.worker.handler.create(keyed_orders.create(table, "dicy-cards", order), "dicy-cards")
    return table


def harm(parts: DispatcherParts, table: str, kind: str = "undecodable end") -> None:
    KINDS[kind](parts.worker.client, table, parts.worker.tables.open(table).table.version)


def told(parts: DispatcherParts) -> list[FeedEntry]:
    return [*parts.worker.tables.store.follow(dict.fromkeys(parts.worker.tables.store.feed_ends(), "0-0"), 0)]


@pytest.mark.parametrize("kind", KINDS)
def test_a_job_at_a_damaged_table_ends_without_a_fault_and_it_is_not_due_again(parts: DispatcherParts, clock: Clock, kind: str) -> None:
    table = create_table(parts, AI, HUMAN)
    harm(parts, table, kind)
    clock.go_on(seconds=90)

    for task in (due, play, due):
        with pytest.raises((BrokenLog, TableUnknown)) as broken:
            task(parts.worker, table)
        ending = failed(broken.value, 10)
        assert isinstance(ending, Failed)
        assert (ending.code, ending.fault, ending.error) == ("table-damaged", False, None)
        assert ending.code in CODES

    store = parts.worker.tables.store
    assert store.take_due(epoch_ms(clock()) + 10**9, 1000, 10) == []
    assert parts.worker.parked.count() == 0


def test_a_table_of_a_newer_build_stays_due(parts: DispatcherParts, clock: Clock) -> None:
    table = create_table(parts, AI, HUMAN)
    damaging.append_newer(parts.worker.client, table, parts.worker.tables.open(table).table.version, Newer("table.paused", 1))
    clock.go_on(seconds=90)
    reactor = Reactor(parts.worker, ConsumerGroup(parts.worker.client, GROUP, "one"))

    reactor.sweep()
    with pytest.raises(NewerLog) as newer:
        due(parts.worker, table)

    ending = failed(newer.value, 10)
    assert isinstance(ending, Failed)
    assert (ending.code, ending.fault) == ("table-newer", False)
    clock.go_on(seconds=6)
    assert parts.worker.tables.store.take_due(epoch_ms(clock()), 1000, 10) == [table]


def test_a_built_in_player_answers_as_soon_as_its_table_is_brought_back(parts: DispatcherParts) -> None:
    table = create_table(parts, AI, HUMAN)
    dumped = damaging.kept(parts.worker.client, table)
    harm(parts, table)
    with pytest.raises(BrokenLog):
        play(parts.worker, table)
    damaging.put_back(parts.worker.client, dumped)

    bring_back(parts.worker.tables, table)

    assert "play" in told(parts)[-1].calls
    assert told(parts)[-1].table == table
    play(parts.worker, table)
    assert 1 in parts.worker.tables.open(table).table.owing


@pytest.mark.parametrize("kind", KINDS)
def test_a_bot_is_not_asked_at_a_damaged_table_and_asked_when_it_is_brought_back(
    parts: DispatcherParts, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    table = create_table(parts, BOT, HUMAN)
    decision = parts.worker.tables.open(table).table.decisions[0]
    dumped = damaging.kept(parts.worker.client, table)
    harm(parts, table, kind)
    calls = dispatcher(parts, CALLS, [turn.wanted_calls])

    parts.schedule.request(Call("turn", ("bot_six", table, "0", str(decision))), parts.now())
    assert list(turn.wanted_calls(parts, told(parts)[-1])) == []
    with caplog.at_level(logging.ERROR):
        assert calls._result(Call("turn", ("bot_six", table, "0", str(decision)))) is None
    assert all(record.exc_info is None for record in caplog.records)

    damaging.put_back(parts.worker.client, dumped)
    bring_back(parts.worker.tables, table)
    assert [*turn.wanted_calls(parts, told(parts)[-1])] == [Call("turn", ("bot_six", table, "0", str(decision)))]


def test_a_bot_that_only_a_newer_build_can_ask_is_asked_by_the_first_that_can(parts: DispatcherParts, clock: Clock) -> None:
    table = create_table(parts, BOT, HUMAN)
    loaded, dumped = parts.worker.tables.open(table), damaging.kept(parts.worker.client, table)
    entry = told(parts)[-1]
    damaging.append_newer(parts.worker.client, table, loaded.table.version, Newer("table.paused", 1))
    calls = dispatcher(parts, CALLS, [turn.wanted_calls])

    [look] = turn.wanted_calls(parts, entry)
    assert (look.kind, look.ids[0]) == ("look", table)
    assert calls._result(look) == clock() + NEWER_TABLE_PAUSE
    assert timedelta(seconds=30) > NEWER_TABLE_PAUSE

    damaging.put_back(parts.worker.client, dumped)
    assert calls._result(look) is None
    assert parts.schedule.count() == 1


@pytest.mark.parametrize("format", ["json", "ndjson", "csv", "txt"])
def test_of_a_log_in_which_one_die_was_changed_no_file_is_made(parts: DispatcherParts, tmp_path: Path, format: str) -> None:
    table = create_table(parts, HUMAN, HUMAN)
    play_out(parts.worker.handler, table)
    damaging.rewrite(parts.worker.client, table, lambda _, line: damaging.another_die(line))
    bench = Bench(parts, tmp_path)

    with pytest.raises(BrokenLog, match="does not chain"):
        export(bench, table, format)

    assert [*tmp_path.rglob("*.*")] == []
    assert Exported(parts.worker.client).find(table, format) is None
    assert parts.worker.tables.store.damaged().keys() == {table}


class Bench:
    """The tools of a worker that an export needs."""

    def __init__(self, parts: DispatcherParts, folder: Path) -> None:
        self.client: Redis = parts.worker.client
        self.tables = parts.worker.tables
        self.file_store = FileStore(str(folder), OwnPlaceId())

    def progress(self, done: float) -> None:
        """Ignore the progress."""

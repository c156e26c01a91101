"""Workers and dispatchers at a damaged table: they leave it alone, say nothing twice, and come back to it when it comes back."""

import logging
import os
from datetime import timedelta
from pathlib import Path

import pytest
from redis import Redis

from events import orders
from events.bringing_back import bring_back
from events.errors import BrokenLog, NewerLog, TableUnknown
from events.feed_group import FeedGroup
from events.keys import new_table_id
from events.moments import epoch_ms
from events.store import FeedEntry
from rules.table_orders import Create, SeatRequest
from service.codes import CODES
from tests.events import damaging
from tests.events.damaging import KINDS, Newer
from tests.workers.desks import Clock, dispatcher
from tests.workers.exports.tables import play_out
from workers.bots import turn
from workers.dispatch.desk import Desk
from workers.dispatch.dispatcher import NEWER_REST
from workers.dispatch.kinds import KINDS as CALLS
from workers.dispatch.schedule import Call
from workers.endings import Failed, failed
from workers.exports.exported import Exported
from workers.exports.shelf import Shelf
from workers.exports.task import export
from workers.reactor import GROUP, Reactor
from workers.turns import due, play

BOT = SeatRequest(kind="bot", name="Six", bot="bot_six")
HUMAN, AI = SeatRequest(kind="human"), SeatRequest(kind="ai", level="random")


def lay(desk: Desk, *seats: SeatRequest) -> str:
    """A table whose first seat begins, with a clock."""
    table = new_table_id(os.urandom(17))
    order = Create(options={"first_seat": "creator"}, seats=seats, turn_seconds=60, bot_seconds=60 if BOT in seats else None)
    desk.tools.handler.create(orders.create(table, "dicy-cards", order), "dicy-cards")
    return table


def harm(desk: Desk, table: str, kind: str = "undecodable end") -> None:
    KINDS[kind](desk.tools.client, table, desk.tools.tables.open(table).table.version)


def told(desk: Desk) -> list[FeedEntry]:
    return [*desk.tools.tables.store.follow(dict.fromkeys(desk.tools.tables.store.feed_ends(), "0-0"), 0)]


@pytest.mark.parametrize("kind", KINDS)
def test_a_job_at_a_damaged_table_ends_without_a_fault_and_it_is_not_due_again(desk: Desk, clock: Clock, kind: str) -> None:
    table = lay(desk, AI, HUMAN)
    harm(desk, table, kind)
    clock.go_on(seconds=90)

    for task in (due, play, due):
        with pytest.raises((BrokenLog, TableUnknown)) as broken:
            task(desk.tools, table)
        ending = failed(broken.value, 10)
        assert isinstance(ending, Failed)
        assert (ending.code, ending.fault, ending.error) == ("table-damaged", False, None)
        assert ending.code in CODES

    store = desk.tools.tables.store
    assert store.take_due(epoch_ms(clock()) + 10**9, 1000, 10) == []
    assert desk.tools.parked.count() == 0


def test_a_table_of_a_newer_build_stays_due(desk: Desk, clock: Clock) -> None:
    table = lay(desk, AI, HUMAN)
    damaging.append_newer(desk.tools.client, table, desk.tools.tables.open(table).table.version, Newer("table.paused", 1))
    clock.go_on(seconds=90)
    reactor = Reactor(desk.tools, FeedGroup(desk.tools.client, GROUP, "one"))

    reactor.sweep()
    with pytest.raises(NewerLog) as newer:
        due(desk.tools, table)

    ending = failed(newer.value, 10)
    assert isinstance(ending, Failed)
    assert (ending.code, ending.fault) == ("table-newer", False)
    clock.go_on(seconds=6)
    assert desk.tools.tables.store.take_due(epoch_ms(clock()), 1000, 10) == [table]


def test_a_built_in_player_answers_as_soon_as_its_table_is_brought_back(desk: Desk) -> None:
    table = lay(desk, AI, HUMAN)
    dumped = damaging.kept(desk.tools.client, table)
    harm(desk, table)
    with pytest.raises(BrokenLog):
        play(desk.tools, table)
    damaging.put_back(desk.tools.client, dumped)

    bring_back(desk.tools.tables, table)

    assert "play" in told(desk)[-1].calls
    assert told(desk)[-1].table == table
    play(desk.tools, table)
    assert 1 in desk.tools.tables.open(table).table.owing


@pytest.mark.parametrize("kind", KINDS)
def test_a_bot_is_not_asked_at_a_damaged_table_and_asked_when_it_is_brought_back(
    desk: Desk, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    table = lay(desk, BOT, HUMAN)
    decision = desk.tools.tables.open(table).table.decisions[0]
    dumped = damaging.kept(desk.tools.client, table)
    harm(desk, table, kind)
    calls = dispatcher(desk, CALLS, [turn.called])

    desk.schedule.ask(Call("turn", ("bot_six", table, "0", str(decision))), desk.now())
    assert list(turn.called(desk, told(desk)[-1])) == []
    with caplog.at_level(logging.ERROR):
        assert calls._made(Call("turn", ("bot_six", table, "0", str(decision)))) is None
    assert all(record.exc_info is None for record in caplog.records)

    damaging.put_back(desk.tools.client, dumped)
    bring_back(desk.tools.tables, table)
    assert [*turn.called(desk, told(desk)[-1])] == [Call("turn", ("bot_six", table, "0", str(decision)))]


def test_a_bot_that_only_a_newer_build_can_ask_is_asked_by_the_first_that_can(desk: Desk, clock: Clock) -> None:
    table = lay(desk, BOT, HUMAN)
    opened, dumped = desk.tools.tables.open(table), damaging.kept(desk.tools.client, table)
    entry = told(desk)[-1]
    damaging.append_newer(desk.tools.client, table, opened.table.version, Newer("table.paused", 1))
    calls = dispatcher(desk, CALLS, [turn.called])

    [look] = turn.called(desk, entry)
    assert (look.kind, look.ids[0]) == ("look", table)
    assert calls._made(look) == clock() + NEWER_REST
    assert timedelta(seconds=30) > NEWER_REST

    damaging.put_back(desk.tools.client, dumped)
    assert calls._made(look) is None
    assert desk.schedule.count() == 1


@pytest.mark.parametrize("format", ["json", "ndjson", "csv", "txt"])
def test_of_a_log_in_which_one_die_was_changed_no_file_is_made(desk: Desk, tmp_path: Path, format: str) -> None:
    table = lay(desk, HUMAN, HUMAN)
    play_out(desk.tools.handler, table)
    damaging.rewrite(desk.tools.client, table, lambda _, line: line.replace(b'"dice":[1,', b'"dice":[2,', 1))
    bench = Bench(desk, tmp_path)

    with pytest.raises(BrokenLog, match="does not chain"):
        export(bench, table, format)

    assert [*tmp_path.rglob("*.*")] == []
    assert Exported(desk.tools.client).find(table, format) is None
    assert desk.tools.tables.store.damaged().keys() == {table}


class Bench:
    """What exporting takes of a worker's tools."""

    def __init__(self, desk: Desk, folder: Path) -> None:
        self.client: Redis = desk.tools.client
        self.tables = desk.tools.tables
        self.shelf = Shelf(str(folder))

    def progress(self, done: float) -> None:
        """Nobody is told."""

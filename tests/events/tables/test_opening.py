"""Reading tables: missing ones, broken ones, and what each viewer may see."""

from datetime import UTC, datetime
from random import Random
from typing import Any

import msgspec
import pytest

from events.errors import BrokenLog, TableBusy
from events.store.event_store import Append, Appended, Conflict, IdempotencyRecord, Key, Snapshot, StoreUnavailable
from events.store.memory_store import MemoryStore
from events.tables import keyed_orders
from events.tables.envelope import NO_HASH, write_line
from events.tables.handler import MOST_LOST_RACES, Handler
from events.tables.keyed_orders import Holder
from events.tables.opening import Tables, read_events
from events.tables.presenting import present_event, present_table
from rules.registry import games
from rules.table_commands import Create, SeatRequest

TABLE = "p01-" + "0" * 26
GAMES = games()
ROLL = GAMES["dicy-cards"].commands["roll"]


class Rival(MemoryStore):
    """A store in which another process always appends first."""

    def append(self, batch: Append) -> Appended | IdempotencyRecord | Conflict:
        return Conflict(batch.expected + 1) if batch.expected else super().append(batch)


def at(store: MemoryStore) -> Handler:
    handler = Handler(Tables(store, GAMES, lambda: datetime(2026, 11, 27, tzinfo=UTC)), Random(3).randbytes)
    order = Create(options={"first_seat": "creator"}, seats=(SeatRequest(kind="human"),) * 2)
    handler.create(keyed_orders.create(TABLE, "dicy-cards", order), "dicy-cards")
    return handler


def written(event_type: str, data: dict[str, Any]) -> Tables:
    """A store whose only table begins with this event."""
    store = MemoryStore()
    at = "2026-11-27T00:00:00.000Z"
    body = {"table": TABLE, "version": 1, "type": event_type, "schema": 1, "seat": None, "at": at, "decision": None, "data": data}
    line = write_line(NO_HASH, body, "create")
    store.append(Append(TABLE, 0, NO_HASH, Key("create", ""), [line], [event_type], Snapshot(1, line.hash, b"")))
    return Tables(store, GAMES, lambda: datetime(2026, 11, 27, tzinfo=UTC))


def test_a_move_that_always_loses_the_race_is_given_up_with_nothing_stored() -> None:
    handler = at(Rival())
    before = handler.tables.open(TABLE).table

    with pytest.raises(TableBusy):
        handler.execute(keyed_orders.move(TABLE, Holder(0, 2), ROLL(), before.decisions[0]))

    assert handler.tables.open(TABLE).table == before
    assert MOST_LOST_RACES > 1


@pytest.mark.parametrize(("event_type", "data"), [("table.created", {"game": "chess"}), ("table.started", {"client_seeds": []})])
def test_a_log_that_begins_with_an_unknown_game_or_another_event_is_broken(event_type: str, data: dict[str, Any]) -> None:
    with pytest.raises(BrokenLog, match="begins with"):
        written(event_type, data).open(TABLE)


def test_a_snapshot_of_the_newest_version_is_the_table_at_that_version() -> None:
    tables = at(MemoryStore()).tables
    newest = tables.open(TABLE)

    assert tables.open_at(TABLE, newest.table.version) == newest


def test_a_log_that_ends_too_early_is_broken() -> None:
    tables = at(MemoryStore()).tables
    loaded = tables.open(TABLE)

    with pytest.raises(BrokenLog, match="ends after version"):
        list(tables.recorded_events(loaded.codec, TABLE, 0, loaded.table.version + 1))


def test_lines_that_cannot_be_read_or_are_out_of_place_are_told_apart_from_events() -> None:
    tables = at(MemoryStore()).tables
    codec, line = tables.open(TABLE).codec, tables.store.read(TABLE, 0, 1)[0]

    with pytest.raises(BrokenLog, match="unreadable"):
        list(read_events(codec, [b"{"], 0))
    with pytest.raises(BrokenLog, match="belongs"):
        list(read_events(codec, [line], 1))


def test_a_snapshot_with_lines_after_it_is_folded_on() -> None:
    handler = at(MemoryStore())
    older = handler.tables.store.load(TABLE, None, 0).snapshot
    assert older is not None
    loaded = handler.execute(keyed_orders.move(TABLE, Holder(0, 2), ROLL(), handler.tables.open(TABLE).table.decisions[0])).loaded

    store = handler.tables.store
    assert isinstance(store, MemoryStore)
    store._stored[TABLE].snapshot = older

    assert handler.tables.open(TABLE).table == loaded.table
    assert handler.tables.open(TABLE).head == loaded.head


def test_a_table_without_a_snapshot_is_read_from_its_log_and_gets_one() -> None:
    handler = at(MemoryStore())
    store, loaded = handler.tables.store, handler.tables.open(TABLE)
    assert isinstance(store, MemoryStore)
    store._stored[TABLE].snapshot = None

    assert handler.tables.open(TABLE) == loaded
    assert store.load(TABLE, None, 0).snapshot is not None


class ReadOnly(MemoryStore):
    """A store that no longer accepts writes."""

    def keep_snapshot(self, table: str, snapshot: Snapshot, erasures: int = 0) -> None:
        raise StoreUnavailable


def test_a_store_that_takes_no_writes_can_still_be_read() -> None:
    handler = at(ReadOnly())
    store, loaded = handler.tables.store, handler.tables.open(TABLE)
    assert isinstance(store, ReadOnly)
    store._stored[TABLE].snapshot = None

    assert handler.tables.open(TABLE) == loaded


def test_what_is_told_of_a_running_table_names_fields_and_of_a_finished_one_shows_all() -> None:
    handler = at(MemoryStore())
    loaded = handler.tables.open(TABLE)
    created = next(handler.tables.recorded_events(loaded.codec, TABLE, 0, 1))

    told = present_event(loaded, created, None)
    hidden = present_event(loaded, created._replace(recorded=with_field(created.recorded, "planted", "marker")), None)

    assert msgspec.json.decode(told["data"]) == msgspec.json.decode(created.recorded.data)
    assert "planted" not in hidden["data"]
    assert present_table(loaded, None)["fairness"]["secret"] is None

    over = handler.execute(keyed_orders.leave(TABLE, Holder(0, 2))).loaded
    open_book = present_event(over, created._replace(recorded=with_field(created.recorded, "planted", "marker")), None)
    assert msgspec.json.decode(open_book["data"])["planted"] == "marker"
    assert present_table(over, None)["fairness"]["secret"] == over.table.secret


def with_field(recorded: Any, name: str, value: str) -> Any:
    """The envelope with one more field in its data, which is in no list of visible fields."""
    data = {**msgspec.json.decode(recorded.data), name: value}
    return msgspec.structs.replace(recorded, data=msgspec.Raw(msgspec.json.encode(data)))

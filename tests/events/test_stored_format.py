"""All data that any build stored can still be read: samples, old schemas, snapshots, the hash chain."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.errors import BrokenLog
from events.store.event_store import Snapshot
from events.store.memory_store import MemoryStore
from events.tables import keyed_orders
from events.tables.codec import BLINDING, DIGEST_BYTES, Codec
from events.tables.envelope import NamedPlayer, canonical, chained, read_line, write_line
from events.tables.handler import Handler
from events.tables.opening import Tables
from events.timestamps import stamp
from rules.game import AddedMembers, AnyGame
from rules.registry import games
from rules.table_commands import Create, SeatRequest
from rules.table_events import TABLE_EVENTS
from rules.table_state import Table
from rules.table_view import hides

SAMPLES = sorted((Path(__file__).parent.parent / "samples").glob("*.json"))
GAMES = games()
TABLE = "p00-" + "0" * 26
TYPES = {event.type: event for event in (*TABLE_EVENTS, *(event for game in GAMES.values() for event in game.events))}


def codec_of(event_type: str) -> Codec:
    return Codec(GAMES.get(event_type.partition(".")[0], next(iter(GAMES.values()))))


def test_every_type_has_a_sample_of_every_schema_it_ever_had() -> None:
    wanted = {f"{name}@{schema}" for name, event in TYPES.items() for schema in range(1, event.schema + 1)}
    assert wanted == {sample.stem for sample in SAMPLES}


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.stem)
def test_a_sample_is_read_as_an_event_of_today_and_written_as_it_was(sample: Path) -> None:
    line = canonical(msgspec.json.decode(sample.read_bytes()))
    recorded = read_line(line)
    codec = codec_of(recorded.type)

    event = codec.event(recorded)

    assert type(event) is TYPES[recorded.type]
    assert getattr(event, "seat", None) == recorded.seat
    if recorded.schema == type(event).schema:
        stored = msgspec.json.decode(recorded.data)
        blinding = {BLINDING: stored[BLINDING]} if hides(codec.game, event, codec.data(event)) else {}
        beside = {"name": None} if recorded.named is not None else {}
        assert canonical({**codec.data(event), **blinding, **beside}) == canonical(stored)


@dataclass(frozen=True, slots=True, kw_only=True)
class Waved:
    """An event whose schema changed twice: first `how` was added, then `times`."""

    type: ClassVar[str] = "waving.waved"
    schema: ClassVar[int] = 3
    seat: int
    how: str
    times: int


def waving(**changes: Any) -> Codec:
    added: AddedMembers = {("waving.waved", 2): {"how": "left"}, ("waving.waved", 3): {"times": 1}}
    game: AnyGame = replace(next(iter(GAMES.values())), events=(Waved,), added_members=added, **changes)
    return Codec(game)


def stored(schema: int, data: dict[str, Any], event_type: str = "waving.waved", version: int = 1) -> bytes:
    body = {"table": "t", "version": version, "type": event_type, "schema": schema, "seat": 2, "at": "", "decision": None, "data": data}
    return write_line("", body, "key").plain("t", version)


@pytest.mark.parametrize(("schema", "data"), [(1, {}), (2, {"how": "left"}), (3, {"how": "left", "times": 1})])
def test_old_events_are_raised_one_schema_at_a_time_while_they_are_read(schema: int, data: dict[str, Any]) -> None:
    assert waving().facts([stored(schema, data)], 0) == [Waved(seat=2, how="left", times=1)]


@pytest.mark.parametrize(
    "line",
    [
        stored(4, {"how": "left", "times": 1}),
        stored(0, {}),
        stored(1, {}, "waving.unknown"),
        stored(3, {"how": 1, "times": 1}),
        stored(3, {"how": "left"}),
        stored(3, {"how": "left", "times": 1}, version=2),
        b"no json",
        b"{}",
    ],
)
def test_what_cannot_be_read_is_said_loudly(line: bytes) -> None:
    with pytest.raises(BrokenLog):
        waving().facts([line], 0)


def test_a_schema_without_its_history_is_said_loudly() -> None:
    codec = Codec(replace(waving().game, added_members={}))
    with pytest.raises(BrokenLog, match="schema 1"):
        codec.facts([stored(1, {})], 0)


def test_a_changed_byte_breaks_the_chain() -> None:
    body = {
        "table": "t",
        "version": 1,
        "type": "test.happened",
        "schema": 1,
        "seat": 2,
        "at": "",
        "decision": None,
        "data": {"dice": [1, 2]},
    }
    link = write_line("", body, "k").hash
    assert chained("", body) == link
    assert chained("", body | {"data": {"dice": [1, 3]}}) != link
    assert chained("0", body) != link


@given(
    previous=st.just("") | st.binary(min_size=32, max_size=32).map(bytes.hex),
    texts=st.fixed_dictionaries({"type": st.text(), "at": st.datetimes(timezones=st.just(UTC)).map(stamp)}),
    numbers=st.fixed_dictionaries(
        {"seat": st.none() | st.integers(0, 99), "decision": st.none() | st.integers(0), "schema": st.integers(1, 99)}
    ),
    data=st.dictionaries(st.text(), st.recursive(st.none() | st.integers(-(2**63), 2**63 - 1) | st.text(), st.lists)),
    key=st.text(),
    named=st.none() | st.builds(NamedPlayer, st.text(), st.binary(min_size=16, max_size=16).map(bytes.hex)),
)
def test_a_line_that_is_written_from_its_parts_is_the_canonical_json_of_its_envelope(
    previous: str, texts: dict[str, str], numbers: dict[str, int], data: dict[str, Any], key: str, named: NamedPlayer | None
) -> None:
    body = {"table": TABLE, "version": 7, **texts, **numbers, "data": data}
    beside = {} if named is None else {"named": named}

    line = write_line(previous, body, key, named)

    assert line.hash == chained(previous, body)
    assert line.plain(TABLE, 7) == canonical({**body, **beside, "key": key, "hash": line.hash})
    assert write_line(previous, {**body, "data": msgspec.Raw(canonical(data))}, key, named) == line


# --- snapshots ----------------------------------------------------------------------------------------------------------------


def created_table() -> tuple[MemoryStore, Tables]:
    store = MemoryStore()
    tables = Tables(store, GAMES, lambda: datetime(2026, 11, 27, tzinfo=UTC))
    order = Create(options={}, seats=(SeatRequest(kind="human"),) * 2)
    Handler(tables, Random(1).randbytes).create(keyed_orders.create(TABLE, "dicy-cards", order), "dicy-cards")
    return store, tables


def spoiled(store: MemoryStore, tables: Tables) -> dict[str, bytes]:
    """Snapshots with the right version and hash that must not be used to read a table."""
    snapshot = store.load(TABLE, None, 0).snapshot
    assert snapshot is not None
    seal, body = snapshot.body[:DIGEST_BYTES], snapshot.body[DIGEST_BYTES:]
    state = msgspec.json.decode(body)
    older = {field: value for field, value in state.items() if field != "draws"}
    codec, loaded = tables.codecs["dicy-cards"], tables.open(TABLE)

    def frozen(codec: Codec = codec, table_id: str = TABLE, head: str = loaded.head, table: Table[Any] = loaded.table) -> bytes:
        return codec.freeze(table_id, head, table).body

    return {
        "a field missing": seal + msgspec.json.encode(older),
        "a field more": seal + msgspec.json.encode({**state, "more": 1}),
        "cut off": snapshot.body[:-7],
        "no JSON": seal + b"{",
        "another game": frozen(Codec(replace(codec.game, name="chess"))),
        "other rules": frozen(Codec(replace(codec.game, ruleset=99))),
        "of another table": frozen(table_id="p01-" + "0" * 26),
        "of another branch of the log": frozen(head="0" * 64),
        "nothing": b"",
        "of another version": frozen(table=replace(loaded.table, version=1)),
    }


def test_a_snapshot_is_read_whatever_the_docstrings_say(monkeypatch: pytest.MonkeyPatch) -> None:
    store, tables = created_table()
    snapshot = store.load(TABLE, None, 0).snapshot
    assert snapshot is not None
    game = tables.codecs["dicy-cards"].game

    monkeypatch.setattr(Table, "__doc__", "A table.")
    monkeypatch.setattr(game.state, "__doc__", "A state.")

    assert Codec(game).thaw(TABLE, snapshot) == tables.open(TABLE).table


@pytest.mark.parametrize("spoiling", list(spoiled(*created_table())))
def test_a_snapshot_that_does_not_fit_is_ignored_with_one_warning_and_made_anew(spoiling: str, caplog: pytest.LogCaptureFixture) -> None:
    store, tables = created_table()
    right = tables.open(TABLE)
    store.keep_snapshot(TABLE, Snapshot(right.table.version, right.head, spoiled(store, tables)[spoiling]))

    assert tables.open(TABLE) == right
    assert tables.open(TABLE) == right
    assert [record.levelname for record in caplog.records] == ["WARNING"]

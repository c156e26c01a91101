"""The export task: after any fault of the file or the job, a repeated request gives the same file."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest
from redis import Redis

from events.archive.marked_place import OwnPlaceId
from events.errors import TableUnknown
from events.store.event_store import StoreUnavailable
from events.store.keys import exports_key
from events.store.redis_connection import connect
from events.store.redis_store import RedisStore
from events.tables.handler import Handler
from events.tables.opening import Tables
from rules.dicy_cards.players.tables import named
from rules.dicy_cards.setup import GLACIAL, Five
from rules.rejected import Rejected
from tests.full_disk import room_for
from tests.rules.dicy_cards.by_values import table as values_of
from tests.workers.exports.tables import GAMES, create_table, play_out, ticking
from workers.exports.exported import Export, Exported
from workers.exports.file_store import FileStore
from workers.exports.format import FOLDED_PROGRESS, formats
from workers.exports.task import REJECTIONS, export
from workers.values.kept import KeptTables


@dataclass
class Bench:
    """The tools of a worker, on a real store; `told` is the reported progress."""

    client: Redis
    tables: Tables
    folder: Path
    told: list[float] = field(default_factory=list)

    @property
    def file_store(self) -> FileStore:
        return FileStore(str(self.folder), OwnPlaceId())

    @property
    def progress(self) -> Callable[[float], None]:
        return self.told.append


@pytest.fixture
def client(fresh_store_url: str) -> Iterator[Redis]:
    with connect(fresh_store_url) as client:
        yield client


@pytest.fixture
def handler(client: Redis) -> Handler:
    return Handler(Tables(RedisStore(client), GAMES, ticking()), Random(1).randbytes)


@pytest.fixture
def bench(client: Redis, handler: Handler, tmp_path: Path) -> Bench:
    return Bench(client, handler.tables, tmp_path)


def finished(handler: Handler) -> str:
    table = create_table(handler, "Ada", "Grace")
    play_out(handler, table)
    return table


def test_an_export_that_finds_no_room_leaves_nothing_and_is_made_when_there_is_some(bench: Bench, handler: Handler) -> None:
    table = finished(handler)

    with room_for(1000), pytest.raises(OSError, match="File too large"):
        export(bench, table, "json")

    assert {path.name for path in bench.folder.iterdir()} == {"README"}
    assert Exported(bench.client).all(table) == {}
    assert bench.file_store.size(export(bench, table, "json")["address"]) is not None


@pytest.mark.parametrize("format", formats())
def test_a_finished_table_becomes_a_file_that_is_found_again(bench: Bench, handler: Handler, format: str) -> None:
    table = finished(handler)

    made = export(bench, table, format)

    data = bench.file_store.read(made["address"])
    assert made["address"].endswith(f".{formats()[format].extension}")
    assert made == {
        "address": made["address"],
        "size": len(data),
        "media_type": formats()[format].media_type,
        "version": handler.tables.open(table).table.version,
    }
    assert Exported(bench.client).all(table) == {format: Export(**made)}


@pytest.mark.parametrize(("format", "reached"), [("txt", FOLDED_PROGRESS), ("review", 0.1)])
def test_progress_goes_on_to_the_end(bench: Bench, handler: Handler, format: str, reached: float) -> None:
    export(bench, finished(handler), format)

    assert bench.told == sorted(bench.told)
    assert bench.told[0] >= 0
    assert reached in bench.told
    assert bench.told[-1] == 1.0


def test_the_progress_of_a_review_moves_while_it_judges(bench: Bench, handler: Handler) -> None:
    export(bench, finished(handler), "review")

    assert len([progress for progress in bench.told if 0.525 < progress < 0.95]) > 3


def test_a_review_judges_by_the_table_of_values_that_a_worker_has_computed_and_is_made_again_byte_by_byte(
    bench: Bench, handler: Handler
) -> None:
    cards: Five = ("any-two", "sixes", "pair-doubled", "three-lowest", "forty-minus")
    put = KeptTables(bench.client, lambda: bench.file_store).put(named(cards, 2), values_of(GLACIAL))
    table = create_table(handler, "Ada", "Grace", options={"mode": "custom", "cards": cards})
    play_out(handler, table)

    made = export(bench, table, "review")

    data = bench.file_store.read(made["address"])
    (bench.folder / made["address"]).unlink()
    assert json.loads(data)["values"] == put.checksum
    assert export(bench, table, "review") == made
    assert bench.file_store.read(made["address"]) == data


def test_what_is_there_already_is_answered_without_making_it_again(bench: Bench, handler: Handler) -> None:
    table = finished(handler)
    made = export(bench, table, "csv")
    before = (bench.folder / made["address"]).stat().st_mtime_ns
    bench.told.clear()

    assert export(bench, table, "csv") == made

    assert bench.told == [1.0]
    assert (bench.folder / made["address"]).stat().st_mtime_ns == before


def test_a_file_that_was_deleted_is_made_again_byte_by_byte(bench: Bench, handler: Handler) -> None:
    table = finished(handler)
    made = export(bench, table, "html")
    data = bench.file_store.read(made["address"])
    (bench.folder / made["address"]).unlink()

    assert export(bench, table, "html") == made

    assert bench.file_store.read(made["address"]) == data


def test_an_index_that_was_lost_is_found_again_by_the_content(bench: Bench, handler: Handler) -> None:
    table = finished(handler)
    made = export(bench, table, "svg")
    bench.client.delete(exports_key(table))

    assert export(bench, table, "svg") == made

    assert len(list(bench.folder.glob("*.*"))) == 1


@pytest.mark.parametrize("kept", [b"", b"nonsense", b"{}", b'{"address":"../x.txt","size":1,"media_type":"a\\r\\nb: c","version":1}'])
def test_an_index_that_cannot_be_read_is_as_good_as_none(bench: Bench, handler: Handler, kept: bytes) -> None:
    table = finished(handler)
    made = export(bench, table, "svg")
    bench.client.hset(exports_key(table), "svg", kept)

    assert Exported(bench.client).find(table, "svg") is None
    assert Exported(bench.client).all(table) == {}
    assert export(bench, table, "svg") == made

    assert Exported(bench.client).find(table, "svg") == Export(**made)


def test_what_is_forgotten_is_not_known_any_more_and_nothing_else(bench: Bench, handler: Handler) -> None:
    table = finished(handler)
    made = {name: export(bench, table, name) for name in ("csv", "svg")}

    Exported(bench.client).delete(table, "svg")

    assert Exported(bench.client).all(table) == {"csv": Export(**made["csv"])}


def test_formats_of_one_table_lie_side_by_side(bench: Bench, handler: Handler) -> None:
    table = finished(handler)

    made = {name: export(bench, table, name) for name in formats()}

    assert {name: kept.address for name, kept in Exported(bench.client).all(table).items()} == {
        name: one["address"] for name, one in made.items()
    }
    assert len(list(bench.folder.glob("*.*"))) == len(formats()) == 7


def test_a_table_that_is_still_played_is_refused_and_nothing_is_written(bench: Bench, handler: Handler) -> None:
    with pytest.raises(Rejected) as refused:
        export(bench, create_table(handler, "Ada", "Grace"), "json")

    assert refused.value.code == "table-not-finished"
    assert refused.value.code in REJECTIONS
    assert list(bench.folder.glob("*.*")) == []


def test_unknown_formats_and_tables_are_refused(bench: Bench, handler: Handler) -> None:
    with pytest.raises(Rejected) as refused:
        export(bench, finished(handler), "pdf")
    assert refused.value.code == "format-unknown"
    assert refused.value.code in REJECTIONS

    with pytest.raises(TableUnknown):
        export(bench, "p01-" + "0" * 26, "json")


def test_nothing_is_known_of_a_table_that_was_never_exported(bench: Bench) -> None:
    assert Exported(bench.client).find("p01-" + "0" * 26, "json") is None
    assert Exported(bench.client).all("p01-" + "0" * 26) == {}


def test_a_store_that_does_not_answer_is_said_to_be_away() -> None:
    with connect("redis://127.0.0.1:1", timeout=0.2, retries=0) as away, pytest.raises(StoreUnavailable):
        Exported(away).find("p01-" + "0" * 26, "json")

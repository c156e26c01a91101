"""Tables of values are asked for once, computed by a job, kept in the file store, and computed again when they are damaged."""

from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path

import pytest
from redis import Redis

from events.archive.marked_place import StoredPlaceId
from events.store.redis_connection import connect
from events.tables import keyed_orders
from rules.dicy_cards.players.tables import named
from rules.dicy_cards.setup import GLACIAL, Five
from rules.registry import games
from rules.table_commands import Create, SeatRequest
from rules.table_events import ValuesUsed
from tests.rules.dicy_cards.by_values import table
from workers.exports.file_store import FileStore
from workers.jobs.built_in_moves import advise, play
from workers.jobs.parts import WorkerParts, worker_parts
from workers.jobs.queue_server import QueueUnavailable
from workers.jobs.tasks import TASKS
from workers.values.kept import KeptTables
from workers.values.library import ASKED_AGAIN_AFTER, MOST_AT_HAND, Library
from workers.values.shipped import shipped
from workers.values.task import compute

CARDS: Five = ("any-two", "sixes", "pair-doubled", "three-lowest", "forty-minus")
NAME = named(CARDS, 2)
DATA = table(GLACIAL)
"""Any table will do for these tests: for other cards it only plays badly."""


class World:
    """A store, a folder for files, and a library whose clock the test sets."""

    def __init__(self, client: Redis, folder: Path) -> None:
        self.client, self.folder = client, folder
        self.running = 0.0
        self.asked: list[str] = []
        self.kept = KeptTables(client, cache(partial(FileStore, str(folder), StoredPlaceId(client))))

    def library(self, ask: Callable[[str], object] | None = None) -> Library:
        """That of a new process."""
        return Library(self.kept, self.asked.append if ask is None else ask, lambda: self.running)

    def damage(self) -> None:
        for file in self.folder.glob("*.*"):
            file.write_bytes(b"x" + file.read_bytes()[1:])


@pytest.fixture
def world(fresh_store_url: str, tmp_path: Path) -> Iterator[World]:
    client = connect(fresh_store_url)
    yield World(client, tmp_path / "files")
    client.close()


def test_a_table_that_is_not_there_is_asked_for_once_in_a_while(world: World) -> None:
    library = world.library()

    assert [library(NAME) for _ in range(3)] == [None] * 3
    assert world.asked == [NAME]

    world.running += ASKED_AGAIN_AFTER
    assert library(NAME) is None
    assert world.asked == [NAME, NAME]


def test_a_queue_that_is_away_stops_no_player(world: World) -> None:
    def ask(_name: str) -> None:
        raise QueueUnavailable

    assert world.library(ask)(NAME) is None


def test_a_table_that_was_computed_is_found_by_every_process(world: World) -> None:
    library = world.library()
    library(NAME)

    put = world.kept.put(NAME, DATA)

    assert library(NAME) == world.library()(NAME) == put
    assert put.data == DATA
    assert world.asked == [NAME]


def test_tables_of_the_package_need_no_job(world: World) -> None:
    assert world.library()(named(GLACIAL, 2)) is not None
    assert world.asked == []


def test_a_damaged_table_is_not_used_and_asked_for_again(world: World) -> None:
    put = world.kept.put(NAME, DATA)
    world.damage()

    assert world.library()(NAME) is None
    assert world.asked == [NAME]

    assert world.kept.put(NAME, DATA) == put
    assert world.library()(NAME) == put


def test_a_process_has_a_bounded_number_of_tables_at_hand(world: World) -> None:
    library, names = world.library(), [f"table-{number}" for number in range(MOST_AT_HAND + 4)]
    for name in names:
        world.kept.put(name, DATA)

    assert all(library(name) is not None for name in names)

    world.damage()
    assert [name for name in names if library(name) is not None] == names[4:]


# --- the job ---


@pytest.fixture
def parts(fresh_store_url: str, tmp_path: Path) -> Iterator[WorkerParts]:
    made = worker_parts(fresh_store_url, games(), TASKS, str(tmp_path / "files"))
    yield made
    made.client.close()


def test_the_job_does_not_compute_a_table_that_is_there(parts: WorkerParts) -> None:
    put = KeptTables(parts.client, parts.open_file_store).put(NAME, DATA)

    assert compute(parts, NAME) == {"name": NAME, "checksum": put.checksum, "size": len(DATA)}


@pytest.mark.parametrize("name", ["dicy-cards-0-abcde-2", "ice-dice-1-abcde-2", "dicy-cards", ""])
def test_the_job_computes_nothing_under_another_name(parts: WorkerParts, name: str) -> None:
    with pytest.raises(ValueError, match="has the name"):
        compute(parts, name)


@pytest.mark.parametrize("name", ["../tables/dicy-cards-1-abcde-2", "dicy-cards-1-hijkl-2", ""])
def test_the_package_has_no_table_under_another_name(name: str) -> None:
    assert shipped(name) is None


def test_a_game_without_its_table_asks_for_the_job_and_goes_on_with_the_table(parts: WorkerParts) -> None:
    seats = (SeatRequest(kind="human"), SeatRequest(kind="ai", level="expert"))
    options = {"mode": "custom", "cards": [*CARDS], "first_seat": "creator"}
    created = parts.handler.create(keyed_orders.create("p03-" + "0" * 26, "dicy-cards", Create(options=options, seats=seats)), "dicy-cards")
    loaded, job = created.loaded, f"values-{NAME}"

    advise(parts, loaded.id, 0, loaded.table.decisions[0], "expert")
    state = parts.jobs.find(job)
    put = KeptTables(parts.client, parts.open_file_store).put(NAME, DATA)
    holder = keyed_orders.Holder(0, loaded.table.seats[0].taken)
    parts.handler.execute(keyed_orders.move(loaded.id, holder, loaded.game.commands["skip"](), loaded.table.decisions[0]))
    play(parts, loaded.id)

    assert state is not None
    assert (state.task, state.ids, state.status) == ("values", (NAME,), "queued")
    after = parts.tables.open(loaded.id)
    recorded = parts.tables.recorded_events(after.codec, after.id, 0, after.table.version)
    assert [fact.values for _, fact in recorded if isinstance(fact, ValuesUsed)] == [put.checksum]

"""Tables are removed when their retention time is over, by any process that makes the next step."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest

from events.archive.marked_place import StoredPlaceId
from events.limits import DEFAULT_LIMITS
from events.projections.generations import Generations
from events.projections.projector import Projector
from events.projections.read_model import ReadModel
from events.projections.rebuild import rebuild
from events.store.keys import PARTITIONS, leftovers_key, new_table_id, service_key
from events.store.redis_store import RedisStore
from events.tables import keyed_orders
from events.tables.forking import Fork, fork
from events.tables.handler import Handler
from events.tables.keyed_orders import Holder
from events.tables.opening import Tables
from rules.registry import games
from rules.table_commands import Create, SeatRequest, Sit
from workers.exports.exported import Export, Exported
from workers.exports.file_store import FileStore
from workers.exports.task import export
from workers.jobs.parts import WorkerParts
from workers.jobs.parts import worker_parts as make_tools
from workers.jobs.tasks import TASKS
from workers.retention.removing import FORK_CREATED_WITHIN_MS, clean, remove
from workers.retention.retention import Retention

HUMAN, OPEN, AI = SeatRequest(kind="human"), SeatRequest(kind="open"), SeatRequest(kind="ai", level="random")


class World:
    """One store, a clock that the test advances, and the tools of a worker."""

    def __init__(self, url: str, folder: str) -> None:
        self.time = datetime(2026, 11, 28, 12, tzinfo=UTC)
        self.chance = Random(7)
        made = make_tools(url, games(), TASKS, folder)
        self.client = made.client
        tables = Tables(RedisStore(made.client, archive=made.archive), games(), lambda: self.time)
        file_store = FileStore(folder, StoredPlaceId(made.client))
        self.tools: WorkerParts = replace(made, handler=Handler(tables, self.chance.randbytes), open_file_store=lambda: file_store)
        self.tables = tables
        self.file_store = file_store

    def passes(self, **time: float) -> None:
        self.time += timedelta(**time)

    def create_table(self, *seats: SeatRequest, abandon_after: int | None = 600) -> str:
        table = new_table_id(self.chance.randbytes(17))
        order = Create(options={}, seats=seats or (HUMAN, OPEN), abandon_after=abandon_after)
        self.tools.handler.create(keyed_orders.create(table, "dicy-cards", order, creator="key:one"), "dicy-cards")
        return table

    def leave(self, table: str) -> None:
        taken = self.tables.open(table).table.seats[0].taken
        self.tools.handler.execute(keyed_orders.leave(table, Holder(0, taken)))

    def finish(self, table: str) -> str:
        while (loaded := self.tables.open(table)).table.status == "playing":
            seat = loaded.table.owing[0]
            holder = Holder(seat, loaded.table.seats[seat].taken)
            self.tools.handler.execute(keyed_orders.automatic(table, holder, loaded.table.decisions[seat], attended=True))
        return table

    def fork(self, source: str) -> str:
        table = new_table_id(self.chance.randbytes(17))
        order = fork(self.tables, self.tables.open(source), Fork(12))
        self.tools.handler.create(keyed_orders.create(table, "dicy-cards", order), "dicy-cards")
        return table

    def walk(self, **limits: Any) -> int:
        """Walk once through the whole store; return the number of removed tables."""
        retention = Retention(replace(self.tools, limits=replace(DEFAULT_LIMITS, **limits)), step_ms=1)
        removed = 0
        while True:
            self.client.delete(service_key("retention"))
            removed += retention.step()
            if self.client.get(service_key("retention:place")) == b"":
                return removed

    def left(self, table: str) -> list[str]:
        """The keys that name the table."""
        return [key.decode() for key in self.client.scan_iter(f"*{table}*")]

    def leftovers(self) -> int:
        return sum(self.client.hlen(leftovers_key(partition)) for partition in PARTITIONS)


@pytest.fixture
def world(fresh_store_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    world = World(fresh_store_url, str(tmp_path_factory.mktemp("shelf")))
    yield world
    world.client.close()


def test_a_table_that_was_abandoned_before_its_start_is_removed_a_day_later(world: World) -> None:
    table = world.create_table()
    world.leave(table)

    world.passes(hours=23)
    assert world.walk() == 0
    world.passes(hours=1)
    assert world.walk() == 1

    assert world.left(table) == []
    assert world.tables.store.was_removed(table)


def test_a_table_that_still_waits_for_players_is_not_removed(world: World) -> None:
    world.create_table()

    world.passes(days=20)

    assert world.walk(finished_kept=1) == 0


def test_an_old_table_that_would_wait_for_ever_is_removed_in_the_end(world: World) -> None:
    table = world.create_table(abandon_after=None)

    world.passes(days=30)
    assert world.walk() == 0
    world.passes(days=1)
    assert world.walk() == 1
    assert world.left(table) == []


@pytest.mark.parametrize("reason", ["inactive", "closed"])
def test_a_table_that_was_closed_because_nobody_acted_or_by_its_operator_is_kept_for_a_month(world: World, reason: str) -> None:
    table = world.create_table(HUMAN, HUMAN)
    world.passes(minutes=11)
    version = world.tables.open(table).table.version
    world.tools.handler.execute(keyed_orders.close(table) if reason == "closed" else keyed_orders.abandon(table, version))

    world.passes(days=29)
    assert world.walk() == 0
    world.passes(days=1)
    assert world.walk() == 1


def test_a_finished_game_is_kept_for_ever_unless_the_operator_says_otherwise(world: World) -> None:
    world.finish(world.create_table(AI, AI))

    world.passes(days=3000)

    assert world.walk() == 0
    assert world.walk(finished_kept=3001) == 0
    assert world.walk(finished_kept=3000) == 1


def test_exports_go_with_their_table(world: World) -> None:
    table = world.finish(world.create_table(AI, AI))
    for name in ("json", "csv"):
        export(world.tools, table, name)
    addresses = [made.address for made in Exported(world.client).all(table).values()]
    assert all(world.file_store.size(address) for address in addresses)
    world.client.set(service_key(f"told:whk_a:{table}"), "5-00000000")
    world.client.hset(service_key("webhooks"), "whk_a", "{}")

    world.passes(days=2)
    assert world.walk(finished_kept=1) == 1
    clean(world.tools)

    assert [world.file_store.size(address) for address in addresses] == [None, None]
    assert world.left(table) == []
    assert world.leftovers() == 0


def test_whoever_is_interrupted_after_the_removal_the_next_one_deletes_the_files(world: World) -> None:
    table = world.finish(world.create_table(AI, AI))
    address = export(world.tools, table, "json")["address"]
    remove(world.tools, table)
    assert world.file_store.size(address) is not None

    assert clean(world.tools) == 1
    assert clean(world.tools) == 0

    assert world.file_store.size(address) is None


def test_a_file_that_is_made_while_its_table_is_removed_does_not_stay(world: World) -> None:
    table = world.finish(world.create_table(AI, AI))
    made = export(world.tools, table, "json")
    remove(world.tools, table)

    kept = Exported(world.client).record(table, "json", Exported(world.client).find(table, "json") or _as_export(made))

    assert not kept
    assert [key for key in world.left(table) if key.endswith(":exports")] == []


def _as_export(made: dict[str, object]) -> Export:
    return Export(address=str(made["address"]), size=1, media_type="text/plain", version=1)


def test_the_source_of_a_fork_stays_as_long_as_the_fork_is_there(world: World) -> None:
    source = world.finish(world.create_table(AI, AI))
    other = world.fork(source)
    world.passes(days=2)

    assert world.walk(finished_kept=1) == 0
    assert world.tables.open(source).table.status == "finished"
    remove(world.tools, other)

    assert world.walk(finished_kept=1) == 1
    assert world.left(source) == []


def test_a_fork_that_was_never_created_holds_its_source_for_an_hour_only(world: World) -> None:
    source = world.finish(world.create_table(AI, AI))
    world.passes(days=2)
    world.tables.store.note_fork(source, new_table_id(world.chance.randbytes(17)), int(world.time.timestamp() * 1000))

    assert world.walk(finished_kept=1) == 0
    world.passes(milliseconds=FORK_CREATED_WITHIN_MS + 1)

    assert world.walk(finished_kept=1) == 1


def test_lists_lose_the_table_without_taking_it_for_damaged(world: World) -> None:
    generations = Generations(world.client)
    projector = Projector(world.tables, generations, sleep=lambda _: None)
    lobby = ReadModel(world.client, world.tables.store, lambda: datetime.now(UTC))
    projector.step(0)
    table, other = world.create_table(), world.create_table()
    projector.step(0)
    world.tools.handler.execute(keyed_orders.sit(table, Sit(name="Ann"), "idempotency-000001"))

    remove(world.tools, table)  # the feed still contains an append that the lists have not seen
    projector.step(0)

    assert [told.table for told in lobby.list()[0]] == [other]
    assert world.tables.store.damaged() == {}
    assert [key for key in world.left(table) if "lobby" in key] == []
    position = generations.current()
    assert position is not None
    assert generations.known(position, [table])[table] == (0, None)


def test_a_rebuild_passes_over_what_was_removed(world: World) -> None:
    table, other = world.create_table(), world.create_table()
    remove(world.tools, table)
    generations = Generations(world.client)

    left_out = rebuild(world.tables, generations, lambda _done, _of: None)

    lobby = ReadModel(world.client, world.tables.store, lambda: datetime.now(UTC))
    assert (left_out.damaged, left_out.waiting) == ({}, {})
    assert [told.table for told in lobby.list()[0]] == [other]


def test_two_processes_share_the_steps(world: World) -> None:
    first, second = (Retention(world.tools, step_ms=60_000) for _ in range(2))
    table = world.create_table()
    world.leave(table)
    world.passes(days=2)

    assert (first.step(), second.step()) == (1, 0)


def test_a_damaged_table_is_left_to_the_operator(world: World) -> None:
    table = world.create_table()
    world.leave(table)
    world.client.xdel(f"rs:{{{table[:3]}}}:{table}:log", "1-0")
    world.passes(days=100)

    assert world.walk() == 0
    assert world.tables.store.damaged().keys() == {table}

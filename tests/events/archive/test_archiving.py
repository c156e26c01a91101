"""A finished table leaves the store whole and comes back, wherever a process dies meanwhile."""

import hashlib
from collections.abc import Callable
from typing import Any

import pytest

from events.archive.archiving import LOOSE_FOR
from events.errors import ArchiveUnreachable, BrokenLog, TableUnknown
from events.store.event_line import parts_of
from events.store.event_store import Append, Conflict, Key, Proposal
from events.store.keys import receipts_key
from events.store.redis_store import RedisStore
from events.store.stub import file_name
from events.tables import keyed_orders
from events.tables.keyed_orders import Holder
from events.tables.opening import Tables
from tests.events.archive.conftest import ArchivedWorld
from tests.events.projections.world import GAME, GAMES
from tests.events.store.tables import any_table
from tests.full_disk import room_for


class Killed(BaseException):
    """The end of a process."""


def killed(*_: Any, **__: Any) -> Any:
    raise Killed


def name_of(world: ArchivedWorld, table: str) -> str:
    stub = world.stubs.find(table)
    assert stub is not None
    return file_name(table, stub.token)


def content(world: ArchivedWorld, table: str) -> object:
    """Everything that a reader sees of a table."""
    tables = Tables(world.store, GAMES, world.now)
    loaded = tables.open(table)
    events = [*tables.checked(loaded.codec, table, loaded.table.version)]
    return loaded.table, loaded.head, loaded.rematch, events, world.store.receipts(table), world.store.creators([table])


def test_a_table_in_the_archive_reads_as_in_the_store(world: ArchivedWorld) -> None:
    table = world.finished()
    before = content(world, table)

    assert world.archiving.archive(table)

    assert content(world, table) == before
    assert world.keys(table) == set()
    assert world.files() == [name_of(world, table)]
    assert world.stubs.tables() == world.store.archived_tables() == [table]
    assert table not in world.store.tables()


def test_on_a_full_disk_the_table_stays_in_the_store_and_is_archived_later(world: ArchivedWorld) -> None:
    table = world.finished()
    before = content(world, table)

    with room_for(1000), pytest.raises(ArchiveUnreachable, match=r"the archive cannot be written: .*File too large"):
        world.archiving.archive(table)

    assert [path for path in world.folder.rglob("*") if path.is_file() and path.name != "README"] == []
    assert content(world, table) == before
    assert world.archiving.archive(table)
    assert content(world, table) == before


def test_what_is_not_finished_stays(world: ArchivedWorld) -> None:
    assert not world.archiving.archive(world.create_table())
    with pytest.raises(TableUnknown):
        world.archiving.archive(any_table())
    assert world.files() == []


def test_a_table_is_archived_once(world: ArchivedWorld) -> None:
    table = world.finished()

    assert [world.archiving.archive(table) for _ in range(2)] == [True, False]
    assert len(world.files()) == 1


def test_a_restored_table_is_as_before_and_can_be_archived_again(world: ArchivedWorld) -> None:
    table = world.finished()
    before, keys = content(world, table), world.keys(table)
    world.archiving.archive(table)

    assert world.archiving.restore(table)

    assert content(world, table) == before
    assert world.keys(table) == keys
    assert not world.archiving.restore(table)
    assert world.archiving.archive(table)
    assert content(world, table) == before


def test_the_file_of_a_restored_table_is_deleted_later(world: ArchivedWorld) -> None:
    """A store that loses the restoring still finds the file."""
    table = world.finished()
    world.archiving.archive(table)
    world.archiving.restore(table)

    assert world.archiving.delete_loose() == 0
    assert len(world.files()) == 1
    world.time += LOOSE_FOR

    assert world.archiving.delete_loose() == 1
    assert world.files() == []
    assert world.archiving.delete_loose() == 0


def test_nothing_is_restored_that_is_not_there(world: ArchivedWorld) -> None:
    with pytest.raises(TableUnknown):
        world.archiving.restore(any_table())
    with pytest.raises(TableUnknown):
        world.archiving.check(any_table())


STEPS: list[tuple[str, Callable[[ArchivedWorld], tuple[Any, str]]]] = [
    ("before the file", lambda world: (world.archive, "write")),
    ("after the file", lambda world: (world.archiving, "_examined")),
    ("before the store lets go", lambda world: (world.stubs, "let_go")),
]


@pytest.mark.parametrize("where", [step for _, step in STEPS], ids=[name for name, _ in STEPS])
def test_a_process_may_die_at_each_step_of_archiving(
    world: ArchivedWorld, where: Callable[[ArchivedWorld], tuple[Any, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = world.finished()
    before = content(world, table)

    with monkeypatch.context() as patched:
        patched.setattr(*where(world), killed)
        with pytest.raises(Killed):
            world.archiving.archive(table)

    assert content(world, table) == before
    assert world.archiving.archive(table)
    assert content(world, table) == before
    world.time += LOOSE_FOR
    world.archiving.delete_loose()
    assert world.files() == [name_of(world, table)]


def test_a_reply_that_is_lost_when_the_store_lets_go_changes_nothing(world: ArchivedWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    table, let_go = world.finished(), world.stubs.let_go

    with monkeypatch.context() as patched:
        patched.setattr(world.stubs, "let_go", lambda *given: let_go(*given) and let_go(*given))
        assert world.archiving.archive(table)

    world.time += LOOSE_FOR
    assert world.archiving.delete_loose() == 0
    world.archiving.check(table)


def test_a_process_may_die_while_it_restores(world: ArchivedWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    table = world.finished()
    before = content(world, table)
    world.archiving.archive(table)

    with monkeypatch.context() as patched:
        patched.setattr("events.store.redis_whole_tables.PUT_BACK", killed)
        with pytest.raises(Killed):
            world.archiving.restore(table)

    assert content(world, table) == before
    assert world.stubs.find(table) is not None
    assert world.archiving.restore(table)
    assert content(world, table) == before


def test_a_process_may_die_while_it_deletes_files(world: ArchivedWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    table = world.finished()
    world.archiving.archive(table)
    world.archiving.restore(table)
    world.time += LOOSE_FOR

    with monkeypatch.context() as patched:
        patched.setattr(world.archive, "remove", killed)
        with pytest.raises(Killed):
            world.archiving.delete_loose()

    assert world.archiving.delete_loose() == 1
    assert world.files() == []


def test_a_process_that_was_frozen_for_long_does_not_archive_to_a_deleted_file(
    world: ArchivedWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, let_go = world.finished(), world.stubs.let_go

    def late(*given: Any) -> bool:
        world.time += LOOSE_FOR
        world.archiving.delete_loose()
        return let_go(*given)

    with monkeypatch.context() as patched:
        patched.setattr(world.stubs, "let_go", late)
        assert not world.archiving.archive(table)

    assert world.stubs.find(table) is None
    assert world.files() == []
    assert world.tables.open(table).table.status == "finished"


def test_a_table_that_is_removed_while_it_is_archived_leaves_no_file(world: ArchivedWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    table, write = world.finished(), world.archive.write

    def slow(*given: Any) -> Any:
        world.store.remove(table, 0)
        return write(*given)

    with monkeypatch.context() as patched:
        patched.setattr(world.archive, "write", slow)
        assert not world.archiving.archive(table)

    assert world.files() == []
    assert world.stubs.find(table) is None


def test_a_table_that_vanishes_while_it_is_read_is_not_archived(world: ArchivedWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    table = world.finished()
    monkeypatch.setattr(world.store, "read_whole", lambda _: None)

    assert not world.archiving.archive(table)


def test_a_receipt_of_another_end_keeps_a_table_in_the_store(world: ArchivedWorld) -> None:
    table = world.finished()
    receipt = b'{"at":"","commitment":"","head":"f","key":"","signature":"","table":"","version":3}'
    world.client.hset(receipts_key(table), "finished", receipt)

    with pytest.raises(BrokenLog, match="receipt of its end"):
        world.archiving.archive(table)

    assert world.keys(table) >= {"log", "keys", "receipts"}


def test_the_id_of_an_archived_table_is_never_used_again(world: ArchivedWorld) -> None:
    table, other = world.finished(), world.create_table()
    version = world.tables.open(table).table.version
    world.archiving.archive(table)
    stored = world.store.load(other, None, 0)
    assert stored.snapshot is not None

    lines = [parts_of(line) for line in world.store.read(other, 0, stored.version)]
    batch = Append(table, 0, "", Key("other", ""), lines, ["test.happened"] * len(lines), stored.snapshot)

    assert world.store.append(batch) == Conflict(version)


def test_a_late_move_meets_a_finished_table_and_a_repeated_one_its_answer(world: ArchivedWorld) -> None:
    table = world.create_table()
    playing = world.tables.open(table).table
    [seat] = playing.owing
    roll = GAMES[GAME].commands["roll"]()
    order = keyed_orders.move(table, Holder(seat, playing.seats[seat].taken), roll, playing.decisions[seat])
    first = world.handler.execute(order)
    world.finish(table)
    world.archiving.archive(table)

    again = world.handler.execute(order)

    assert again.replayed
    assert again.events == first.events


def test_forks_rematch_and_receipts_of_an_archived_table_are_where_they_were(world: ArchivedWorld) -> None:
    table, fork = world.finished(), any_table()
    proposal = Proposal(any_table(), 0)
    world.archiving.archive(table)

    assert world.store.note_fork(table, fork, 5)
    assert world.store.name_rematch(table, 0, proposal)

    assert world.store.forks(table) == {fork: 5}
    rematch = world.tables.open(table).rematch
    assert rematch is not None
    assert rematch.proposal == proposal
    whole = world.store.read_whole(table)
    assert whole is not None
    assert (whole.forks, whole.rematch) == ({fork: 5}, rematch)
    assert world.archiving.restore(table)
    assert world.store.forks(table) == {fork: 5}
    assert world.tables.open(table).rematch == rematch


def test_an_archived_table_is_removed_like_any_other(world: ArchivedWorld) -> None:
    table = world.finished()
    version = world.tables.open(table).table.version
    world.archiving.archive(table)

    assert world.store.remove(table, 0, version + 1) == "moved"
    assert world.store.remove(table, 0, version) == "removed"

    assert world.stubs.find(table) is None
    assert world.store.was_removed(table)
    assert not world.store.note_fork(table, any_table(), 5)
    assert world.store.name_rematch(table, 0, Proposal(any_table(), 0)) is None
    with pytest.raises(TableUnknown):
        world.tables.open(table)


def test_a_table_whose_file_is_damaged_is_set_aside_until_it_is_whole(world: ArchivedWorld) -> None:
    table = world.finished()
    world.archiving.archive(table)
    [path] = world.folder.rglob("*.zst")
    kept = path.read_bytes()
    path.write_bytes(kept[:-9])

    for read in (world.tables.open, world.tables.open_whole, world.archiving.check, world.archiving.restore):
        with pytest.raises(BrokenLog):
            read(table)

    damage = world.store.damage(table)
    assert damage is not None
    assert "its file in the archive cannot be read" in damage.reason
    path.write_bytes(kept)
    world.store.bring_back(table, None)
    assert world.tables.open(table).table.status == "finished"


def test_while_the_archive_does_not_answer_nothing_is_set_aside(world: ArchivedWorld) -> None:
    table = world.finished()
    world.archiving.archive(table)
    elsewhere = Tables(RedisStore(world.client), GAMES, world.now)

    for read in (elsewhere.open, elsewhere.open_whole, elsewhere.codec_of):
        with pytest.raises(ArchiveUnreachable):
            read(table)

    assert elsewhere.exists(table)
    assert world.store.damage(table) is None
    assert world.tables.open(table).table.status == "finished"


def test_a_newer_build_replays_an_archived_table_once_in_each_process(world: ArchivedWorld, caplog: pytest.LogCaptureFixture) -> None:
    table = world.finished()
    world.archiving.archive(table)
    newer = Tables(world.store, GAMES, world.now)
    newer.codecs[GAME].__dict__["_shape"] = hashlib.sha256(b"another shape of the state")

    states = [newer.open(table).table for _ in range(3)]

    assert states == [world.tables.open(table).table] * 3
    assert len([record for record in caplog.records if f"snapshot of {table}" in record.message]) == 2  # the last one by the older build


def test_a_snapshot_of_another_event_is_not_kept(world: ArchivedWorld) -> None:
    table = world.finished()
    world.archiving.archive(table)
    before = world.store.load(table, None, 0).snapshot
    assert before is not None

    world.store.keep_snapshot(table, before._replace(version=1))
    RedisStore(world.client).keep_snapshot(table, before)
    world.store.keep_snapshot(any_table(), before)

    assert world.store.load(table, None, 0).snapshot == before

"""What an archived table still does: it reads, forks and is removed as in the store, and a damaged file is set aside."""

import hashlib

import pytest

from events.errors import ArchiveUnreachable, BrokenLog, TableUnknown
from events.store.event_line import parts_of
from events.store.event_store import Append, Conflict, Key, Proposal
from events.store.redis_store import RedisStore
from events.tables import keyed_orders
from events.tables.keyed_orders import Holder
from events.tables.opening import Tables
from tests.events.archive.conftest import ArchivedWorld
from tests.events.projections.world import GAME, GAMES
from tests.events.store.tables import any_table


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

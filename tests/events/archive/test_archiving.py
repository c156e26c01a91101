"""Finished tables leave the store for the archive, and come back."""

import pytest

from events.archive.archiving import LOOSE_FOR
from events.errors import ArchiveUnreachable, BrokenLog, TableUnknown
from events.store.keys import receipts_key
from tests.events.archive.conftest import ArchivedWorld
from tests.events.archive.looking import content, name_of
from tests.events.store.tables import any_table
from tests.full_disk import room_for


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


def test_a_receipt_of_another_end_keeps_a_table_in_the_store(world: ArchivedWorld) -> None:
    table = world.finished()
    receipt = b'{"at":"","commitment":"","head":"f","key":"","signature":"","table":"","version":3}'
    world.client.hset(receipts_key(table), "finished", receipt)

    with pytest.raises(BrokenLog, match="receipt of its end"):
        world.archiving.archive(table)

    assert world.keys(table) >= {"log", "keys", "receipts"}

"""Finished tables leave the store by themselves after the chosen time, a few at each step, and are removed in the archive, too."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from events.archive.archive import FOLDER
from events.archive.archiving import LOOSE_FOR
from events.projections.generations import Generations
from events.projections.rebuild import rebuild
from events.store.keys import log_key
from tests.workers.retention.test_retention import AI, HUMAN, World
from workers.exports.task import export
from workers.retention.removing import clean
from workers.retention.retention import MOST_ARCHIVED_PER_STEP


@pytest.fixture
def world(fresh_store_url: str, tmp_path: Path) -> Iterator[World]:
    world = World(fresh_store_url, str(tmp_path))
    yield world
    world.client.close()


def ended(world: World) -> str:
    """A table whose game has ended because a player has left it."""
    table = world.create_table(HUMAN, HUMAN)
    world.leave(table)
    return table


def archived(world: World) -> set[str]:
    return {*world.tools.stubs.tables()}


def test_a_table_is_archived_when_it_has_ended_for_long_enough(world: World) -> None:
    over, playing = ended(world), world.create_table(HUMAN, HUMAN, abandon_after=None)
    world.passes(days=29)
    world.walk(archived_after=30)
    assert archived(world) == set()

    world.passes(days=1)
    world.walk(archived_after=30)

    assert archived(world) == {over}
    assert world.tables.open(over).table.status == "finished"
    assert world.tables.open(playing).table.status == "playing"


def test_by_default_nothing_is_archived(world: World) -> None:
    ended(world)
    world.passes(days=1000)

    world.walk()

    assert archived(world) == set()


def test_a_step_archives_a_few_and_the_next_one_goes_on(world: World) -> None:
    tables = {ended(world) for _ in range(MOST_ARCHIVED_PER_STEP + 2)}
    world.passes(days=1)

    world.walk(archived_after=1)

    assert archived(world) == tables


def test_a_damaged_table_stays_in_the_store_and_keeps_no_other(world: World) -> None:
    damaged, over = ended(world), ended(world)
    world.client.xdel(log_key(damaged), "2-0")
    world.passes(days=1)

    world.walk(archived_after=1)

    assert archived(world) == {over}


def test_an_archive_that_does_not_answer_is_tried_again(world: World, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    over = ended(world)
    world.passes(days=1)
    (tmp_path / FOLDER).write_text("in the way")

    with caplog.at_level(logging.WARNING):
        world.walk(archived_after=1)
    assert [record.message for record in caplog.records if "are archived later" in record.message]
    assert archived(world) == set()

    (tmp_path / FOLDER).unlink()
    world.walk(archived_after=1)
    assert archived(world) == {over}


def test_an_archived_table_is_removed_when_its_time_is_over_with_its_file(world: World, tmp_path: Path) -> None:
    table = world.finish(world.create_table(AI, AI))
    world.passes(days=1)
    world.walk(archived_after=1)
    assert archived(world) == {table}

    world.passes(days=8)
    assert world.walk(archived_after=1, finished_kept=10) == 0
    world.passes(days=1)
    assert world.walk(archived_after=1, finished_kept=10) == 1

    assert world.left(table) == []
    clean(world.tools)
    assert [*tmp_path.rglob("*.zst")] == []
    assert world.leftovers() == 0


def test_files_of_an_archive_that_does_not_answer_are_deleted_later(world: World, tmp_path: Path) -> None:
    removed, restored = ended(world), ended(world)
    for table in (removed, restored):
        world.tools.archiving.archive(table)
    world.tools.archiving.restore(restored)
    world.tables.store.remove(removed, 0)
    world.passes(seconds=LOOSE_FOR.total_seconds())
    folder = tmp_path / FOLDER / removed[:3]
    kept = {path: path.read_bytes() for path in tmp_path.rglob("*.zst")}
    for path in kept:
        path.unlink()
        path.mkdir()

    assert clean(world.tools) == 0
    for path, data in kept.items():
        path.rmdir()
        path.write_bytes(data)

    assert clean(world.tools) == 1
    assert [*folder.iterdir()] == []
    assert [*tmp_path.rglob("*.zst")] == []


def test_new_lists_have_archived_tables_as_well(world: World) -> None:
    table = ended(world)
    before = rebuilt(world)
    world.tools.archiving.archive(table)

    assert rebuilt(world) == before
    assert table in before


def rebuilt(world: World) -> str:
    generations = Generations(world.client)
    rebuild(world.tables, generations, lambda _done, _of: None)
    position = generations.current()
    assert position is not None
    known = generations.known(position, sorted(archived(world) | {*world.tables.store.tables()}))
    return repr(known)


def test_files_at_a_place_that_is_moved_away_are_deleted_later(fresh_store_url: str, tmp_path: Path) -> None:
    folder, away = tmp_path / "files", tmp_path / "away"
    world = World(fresh_store_url, str(folder))
    kept, gone = ended(world), ended(world)
    for table in (kept, gone):
        export(world.tools, table, "json")
        world.tools.archiving.archive(table)
    world.tools.archiving.restore(kept)
    world.tables.store.remove(gone, 0)
    world.passes(seconds=LOOSE_FOR.total_seconds())
    folder.rename(away)

    assert clean(world.tools) == 0
    away.rename(folder)

    assert clean(world.tools) == 1
    assert [*folder.rglob("*.zst")] == []
    assert len([*folder.glob("*.json")]) == 1

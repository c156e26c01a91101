"""Operators see whether the place of exports and archive is there, and what the archive does."""

import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from events.limits import DEFAULT_LIMITS
from events.store.keys import log_key, service_key
from tests.workers.retention.test_archiving import archived, ended
from tests.workers.retention.test_retention import World
from workers.health import HEARTBEAT_TTL_MS, files_up
from workers.retention.archive_figures import ArchiveFigures, Walked, archive_figures
from workers.retention.files_watch import FilesWatch
from workers.retention.retention import MOST_ARCHIVED_PER_STEP, Retention


@pytest.fixture
def world(fresh_store_url: str, tmp_path: Path) -> Iterator[World]:
    world = World(fresh_store_url, str(tmp_path / "files"))
    yield world
    world.client.close()


def test_a_place_without_files_is_there(world: World) -> None:
    assert not files_up(world.client)

    FilesWatch(world.tools).look()

    assert files_up(world.client)
    assert 0 < world.client.pttl("rs:{service}:alive:files") <= HEARTBEAT_TTL_MS


def test_a_place_that_is_not_mounted_is_away_until_it_is_back(world: World, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    world.tools.file_store.put(b"a file", "txt")
    watch, away = FilesWatch(world.tools), (tmp_path / "files").rename(tmp_path / "away")

    with caplog.at_level(logging.INFO):
        watch.look()
        watch.look()
        seen = files_up(world.client)
        away.rename(tmp_path / "files")
        watch.look()

    assert not seen
    assert files_up(world.client)
    told = [record.message.partition(":")[0] for record in caplog.records]
    assert told == ["the place of exports and archive is away", "the place of exports and archive is there again"]


def test_a_walk_counts_the_tables_in_the_archive_and_those_that_fail(world: World) -> None:
    tables = [ended(world) for _ in range(MOST_ARCHIVED_PER_STEP + 2)]
    world.client.xdel(log_key(tables[0]), "2-0")
    world.passes(days=1)
    assert archive_figures(world.client) == ArchiveFigures()

    world.walk(archived_after=1)
    assert archive_figures(world.client).walked == Walked(len(tables) - 1, 0, 1)

    world.walk(archived_after=1)
    found = archive_figures(world.client)
    assert found.walked == Walked(len(tables) - 1, 0, 1)
    assert found.last_success == int(world.tables.now().timestamp())


def test_tables_wait_while_the_place_is_away(world: World, tmp_path: Path) -> None:
    first = ended(world)
    world.passes(days=1)
    world.walk(archived_after=1)
    written = sum(path.stat().st_size for path in tmp_path.rglob("*.zst"))
    ended(world)
    world.passes(days=2)
    (tmp_path / "files").rename(tmp_path / "away")

    world.walk(archived_after=1)

    found = archive_figures(world.client)
    assert found.walked == Walked(archived=1, waiting=1)
    assert found.written_bytes == written > 0
    assert archived(world) == {first}


def test_what_waits_for_the_place_is_logged_once_for_as_long_as_it_is_away(
    world: World, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    tables = [ended(world) for _ in range(3)]
    for table in tables:
        world.tools.archiving.archive(table)
        world.tables.store.remove(table, 0)
    retention = Retention(replace(world.tools, limits=replace(DEFAULT_LIMITS, archived_after=1)), step_ms=1)
    ended(world)
    world.passes(days=1)

    def step_often() -> list[str]:
        caplog.clear()
        for _ in range(8):
            world.client.delete(service_key("retention"))
            retention.step()
        return [record.message.partition(":")[0] for record in caplog.records]

    away = (tmp_path / "files").rename(tmp_path / "away")
    assert step_often() == ["files that belong to no table any more will be deleted later", "tables are archived later"]
    assert step_often() == []

    away.rename(tmp_path / "files")
    assert step_often() == []
    assert world.leftovers() == 0
    assert not [*(tmp_path / "files").rglob(f"{tables[0]}*")]

"""`rollstream archive`, as an operator runs it on a store in use."""

from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import Result

from events.archive.archive import FOLDER
from events.store.keys import log_key
from events.store.stubs import Stubs
from events.timestamps import now
from rules.registry import games
from tests.events.projections.world import World
from tests.service.command_line.conftest import Ask
from workers.jobs.parts import worker_parts
from workers.jobs.tasks import TASKS
from workers.retention.retention import Retention

NOBODY = "p00-" + "0" * 26


@pytest.fixture(autouse=True)
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROLLSTREAM_EXPORTS_URL", str(tmp_path))


@pytest.fixture
def world(fresh_store_url: str) -> World:
    return World(fresh_store_url)


def ended(world: World, days: int) -> str:
    """A table that ended so many days ago."""
    world.time = now() - timedelta(days=days)
    table = world.create_table()
    world.finish(table)
    world.time = now()
    return table


def said(result: Result, status: int = 0) -> str:
    assert result.exit_code == status, result.output
    return result.stdout


def archived(world: World) -> set[str]:
    return {*Stubs(world.client).tables()}


def test_tables_of_a_chosen_age_are_archived_and_counted_before(rollstream: Ask, world: World) -> None:
    old, _ = ended(world, 31), ended(world, 29)

    assert said(rollstream("archive", "--older-than", "30d", "--dry-run")) == "Would archive 1 table.\n"
    assert archived(world) == set()
    assert said(rollstream("archive", "--older-than", "30d")) == "1 of 1 table archived.\n"
    assert archived(world) == {old}
    assert said(rollstream("archive", "--older-than", "30d")) == "0 of 0 tables archived.\n"


def test_without_an_age_the_limit_decides(rollstream: Ask, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    old = ended(world, 31)

    assert "say with --older-than" in rollstream("archive").stderr
    monkeypatch.setenv("ROLLSTREAM_ARCHIVE_AFTER", "30")
    said(rollstream("archive"))

    assert archived(world) == {old}


def test_an_archived_table_is_listed_shown_checked_and_restored(rollstream: Ask, world: World) -> None:
    table = ended(world, 3)
    said(rollstream("archive", "--older-than", "1d"))

    assert said(rollstream("tables", "list", "--state", "finished")).count(table) == 1
    [line] = said(rollstream("tables", "list", "--state", "archived")).splitlines()[1:]
    assert line.split()[:3] == [table, "finished", "archive"]
    assert "state      finished, archived" in said(rollstream("tables", "show", table))
    assert "place      the archive" in said(rollstream("tables", "show", table))
    assert said(rollstream("archive", "check")) == "1 table whole.\n"
    assert said(rollstream("archive", "restore", table)) == f"{table} is back in the store.\n"
    assert said(rollstream("archive", "restore", table)) == f"{table} is not archived.\n"
    assert "place      the store" in said(rollstream("tables", "show", table))
    assert said(rollstream("tables", "list", "--state", "archived")) == ""
    assert f"there is no table {NOBODY}" in rollstream("archive", "restore", NOBODY).stderr
    assert rollstream("archive", "restore", "nonsense").exit_code == 2


def test_a_check_names_what_is_not_archived(rollstream: Ask, world: World) -> None:
    table = ended(world, 3)
    assert said(rollstream("archive", "check")) == "No table is archived.\n"

    for absent, why in ((NOBODY, f"there is no table {NOBODY}\n"), (table, f"{table} is not archived\n")):
        checked = rollstream("archive", "check", absent)
        assert said(checked, 1) == ""
        assert checked.stderr == why


def test_a_restored_table_that_the_reactor_archives_again_is_a_warning(
    rollstream: Ask, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, young = ended(world, 31), ended(world, 29)
    said(rollstream("archive", "--older-than", "1d"))
    monkeypatch.setenv("ROLLSTREAM_ARCHIVE_AFTER", "30")

    warned, silent = rollstream("archive", "restore", old), rollstream("archive", "restore", young)

    assert (said(warned), said(silent)) == (f"{old} is back in the store.\n", f"{young} is back in the store.\n")
    assert "archives it again at its next step (after 30 days): unset ROLLSTREAM_ARCHIVE_AFTER first" in warned.stderr
    assert silent.stderr == ""


def test_a_damaged_file_is_named_by_the_check_and_not_restored(rollstream: Ask, world: World, tmp_path: Path) -> None:
    table, whole = ended(world, 3), ended(world, 3)
    said(rollstream("archive", "--older-than", "1d"))
    [path] = (tmp_path / FOLDER).rglob(f"{table}*")
    path.write_bytes(b"")

    checked = rollstream("archive", "check")
    assert said(checked, 1) == "1 table whole.\n"
    assert f"{table} is damaged at version" in checked.stderr
    assert said(rollstream("archive", "check", whole)) == "1 table whole.\n"
    assert f"not restored: {table}" in rollstream("archive", "restore", table).stderr


def test_a_table_that_cannot_be_read_is_named_and_stays(rollstream: Ask, world: World) -> None:
    damaged, over = ended(world, 3), ended(world, 3)
    world.client.xdel(log_key(damaged), "2-0")

    result = rollstream("archive", "--older-than", "1d")

    assert said(result, 1) == "1 of 2 tables archived.\n"
    assert f"not archived: {damaged}" in result.stderr
    assert archived(world) == {over}


def test_an_archive_that_does_not_answer_ends_each_command(rollstream: Ask, world: World, tmp_path: Path) -> None:
    table, other = ended(world, 3), ended(world, 3)
    said(rollstream("archive", "--older-than", "1d"))
    third = ended(world, 3)
    (tmp_path / FOLDER).rename(tmp_path / "away")
    (tmp_path / FOLDER).write_text("in the way")

    for command in (["--older-than", "1d"], ["check"], ["restore", table]):
        result = rollstream("archive", *command)
        assert result.exit_code == 1
        assert "archive" in result.stderr
    for state in ("unreachable", "archived"):
        lines = said(rollstream("tables", "list", "--state", state)).splitlines()[1:]
        assert {tuple(line.split()[:3]) for line in lines} == {(one, "unreachable", "archive") for one in (table, other)}
    assert "state      unreachable, archived" in said(rollstream("tables", "show", table))
    assert archived(world) == {table, other}
    assert third in world.store.tables()


def test_tables_that_are_removed_while_the_place_is_away_lose_their_files_later(rollstream: Ask, world: World, tmp_path: Path) -> None:
    table, other = ended(world, 3), ended(world, 1)
    said(rollstream("archive", "--older-than", "2d"))
    away = tmp_path.rename(tmp_path.with_name("away"))

    result = rollstream("tables", "remove", table, other, "--yes")

    assert said(result, 1) == "2 tables removed.\n"
    assert "Error: files of 1 removed table are not deleted yet" in result.stderr
    assert f"the reactor deletes them when it does ({table})" in result.stderr
    assert f"there is no table {table}" in rollstream("tables", "remove", table, "--yes").stderr

    tmp_path.rmdir()
    away.rename(tmp_path)
    Retention(worker_parts(world.url, games(), TASKS, str(tmp_path))).step()
    assert [*tmp_path.rglob("*.zst")] == []
    assert said(rollstream("tables", "list", "--state", "archived")) == ""

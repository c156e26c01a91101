"""`rollstream names`, as an operator runs it on a store in use."""

from datetime import timedelta
from pathlib import Path

import pytest

from events.store.keys import log_key
from events.store.levels import FORMAT_LEVEL, OLDEST_LEVEL
from tests.events.projections.world import World
from tests.service.command_line.conftest import Ask


@pytest.fixture
def world(fresh_store_url: str) -> World:
    """Its players have joined a while ago."""
    world = World(fresh_store_url)
    world.time -= timedelta(minutes=1)
    return world


def tables_in(output: str) -> list[str]:
    return sorted(line for line in output.splitlines() if line.startswith("p"))


def names(world: World, table: str) -> list[str | None]:
    return [seat.name for seat in world.tables.open(table).table.seats]


def test_a_name_is_erased_at_every_table_at_which_it_stands(rollstream: Ask, world: World) -> None:
    over, waiting, other = (
        world.create_table(names=("Zoë", "Anna")),
        world.create_table("human", "open", names=("ZOË",)),
        world.create_table(),
    )
    world.finish(over)
    world.project()

    done = rollstream("names", "erase", " Zoe\u0308 ", "--yes")

    assert done.exit_code == 0, done.output
    assert "Erased at 2 tables (2 seats)" in done.stdout
    assert "3 of 3 tables" in done.stderr
    assert [names(world, table) for table in (over, waiting, other)] == [[None, "Anna"], [None, None], ["Player 1", "Player 2"]]
    world.project()
    assert world.lobby.list(player="Zoë") == ((), None)
    [found] = world.lobby.list(player="Anna")[0]
    assert [(seat.name, seat.name_erased) for seat in found.seats] == [("Player 1", True), ("Anna", False)]


def test_nothing_is_erased_before_somebody_has_said_yes(rollstream: Ask, world: World) -> None:
    table, _ = world.create_table(names=("Zoë", "Anna")), world.create_table()

    dry, unsure = rollstream("names", "erase", "Zoë", "--dry-run"), rollstream("names", "erase", "Zoë")

    assert (dry.exit_code, tables_in(dry.stdout)) == (0, [table])
    assert "Would erase the name at 1 table." in dry.stderr
    assert unsure.exit_code == 1
    assert names(world, table) == ["Zoë", "Anna"]


def test_a_name_that_stands_nowhere_is_remembered_all_the_same(rollstream: Ask, world: World) -> None:
    done = rollstream("names", "erase", "Nobody", "--yes")

    assert (done.exit_code, done.stdout) == (0, "Erased at 0 tables (0 seats), and in 0 stored messages.\n"), done.output
    assert "Is it written as it is shown?" in done.stderr
    assert world.client.hlen("rs:{service}:erased-names") == 1


def test_a_table_that_cannot_be_read_is_named_and_the_command_fails(rollstream: Ask, world: World) -> None:
    table, damaged = world.create_table(names=("Zoë", "Anna")), world.create_table(names=("Zoë", "Anna"))
    world.client.xtrim(log_key(damaged), maxlen=0)
    world.client.xadd(log_key(damaged), {"e": "no envelope"}, id="999-0")

    done = rollstream("names", "erase", "Zoë", "--yes")

    assert done.exit_code == 1
    assert f"1 table cannot be read and may still have the name: {damaged}." in done.stderr
    assert names(world, table) == [None, "Anna"]


@pytest.mark.parametrize("name", ["Player 2", "player 12", " ", ""])
def test_the_name_of_all_who_gave_none_is_nobodys(rollstream: Ask, world: World, name: str) -> None:
    table = world.create_table()

    refused = rollstream("names", "erase", name, "--yes")

    assert refused.exit_code == 1
    assert ("a player without a name" if name.strip() else "the name is empty") in refused.stderr
    assert names(world, table) == ["Player 1", "Player 2"]


def test_nothing_is_erased_while_an_older_release_may_bring_it_back(rollstream: Ask, world: World) -> None:
    world.client.set(FORMAT_LEVEL, OLDEST_LEVEL)
    table = world.create_table(names=("Zoë", "Anna"))

    refused = rollstream("names", "erase", "Zoë", "--yes")

    assert refused.exit_code == 1
    assert "rollstream store upgrade" in refused.stderr
    assert names(world, table) == ["Zoë", "Anna"]


def test_a_table_that_is_brought_back_loses_a_name_that_was_erased_meanwhile(rollstream: Ask, world: World) -> None:
    table = world.create_table(names=("Zoë", "Anna"))
    log = log_key(table)
    [(entry, fields), *rest] = world.client.xrange(log)
    world.client.xtrim(log, maxlen=0)
    rollstream("names", "erase", "Zoë", "--yes")
    world.client.delete(log)
    for one, content in [(entry, fields), *rest]:
        world.client.xadd(log, content, id=one)

    done = rollstream("damaged", "bring-back", table)

    assert done.exit_code == 0, done.output
    assert names(world, table) == [None, "Anna"]


def test_no_table_is_brought_back_while_the_files_with_an_erased_name_are_away(
    rollstream: Ask, world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = tmp_path / "files"
    monkeypatch.setenv("ROLLSTREAM_EXPORTS_URL", str(files))
    world.time -= timedelta(days=2)
    table, finished = world.create_table(names=("Zoë", "Anna")), world.create_table(names=("Zoë", "Anna"))
    world.finish(finished)
    assert "1 of 1 table archived" in rollstream("archive", "--older-than", "1d").output
    rollstream("damaged", "set-aside", table)
    rollstream("names", "erase", "Zoë", "--yes")
    away = files.rename(tmp_path / "away")

    refused = rollstream("damaged", "bring-back", table)

    assert refused.exit_code == 1
    assert "mount the place of the exports" in refused.stderr
    assert table in rollstream("damaged", "list").stdout

    files.rmdir()
    away.rename(files)

    assert rollstream("damaged", "bring-back", table).exit_code == 0

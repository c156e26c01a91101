from collections.abc import Mapping

import pytest

from tests.events import damaging
from tests.events.projections.world import World
from tests.service.command_line.conftest import Ask


def harmed(world: World) -> tuple[str, Mapping[str, bytes]]:
    """A table with a gap in its log, and its stored data from before the damage."""
    table = world.create_table()
    dumped = damaging.kept(world.client, table)
    world.client.xdel(f"rs:{{{table[:3]}}}:{table}:log", "3-0")
    return table, dumped


def test_where_no_table_is_damaged_none_is_listed(rollstream: Ask, fresh_store_url: str) -> None:
    World(fresh_store_url).create_table()

    result = rollstream("damaged", "list")

    assert (result.exit_code, result.stdout) == (0, "")
    assert "No table is damaged." in result.stderr


def test_damaged_tables_are_listed_with_place_and_reason(rollstream: Ask, fresh_store_url: str) -> None:
    world = World(fresh_store_url)
    world.create_table()
    tables = sorted(harmed(world)[0] for _ in range(2))
    rollstream("rebuild")

    result = rollstream("damaged", "list")

    assert result.exit_code == 0, result.output
    assert sorted(line.partition(" ")[0] for line in result.stdout.splitlines()) == tables
    assert result.stdout.count("version 3  the entry 4-0 stands where version 3 belongs") == 2


def test_a_table_is_shown_as_it_was_found_and_as_it_is_now(rollstream: Ask, fresh_store_url: str) -> None:
    world = World(fresh_store_url)
    table, dumped = harmed(world)

    before = rollstream("damaged", "show", table)
    rollstream("rebuild")
    known = rollstream("damaged", "show", table)
    damaging.put_back(world.client, dumped)
    after = rollstream("damaged", "show", table)
    unknown = rollstream("damaged", "show", "p00-" + "0" * 26)

    assert f"{table} is not set aside.\nNow:  damaged at version 3" in before.stdout
    assert f"{table} is set aside since " in known.stdout
    assert "Then: version 3: the entry 4-0 stands" in known.stdout
    assert "Now:  whole, up to version " in after.stdout
    assert "nothing is stored of it" in unknown.stdout


def test_a_table_is_set_aside_by_hand_and_brought_back(rollstream: Ask, fresh_store_url: str) -> None:
    world = World(fresh_store_url)
    table = world.create_table()

    first, again = (rollstream("damaged", "set-aside", table) for _ in range(2))
    shown = rollstream("damaged", "show", table)
    back, twice = (rollstream("damaged", "bring-back", table) for _ in range(2))

    assert first.stdout == f"{table} is set aside.\n"
    assert again.stdout == f"{table} is set aside already.\n"
    assert "by hand" in shown.stdout
    assert back.stdout == f"{table} is whole and brought back.\n"
    assert twice.stdout == f"{table} is whole; it was not set aside.\n"
    world.move(table, 2)


def test_what_is_not_whole_is_not_brought_back(rollstream: Ask, fresh_store_url: str) -> None:
    world = World(fresh_store_url)
    (bad, dumped), (still, _) = harmed(world), harmed(world)
    rollstream("rebuild")

    refused = rollstream("damaged", "bring-back", bad)
    damaging.put_back(world.client, dumped)
    some = rollstream("damaged", "bring-back", "--all")

    assert refused.exit_code == 1
    assert f"{bad} is damaged at version 3" in refused.stderr
    assert some.exit_code == 1
    assert f"{bad} is whole and brought back." in some.stdout
    assert f"still set aside: {still}" in some.stderr
    assert world.store.damaged().keys() == {still}


def test_what_has_nothing_left_is_not_listed_any_more(rollstream: Ask, fresh_store_url: str) -> None:
    world = World(fresh_store_url)
    table, dumped = harmed(world)
    rollstream("rebuild")
    for name in dumped:
        world.client.delete(name)

    result = rollstream("damaged", "bring-back", table)

    assert (result.exit_code, result.stdout) == (0, f"{table} has nothing left in the store; it is not listed any more.\n")
    assert world.store.damaged() == {}


@pytest.mark.parametrize(
    "arguments", [["show", "everything"], ["set-aside", "x"], ["bring-back"], ["bring-back", "p00-" + "0" * 26, "--all"]]
)
def test_only_a_table_can_be_named(rollstream: Ask, arguments: list[str]) -> None:
    assert rollstream("damaged", *arguments).exit_code == 2


@pytest.mark.parametrize("what", ["set-aside", "bring-back"])
def test_a_table_that_is_not_there_cannot_be_set_aside_or_brought_back(rollstream: Ask, fresh_store_url: str, what: str) -> None:
    result = rollstream("damaged", what, "p00-" + "0" * 26)

    assert result.exit_code == 1
    assert "there is no table" in result.stderr

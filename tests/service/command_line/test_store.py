"""The commands about the format level of the store: show it, raise it."""

import pytest
from redis import Redis

from events.projections.list_forms import COMPACT
from events.store.keys import log_key
from events.store.levels import FORMAT_LEVEL
from tests.events.projections.world import World
from tests.service.command_line.conftest import Ask


@pytest.fixture
def upgraded_release(fresh_store_url: str) -> Redis:
    """A store that the release before has left."""
    client = Redis.from_url(fresh_store_url)
    client.set(FORMAT_LEVEL, 1)
    return client


def test_a_new_store_has_the_newest_level(rollstream: Ask) -> None:
    assert rollstream("store", "show").output == "The store has format level 2; this release writes level 2.\n"


def test_an_upgrade_raises_the_level(rollstream: Ask, upgraded_release: Redis) -> None:
    before = rollstream("store", "show").output

    assert before == "The store has format level 1; this release writes level 2.\n"
    for _ in range(2):  # a second time changes nothing
        assert rollstream("store", "upgrade").output.startswith("The store has format level 2.\n")
        assert upgraded_release.get(FORMAT_LEVEL) == b"2"


def test_an_upgrade_is_refused_while_an_older_release_is_connected(rollstream: Ask, fresh_store_url: str, upgraded_release: Redis) -> None:
    with Redis.from_url(fresh_store_url, client_name="rollstream") as older:
        older.ping()
        refused = rollstream("store", "upgrade")

    assert refused.exit_code == 1
    assert refused.output == "Error: the store has 1 connection of an older release: stop its processes, or upgrade them, and try again\n"
    assert upgraded_release.get(FORMAT_LEVEL) == b"1"


@pytest.mark.parametrize("what", ["show", "upgrade"])
def test_a_store_that_is_away_is_said_in_words(rollstream: Ask, what: str) -> None:
    result = rollstream("store", what, store="unix:///nowhere/store.sock")

    assert result.exit_code == 1
    assert result.output.startswith("Error: the store is not available")


def test_an_upgrade_rewrites_all_tables_and_the_lists_and_a_second_one_finds_nothing_to_do(
    rollstream: Ask, fresh_store_url: str, upgraded_release: Redis
) -> None:
    world = World(fresh_store_url)
    played, damaged, finished = (world.create_table() for _ in range(3))
    world.finish(finished)
    world.project()
    upgraded_release.xdel(log_key(damaged), "2-0")
    before = {table: world.store.read(table, 0, 100) for table in (played, finished)}

    upgraded, again = rollstream("store", "upgrade"), rollstream("store", "upgrade")

    assert upgraded.exit_code == again.exit_code == 0, upgraded.output
    assert "2 tables rewritten, 0 up to date already." in upgraded.stdout
    assert again.stdout.splitlines()[-1] == "0 tables rewritten, 2 up to date already."
    assert f"{damaged} is left as it is: it is damaged" in upgraded.stderr
    assert {table: world.store.read(table, 0, 100) for table in (played, finished)} == before
    assert world.position().form is COMPACT
    assert [told.table for told in world.lobby.list()[0]] == [finished, played]
    world.move(played)

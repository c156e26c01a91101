import base64
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from events.projections import read_model
from events.projections.read_model import ReadModel
from events.projections.rebuild import rebuild
from events.store.event_store import StoreUnavailable
from events.store.levels import FORMAT_LEVEL
from events.store.redis_connection import connect
from tests.events.projections.world import GAME, World


@pytest.fixture(params=[1, 2])
def world(request: pytest.FixtureRequest, fresh_store_url: str) -> Iterator[World]:
    """A world at each format level."""
    with Redis.from_url(fresh_store_url) as client:
        client.set(FORMAT_LEVEL, request.param)
    world = World(fresh_store_url)
    yield world
    world.client.close()


def ids(world: World, **wanted: str | int | None) -> list[str]:
    """The tables of all pages, in order."""
    found, cursor = [], None
    while True:
        page, cursor = world.lobby.list(**{"limit": 3, **wanted, "cursor": cursor})  # type: ignore[arg-type]  # as the query gives them
        assert len(page) <= int(wanted.get("limit") or 3)
        found += [told.table for told in page]
        if cursor is None:
            return found


def test_tables_are_listed_newest_first_page_by_page_each_once(world: World) -> None:
    created_table = [world.create_table("human", "open") for _ in range(10)]
    world.project()

    assert ids(world) == created_table[::-1]
    assert ids(world, limit=10) == created_table[::-1]
    assert ids(world, limit=1) == created_table[::-1]


def test_a_cursor_stays_right_while_tables_come_and_change(world: World) -> None:
    created_table = [world.create_table("human", "open") for _ in range(6)]
    world.project()
    first, cursor = world.lobby.list(status="open", limit=2)

    world.create_table("human", "open")
    world.sit(created_table[4])
    world.sit(created_table[2])
    world.project()
    second, end = world.lobby.list(status="open", limit=9, cursor=cursor)

    assert [told.table for told in first] == [created_table[5], created_table[4]]
    assert [told.table for told in second] == [created_table[3], created_table[1], created_table[0]]
    assert end is None


def test_lists_hold_what_was_asked_for_and_nothing_else(world: World) -> None:
    waiting = world.create_table("human", "open", names=("Anna",))
    playing = world.create_table(names=("Anna", "Ben"))
    over = world.create_table(names=("Ben", "Cleo"))
    world.leave(over)
    world.project()

    assert ids(world) == [over, playing, waiting]
    assert ids(world, status="open") == [waiting]
    assert ids(world, status="playing", game=GAME) == [playing]
    assert ids(world, status="finished") == [over]
    assert ids(world, player="Anna") == [playing, waiting]
    assert ids(world, player="Ben", status="finished", game=GAME) == [over]
    assert ids(world, player="Ben", status="open") == []
    assert ids(world, game="no-such-game") == []
    assert ids(world, player="nobody") == []


@pytest.mark.parametrize("twin", ["ALICE", "alice", "𝓐lice", "Ａｌｉｃｅ", "Alice\u200b", "Аlice"])
def test_a_player_is_found_by_exactly_their_name_and_not_by_one_that_is_like_it(world: World, twin: str) -> None:
    own, other = [], []
    for _ in range(4):
        own.append(world.create_table("human", "open", names=("Alice",)))
        other.append(world.create_table("human", "open", names=(twin,)))
    world.project()

    assert ids(world, player="Alice") == own[::-1]
    assert ids(world, player="Alice", limit=1) == own[::-1]
    assert ids(world, player=twin, status="open") == other[::-1]


def test_a_page_for_a_player_ends_where_it_has_looked_at_enough_and_says_where_to_go_on(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(read_model, "MOST_EXAMINED_PER_PAGE", 4)
    own = [world.create_table("human", "open", names=("Alice",))]
    for _ in range(6):
        world.create_table("human", "open", names=("ALICE",))
    own.append(world.create_table("human", "open", names=("Alice",)))
    world.project()

    page, cursor = world.lobby.list(player="Alice", limit=3)

    assert ([told.table for told in page], cursor is None) == ([own[1]], False)
    assert ids(world, player="Alice") == own[::-1]


def test_whoever_leaves_before_the_game_has_it_not_in_their_history(world: World) -> None:
    table = world.create_table("human", "human", "open", names=("Anna", "Ben"))
    world.leave(table, 1)
    world.project()

    assert ids(world, player="Ben") == []
    assert ids(world, player="Anna") == [table]


def test_a_table_that_everybody_left_is_listed_no_more_and_leaves_nothing_behind(world: World) -> None:
    table = world.create_table("human", "open", names=("Anna",))
    before = world.content(world.project())
    world.leave(table)
    after = world.content(world.project())

    assert ids(world) == []
    assert any(key.startswith("list:") for key in before)
    assert not any(key.startswith("list:") for key in after)
    assert "summaries" not in after


@pytest.mark.parametrize(
    "cursor",
    ["", "x", "====", "é", "\ud800", "a" * 200]
    + [
        base64.urlsafe_b64encode(place).decode()
        for place in (
            b"",
            b"+",
            b"1795773600000",
            b"1795773600000:x",
            b"179577360000\xd9\xa0:p07-" + b"0" * 26,
            b"\xff:p07",
            b"-:[",
            b"\x00",
        )
    ],
)
def test_a_cursor_that_no_page_gave_is_refused(world: World, cursor: str) -> None:
    world.project()

    with pytest.raises(ValueError):
        world.lobby.list(cursor=cursor)


def test_before_the_first_build_nothing_is_listed_and_the_lists_are_called_down(world: World) -> None:
    world.create_table()

    assert world.lobby.list() == ((), None)
    assert world.lobby.status() == "down"


def test_readers_find_the_new_lists_by_themselves(world: World) -> None:
    created_table = [world.create_table() for _ in range(4)]
    world.project()
    assert ids(world) == created_table[::-1]

    rebuild(world.tables, world.generations, lambda _done, _of: None)

    assert ids(world) == created_table[::-1]


def test_the_lists_are_behind_when_an_entry_of_the_feed_has_waited_too_long(world: World) -> None:
    world.project()
    assert world.lobby.status() == "ok"

    world.client.xadd("rs:{p07}:feed", {"table": "p07-" + "0" * 26, "first": 1, "last": 1, "types": "x.y"}, id="1-1")
    assert world.lobby.status() == "behind"


def test_an_entry_that_has_only_just_come_does_not_make_the_lists_late(world: World) -> None:
    world.project()
    world.create_table()

    assert world.lobby.status() == "ok"


def test_lists_in_a_store_that_is_away_are_down(world: World, tmp_path: Path) -> None:
    away = connect(f"unix://{tmp_path / 'nobody.sock'}", timeout=0.1, retries=0)

    assert ReadModel(away, world.store, world.now).status() == "down"
    with pytest.raises(StoreUnavailable):
        ReadModel(away, world.store, world.now).list()

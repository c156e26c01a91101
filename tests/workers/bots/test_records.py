"""Registered bots and their counts."""

import threading
from typing import Any

from msgspec.structs import replace

from events.access.api_keys import ApiKeys
from events.timestamps import stamp
from tests.workers.bots.conftest import Serve
from tests.workers.bots.servers import good
from tests.workers.bots.world import NOON, SECRET, World
from tests.workers.dispatching import an_owner
from workers.bots.health import LastFailure, failed
from workers.bots.registry import Bot
from workers.bots.statistics import MOST_LATENCIES, last_latency, note, statistics


def bot(number: int = 1, **fields: Any) -> Bot:
    given = {
        "owner": "ada00001",
        "name": "Dora",
        "url": "https://bots.example/dora",
        "games": ("dicy-cards",),
        "avatar": "D",
        "secrets": (),
    }
    return Bot(id=f"bot_{number}", created_at=f"2026-11-28T12:00:0{number}.000Z", **{**given, **fields})


def test_a_bot_that_is_added_twice_is_one(world: World) -> None:
    bots = world.parts.bots
    an_owner(world.tools.client, "ada00001")

    assert bots.add(bot())
    assert bots.add(bot())
    assert not bots.add(bot(name="Emil"))

    assert bots.find("bot_1") == bot()
    assert bots.find("bot_2") is None


def test_bots_are_listed_by_owner_and_by_game_oldest_first(world: World) -> None:
    bots = world.parts.bots
    for owner in ("ada00001", "ben00001"):
        an_owner(world.tools.client, owner)
    for one in (bot(3), bot(1, owner="ben00001"), bot(2, games=("ice-dice", "dicy-cards"))):
        bots.add(one)

    assert [one.id for one in bots.of("ada00001")] == ["bot_2", "bot_3"]
    assert [one.id for one in bots.list()] == ["bot_1", "bot_2", "bot_3"]
    assert [one.id for one in bots.list("ice-dice")] == ["bot_2"]


def test_changes_at_once_all_count(world: World) -> None:
    bots = world.parts.bots
    an_owner(world.tools.client, "ada00001")
    bots.add(bot(games=()))

    def learn(game: str) -> None:
        bots.change("bot_1", lambda kept: replace(kept, games=(*kept.games, game)))

    threads = [threading.Thread(target=learn, args=(f"game-{number}",)) for number in range(20)]

    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    kept = bots.find("bot_1")
    assert kept is not None
    assert set(kept.games) == {f"game-{number}" for number in range(20)}
    assert bots.change("bot_1", lambda kept: kept) == kept
    assert bots.change("bot_2", lambda kept: kept) is None


def test_a_bot_that_is_removed_leaves_nothing_behind(world: World) -> None:
    client, bots = world.tools.client, world.parts.bots
    bots.add(bot())
    failed(client, "bot_1", "turn_1", LastFailure(stamp(NOON), "p07-table", 6, "status", "the status was 500"))
    note(client, "bot_1", "turn_1", "calls", "failed", ms=5)

    bots.remove("bot_1")

    assert bots.find("bot_1") is None
    assert not client.keys("*bot_1*")


def test_a_bot_of_a_revoked_key_is_nowhere_found(world: World) -> None:
    bots = world.parts.bots
    an_owner(world.tools.client, "ben00001")
    for one in (bot(1), bot(2, owner="ben00001")):
        bots.add(one)

    ApiKeys(world.tools.client).revoke("ada00001")

    assert bots.find("bot_1") is None
    assert [one.id for one in bots.list()] == ["bot_2"]
    assert [one.id for one in bots.of("ada00001")] == ["bot_1"], "to be removed"


def test_no_secret_is_shown_where_a_bot_is_printed(world: World, serve: Serve) -> None:
    registered = world.register(serve(good))

    assert SECRET not in repr(registered)
    assert repr(registered) == "Bot(bot_dora, 'Dora')"


def test_a_call_that_is_counted_twice_counts_once(world: World) -> None:
    client = world.tools.client

    for _ in range(2):
        note(client, "bot_1", "turn_1_1", "calls", "failed", ms=12.34)
    note(client, "bot_1", "turn_1_2", "calls", "answered")

    assert statistics(client, "bot_1") == (2, 1, 0, 0, 1, 12, 12, 12)


def test_latencies_are_the_last_thousand(world: World) -> None:
    client = world.tools.client
    assert statistics(client, "bot_1") == (0, 0, 0, 0, 0, None, None, None)
    assert last_latency(client, "bot_1") is None

    note(client, "bot_1", "old", "calls", ms=9999)
    for ms in range(1, MOST_LATENCIES + 1):
        note(client, "bot_1", str(ms), "calls", ms=ms)

    told = statistics(client, "bot_1")
    assert (told.median_ms, told.p99_ms, told.last_ms) == (500, 990, 1000)
    assert last_latency(client, "bot_1") == 1000

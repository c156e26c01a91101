"""Tables of built-in players only, with stored seeds: every number of seats, mode and level ends, and its file verifies. And tables that
clocks play alone, because nobody acts.

`make test` plays a third of the combinations, which has every value in it, `make test-all` every combination. A thousand of them at a
running service: `python -m bench.bench_tables`.
"""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from events.proof.document import document, write
from events.proof.verify import verify
from events.store.memory_store import MemoryStore
from events.tables import keyed_orders
from events.tables.handler import Handler
from events.tables.keyed_orders import Holder
from events.tables.opening import Tables
from rules.game import AnyGame
from rules.registry import games
from rules.table_commands import Create, SeatRequest
from rules.texts.catalogue import catalogue
from tests.size import at_size

GAMES = games()


def wanted() -> list[tuple[str, int, str, str]]:
    """Game, number of seats, mode and level; a game's modes are the values of its option `mode`, if it has one."""
    every = at_size(3, 1)
    return [
        (game.name, seats, mode, level)
        for game in GAMES.values()
        for row, seats in enumerate(game.seats)
        for column, mode in enumerate(catalogue(game, "en")["options"].get("mode", {"values": {"": None}})["values"])
        for layer, level in enumerate(game.players)
        if (row + column + layer) % every == 0  # as in a Latin square
    ]


def options(game: AnyGame, mode: str) -> dict[str, object]:
    cards = [card["id"] for card in catalogue(game, "en")["cards"]]
    return {"mode": mode, "cards": cards[-5:]} if mode == "custom" else {"mode": mode} if mode else {}


@pytest.mark.parametrize(("name", "seats", "mode", "level"), wanted())
def test_a_table_of_built_in_players_ends_and_verifies(name: str, seats: int, mode: str, level: str) -> None:
    game = GAMES[name]
    now = datetime(2026, 11, 28, tzinfo=UTC)
    handler = Handler(Tables(MemoryStore(), GAMES, lambda: now), Random(f"{name} {seats} {mode} {level}").randbytes)
    order = Create(options=options(game, mode), seats=(SeatRequest(kind="ai", level=level),) * seats)
    loaded = handler.create(keyed_orders.create("p00-" + "0" * 26, name, order), name).loaded

    while loaded.table.owing:
        seat = loaded.table.owing[-1]
        holder = Holder(seat, loaded.table.seats[seat].taken)
        loaded = handler.execute(keyed_orders.automatic(loaded.id, holder, loaded.table.decisions[seat], attended=True)).loaded

    assert loaded.table.status == "finished"
    events = handler.tables.recorded_events(loaded.codec, loaded.id, 0, loaded.table.version)
    verdict = verify(write(document(recorded for recorded, _ in events)), GAMES)
    assert verdict.ok, verdict


@pytest.mark.parametrize("seats", [1, 2, 4, 8])
def test_a_table_at_which_nobody_acts_is_played_by_its_clocks_for_exactly_fifty_rolls(seats: int) -> None:
    now = datetime(2026, 11, 28, tzinfo=UTC)
    handler = Handler(Tables(MemoryStore(), GAMES, lambda: now), Random(f"clocks {seats}").randbytes)
    order = Create(options={}, seats=(SeatRequest(kind="human"),) * seats, turn_seconds=60, abandon_after=2_592_000)
    loaded = handler.create(keyed_orders.create("p00-" + "0" * 26, "dice-cards", order), "dice-cards").loaded

    while loaded.table.owing:
        now += timedelta(seconds=61)
        seat = loaded.table.owing[0]
        holder = Holder(seat, loaded.table.seats[seat].taken)
        loaded = handler.execute(keyed_orders.expire(loaded.id, holder, loaded.table.decisions[seat])).loaded

    recorded = [entry.recorded for entry in handler.tables.recorded_events(loaded.codec, loaded.id, 0, loaded.table.version)]
    assert [entry.type for entry in recorded].count("dice-cards.dice-rolled") == 50
    assert loaded.table.outcome is not None
    assert (loaded.table.outcome.reason, loaded.table.outcome.winners) == ("all-rolls", tuple(range(seats)))
    assert verify(write(document(recorded)), GAMES).ok

"""Tables to export, played over the memory store: the same seed gives the same table, to the last byte."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import Any

from bench.long_tables import long_table
from events.store.keys import new_table_id
from events.store.memory_store import MemoryStore
from events.tables import keyed_orders
from events.tables.forking import Fork, fork
from events.tables.handler import Handler
from events.tables.keyed_orders import Holder
from events.tables.opening import LoadedTable, Tables
from rules.registry import games
from rules.table_commands import Create, SeatRequest
from rules.table_events import OnExpiry
from workers.exports.transcript import Transcript, transcribe

GAMES = games()
GAME = GAMES["dicy-cards"]

OPTIONS: Mapping[str, Mapping[str, Any]] = {"dicy-cards": {"mode": "interactions"}, "ice-dice": {"variant": "experienced"}}
"""The default options of each game's tables."""

PURPOSE = ("Score", "Roll", "Take", "Shift")
"""Moves that advance a game."""


def ticking() -> Callable[[], datetime]:
    ticks = count()
    return lambda: datetime(2026, 11, 27, 18, tzinfo=UTC) + timedelta(seconds=next(ticks))


def fresh_handler(seed: int = 1) -> Handler:
    return Handler(Tables(MemoryStore(), GAMES, ticking()), Random(seed).randbytes)


def create_table(handler: Handler, *names: str, game: str = GAME.name, seed: int = 1, **wanted: Any) -> str:
    """The id of a new table with these people, and a built-in player for each name that is empty."""
    seats = tuple(SeatRequest(kind="human", name=name) if name else SeatRequest(kind="ai", level="random") for name in names)
    table = new_table_id(Random(seed).randbytes(17))
    order = Create(seats=seats, **{"options": OPTIONS.get(game, {}), "client_seed": "lucky", **wanted})
    handler.create(keyed_orders.create(table, game, order), game)
    return table


def play_out(handler: Handler, table: str, seed: int = 1) -> LoadedTable:
    """Play a table to its end and return it. Players mostly choose moves that advance the game."""
    chance = Random(seed)
    while (loaded := handler.tables.open(table)).table.status != "finished":
        seat = chance.choice(loaded.table.owing)
        move = keyed_orders.move(table, holder(loaded, seat), choose(loaded, seat, chance), loaded.table.decisions[seat])
        handler.execute(move)
    return loaded


def choose(loaded: LoadedTable, seat: int, chance: Random) -> Any:
    """A random move, mostly one that advances the game, so that it ends."""
    legal = loaded.game.legal(loaded.table.play, seat)
    kind = next((kind for kind in PURPOSE if any(type(command).__name__ == kind for command in legal)), None)
    if kind is not None and chance.random() < 0.85:
        legal = [command for command in legal if type(command).__name__ == kind]
    return chance.choice(legal)


def holder(loaded: LoadedTable, seat: int) -> Holder:
    return Holder(seat, loaded.table.seats[seat].taken)


def story_of(handler: Handler, table: str) -> Transcript:
    loaded = handler.tables.open(table)
    return transcribe(loaded, handler.tables.recorded_events(loaded.codec, table, 0, loaded.table.version))


def played(*names: str, seed: int = 1, **wanted: Any) -> Transcript:
    """The transcript of a game that these people have finished."""
    handler = fresh_handler(seed)
    table = create_table(handler, *(names or ("Ada", "Grace", "Linus")), seed=seed, **wanted)
    play_out(handler, table, seed)
    return story_of(handler, table)


def resigned(*names: str, seed: int = 1, **wanted: Any) -> Transcript:
    """The transcript of a game in which all but the last seat resign in the middle."""
    handler = fresh_handler(seed)
    table = create_table(handler, *names, seed=seed, **wanted)
    chance = Random(seed)
    for seat in range(len(names) - 1):
        for _ in range(20):
            loaded = handler.tables.open(table)
            owing = loaded.table.owing[0]
            command = choose(loaded, owing, chance)
            handler.execute(keyed_orders.move(table, holder(loaded, owing), command, loaded.table.decisions[owing]))
        handler.execute(keyed_orders.leave(table, holder(handler.tables.open(table), seat)))
    return story_of(handler, table)


def left(*names: str, seed: int = 1) -> Transcript:
    """The transcript of a table with an open seat that all players left before the game started."""
    handler = fresh_handler(seed)
    table = new_table_id(Random(seed).randbytes(17))
    seats = (*[SeatRequest(kind="human", name=name) for name in names], SeatRequest(kind="open"))
    handler.create(keyed_orders.create(table, GAME.name, Create(options={}, seats=seats)), GAME.name)
    for seat in range(len(names)):
        handler.execute(keyed_orders.leave(table, holder(handler.tables.open(table), seat)))
    return story_of(handler, table)


def abandoned(*names: str, seed: int = 1) -> Transcript:
    """The transcript of a table that is closed for inactivity after the first round."""
    times = Times()
    handler = Handler(Tables(MemoryStore(), GAMES, times.now), Random(seed).randbytes)
    table, chance = create_table(handler, *names, seed=seed, abandon_after=60), Random(seed)
    while (loaded := handler.tables.open(table)).game.round(loaded.table.play) == 1:
        seat = loaded.table.owing[0]
        handler.execute(keyed_orders.move(table, holder(loaded, seat), choose(loaded, seat, chance), loaded.table.decisions[seat]))
    times.pass_by(61)
    handler.execute(keyed_orders.abandon(table, loaded.table.version))
    return story_of(handler, table)


def substituted(*names: str, seed: int = 1) -> Transcript:
    """The transcript of a game in which the first clock runs out: a built-in player answers for that seat until its turn is over."""
    return late(OnExpiry(policy="substitute", level="greedy"), *names, seed=seed)


def late(rule: OnExpiry, *names: str, seed: int = 1) -> Transcript:
    """The transcript of a game in which the first clock runs out, and all but the last seat resign after that turn."""
    times = Times()
    handler = Handler(Tables(MemoryStore(), GAMES, times.now), Random(seed).randbytes)
    table = create_table(handler, *names, seed=seed, turn_seconds=60, on_expiry=rule)
    times.pass_by(61)
    turn = 1
    while turn == 1:
        loaded = handler.tables.open(table)
        seat = loaded.table.owing[0]
        handler.execute(keyed_orders.expire(table, holder(loaded, seat), loaded.table.decisions[seat]))
        turn = GAME.clock(handler.tables.open(table).table.play, seat)
    for seat in range(len(names) - 1):
        handler.execute(keyed_orders.leave(table, holder(handler.tables.open(table), seat)))
    return story_of(handler, table)


class Times:
    """A clock that stands still until `pass_by`."""

    def __init__(self) -> None:
        self._now = datetime(2026, 11, 27, 18, tzinfo=UTC)

    def now(self) -> datetime:
        return self._now

    def pass_by(self, seconds: int) -> None:
        self._now += timedelta(seconds=seconds)


def forked(*names: str, seed: int = 1, **wanted: Any) -> Transcript:
    """The transcript of a finished fork, from the middle of a finished table."""
    handler = fresh_handler(seed)
    source = play_out(handler, create_table(handler, *names, seed=seed, **wanted), seed)
    table = new_table_id(Random(seed + 1).randbytes(17))
    order = fork(handler.tables, source, Fork(source.table.version // 2, client_seed="again"))
    handler.create(keyed_orders.create(table, source.game.name, order), source.game.name)
    play_out(handler, table, seed + 1)
    return story_of(handler, table)


def long_story(length: int) -> Transcript:
    """The transcript of a table of about `length` events, without any score."""
    handler = fresh_handler()
    table = long_table(handler.tables.store, length)
    handler.execute(keyed_orders.leave(table, holder(handler.tables.open(table), 0)))
    return story_of(handler, table)

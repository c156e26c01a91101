"""Writes a sample of every event type and schema that has none: `python tests/samples/record.py`.

A sample is a stored line from the build that introduced it. It is never rewritten.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import chain, count
from pathlib import Path
from random import Random

import msgspec

from events.store.memory_store import MemoryStore
from events.tables import keyed_orders
from events.tables.envelope import line_of
from events.tables.handler import Handler
from events.tables.keyed_orders import Holder
from events.tables.opening import RecordedEvent, Tables
from rules.game import AnyGame
from rules.registry import games
from rules.table_commands import Create, SeatRequest, Sit
from rules.table_events import OnExpiry
from rules.value_tables import with_library
from workers.values.shipped import shipped

FOLDER = Path(__file__).parent
TABLE = "p00-" + "0" * 26


def main() -> None:
    for game in games().values():
        of_people = chain(events_of_people(game), events_with_advice(game))
        for recorded, _ in chain(of_people, events_without_people(game), events_with_a_bot(game), events_by_values(game)):
            file = FOLDER / f"{recorded.type}@{recorded.schema}.json"
            if not file.exists():
                file.write_bytes(msgspec.json.format(line_of(recorded), indent=2) + b"\n")


def events_of_people(game: AnyGame) -> Iterator[RecordedEvent]:
    """The events of some games, which include everything that can happen at a table."""
    for seed in range(30):
        handler = Handler(Tables(MemoryStore(), {game.name: game}, lambda: datetime(2026, 11, 27, tzinfo=UTC)), Random(seed).randbytes)
        seats = (SeatRequest(kind="human"), *[SeatRequest(kind="open")] * (game.seats[-1] - 1))
        handler.create(keyed_orders.create(TABLE, game.name, Create(options={}, seats=seats, client_seed="creator")), game.name)
        for number in range(game.seats[-1] - 1):
            handler.execute(keyed_orders.sit(TABLE, Sit(name=f"Guest {number}", client_seed=f"guest-{number}"), f"guest-{number}"))
            if number == 0:
                left = handler.tables.open(TABLE).table.seats[1].taken
                handler.execute(keyed_orders.leave(TABLE, Holder(1, left)))
                handler.execute(keyed_orders.sit(TABLE, Sit(name="Guest again"), "again"))
        _play(handler, game, Random(seed), resigning=seed % 2 == 0)
        loaded = handler.tables.open(TABLE)
        yield from handler.tables.recorded_events(loaded.codec, TABLE, 0, loaded.table.version)


def events_with_advice(game: AnyGame) -> Iterator[RecordedEvent]:
    """The events of a table with a clock at which a person asks for a hint."""
    handler = Handler(Tables(MemoryStore(), {game.name: game}, lambda: datetime(2026, 12, 1, tzinfo=UTC)), Random(4).randbytes)
    order = Create(options={}, seats=(SeatRequest(kind="human"),) * 2, turn_seconds=60)
    table = handler.create(keyed_orders.create(TABLE, game.name, order), game.name).loaded.table
    seat = table.owing[0]
    asked = handler.execute(keyed_orders.request_advice(TABLE, Holder(seat, table.seats[seat].taken), table.decisions[seat])).loaded
    yield from handler.tables.recorded_events(asked.codec, TABLE, 0, asked.table.version)


def events_without_people(game: AnyGame) -> Iterator[RecordedEvent]:
    """The events of a table with a clock: a built-in player against a person whose time always runs out."""
    times = count()
    handler = Handler(
        Tables(MemoryStore(), {game.name: game}, lambda: datetime(2026, 11, 28, tzinfo=UTC) + timedelta(minutes=next(times))),
        Random(1).randbytes,
    )
    seats = (SeatRequest(kind="human"), SeatRequest(kind="ai", level="random"))
    on_expiry = OnExpiry(policy="substitute", level="random")
    order = Create(options={}, seats=seats, turn_seconds=60, on_expiry=on_expiry, abandon_after=3600)
    handler.create(keyed_orders.create(TABLE, game.name, order), game.name)
    while owing := handler.tables.open(TABLE).table.owing:
        table = handler.tables.open(TABLE).table
        holder, decision = Holder(owing[0], table.seats[owing[0]].taken), table.decisions[owing[0]]
        automatic = keyed_orders.automatic(TABLE, holder, decision, attended=True)
        handler.execute(automatic if table.seats[owing[0]].kind == "ai" else keyed_orders.expire(TABLE, holder, decision))
    loaded = handler.tables.open(TABLE)
    yield from handler.tables.recorded_events(loaded.codec, TABLE, 0, loaded.table.version)


def events_with_a_bot(game: AnyGame) -> Iterator[RecordedEvent]:
    """The events of a table at which a bot fails until it resigns."""
    handler = Handler(Tables(MemoryStore(), {game.name: game}, lambda: datetime(2026, 11, 29, tzinfo=UTC)), Random(2).randbytes)
    seats = (SeatRequest(kind="bot", name="Six Sigma", bot="bot_4xkq2mtr7zvhn3yd6wcafbje"), SeatRequest(kind="ai", level="random"))
    order = Create(options={}, seats=seats, bot_seconds=10, on_failure=OnExpiry(policy="resign", after=2))
    handler.create(keyed_orders.create(TABLE, game.name, order), game.name)
    while owing := handler.tables.open(TABLE).table.owing:
        table = handler.tables.open(TABLE).table
        holder, decision = Holder(owing[0], table.seats[owing[0]].taken), table.decisions[owing[0]]
        failed = keyed_orders.fail(TABLE, holder, decision, "status", 4)
        handler.execute(failed if owing[0] == 0 else keyed_orders.automatic(TABLE, holder, decision, attended=True))
    loaded = handler.tables.open(TABLE)
    yield from handler.tables.recorded_events(loaded.codec, TABLE, 0, loaded.table.version)


def events_by_values(game: AnyGame) -> Iterator[RecordedEvent]:
    """The events of a table of built-in players that play by tables of values, if the game has any."""
    informed = with_library({game.name: game}, shipped)[game.name]
    levels = [level for level, player in informed.players.items() if player.by_table is not None]
    if not levels:
        return
    handler = Handler(Tables(MemoryStore(), {game.name: informed}, lambda: datetime(2026, 12, 1, tzinfo=UTC)), Random(3).randbytes)
    seats = tuple(SeatRequest(kind="ai", level=level) for level in (levels[0], "random"))
    handler.create(keyed_orders.create(TABLE, game.name, Create(options={}, seats=seats)), game.name)
    while owing := handler.tables.open(TABLE).table.owing:
        table = handler.tables.open(TABLE).table
        holder, decision = Holder(owing[0], table.seats[owing[0]].taken), table.decisions[owing[0]]
        handler.execute(keyed_orders.automatic(TABLE, holder, decision, attended=True))
    loaded = handler.tables.open(TABLE)
    yield from handler.tables.recorded_events(loaded.codec, TABLE, 0, loaded.table.version)


def _play(handler: Handler, game: AnyGame, chance: Random, *, resigning: bool) -> None:
    moves = 0
    while True:
        table = handler.tables.open(TABLE).table
        owing = [seat for seat, decision in enumerate(table.decisions) if decision]
        if not owing:
            return
        seat = chance.choice(owing)
        holder = Holder(seat, table.seats[seat].taken)
        moves += 1
        if resigning and moves == 100:
            handler.execute(keyed_orders.leave(TABLE, holder))
        else:
            command = chance.choice(list(game.legal(table.play, seat)))
            handler.execute(keyed_orders.move(TABLE, holder, command, table.decisions[seat]))


if __name__ == "__main__":
    main()

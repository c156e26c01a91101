"""Plays tables of built-in players without a service: the handler with a store in memory, as fast as the rules allow."""

from datetime import UTC, datetime
from random import Random

from bench.automatic import GAMES, Kind
from events.proof.document import document, write
from events.store.memory_store import MemoryStore
from events.tables import keyed_orders
from events.tables.handler import Handler
from events.tables.keyed_orders import Holder
from events.tables.opening import Tables
from rules.table_commands import Create, SeatRequest

NOW = datetime(2026, 11, 28, tzinfo=UTC)


def file_of(kind: Kind, seed: str) -> bytes:
    """The proof file of a finished table of this kind; the same seed gives the same table."""
    tables = Tables(MemoryStore(), GAMES, lambda: NOW)
    handler = Handler(tables, Random(seed).randbytes)
    seats = (SeatRequest(kind="ai", level=kind.level),) * kind.seats
    order = Create(options=kind.options, seats=seats, client_seed=seed)
    loaded = handler.create(keyed_orders.create("p00-" + "0" * 26, kind.game, order), kind.game).loaded
    while loaded.table.owing:
        seat = loaded.table.owing[0]
        holder = Holder(seat, loaded.table.seats[seat].taken)
        loaded = handler.execute(keyed_orders.automatic(loaded.id, holder, loaded.table.decisions[seat], attended=True)).loaded
    return write(document(recorded for recorded, _ in tables.recorded_events(loaded.codec, loaded.id, 0, loaded.table.version)))

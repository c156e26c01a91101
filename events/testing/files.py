"""Plays tables of built-in players in memory, through the one handler, and returns their proof files."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from random import Random
from typing import Any, Final

from events.proof.document import document, write
from events.store.memory_store import MemoryStore
from events.tables import keyed_orders
from events.tables.handler import Handler
from events.tables.keyed_orders import Holder
from events.tables.opening import Tables
from rules.game import AnyGame
from rules.table_commands import Create, SeatRequest

NOW: Final = datetime(2026, 11, 28, tzinfo=UTC)


def file_of(game: AnyGame, levels: Sequence[str], seed: str, options: Mapping[str, Any] | None = None) -> bytes:
    """The proof file of a finished table with a built-in player in each seat; the same arguments give the same file.

    Refuses with `Rejected` as `rules.table.create` does.
    """
    tables = Tables(MemoryStore(), {game.name: game}, lambda: NOW)
    handler = Handler(tables, Random(seed).randbytes)
    seats = tuple(SeatRequest(kind="ai", level=level) for level in levels)
    order = Create(options=options or {}, seats=seats, client_seed=seed)
    loaded = handler.create(keyed_orders.create("p00-" + "0" * 26, game.name, order), game.name).loaded
    while loaded.table.owing:
        seat = loaded.table.owing[0]
        holder = Holder(seat, loaded.table.seats[seat].taken)
        loaded = handler.execute(keyed_orders.automatic(loaded.id, holder, loaded.table.decisions[seat], attended=True)).loaded
    return write(document(recorded for recorded, _ in tables.recorded_events(loaded.codec, loaded.id, 0, loaded.table.version)))

"""A bot that asks a built-in player for advice has not answered yet."""

from datetime import UTC, datetime
from random import Random

from events.store.memory_store import MemoryStore
from events.tables import keyed_orders
from events.tables.handler import Handler
from events.tables.opening import Tables
from rules.registry import games
from rules.table_commands import Create, SeatRequest
from workers.bots.outcomes import ending, holder, is_open
from workers.bots.progress import Owed

TABLE, BOT = f"p00-{1:026d}", "bot_six"


def test_a_decision_on_which_a_bot_asked_for_advice_stays_open_and_counts_as_answered_by_its_move() -> None:
    handler = Handler(Tables(MemoryStore(), games(), lambda: datetime(2026, 12, 1, tzinfo=UTC)), Random(1).randbytes)
    seats = (SeatRequest(kind="bot", name="Six", bot=BOT), SeatRequest(kind="human"))
    order = Create(options={"first_seat": "creator"}, seats=seats, turn_seconds=60)
    loaded = handler.create(keyed_orders.create(TABLE, "dicy-cards", order), "dicy-cards").loaded
    owed = Owed(BOT, TABLE, 0, loaded.table.decisions[0])

    asked = handler.execute(keyed_orders.request_advice(TABLE, holder(loaded, owed), owed.decision)).loaded
    assert is_open(asked, owed)
    move = loaded.game.legal(loaded.table.play, 0)[0]
    moved = handler.execute(keyed_orders.move(TABLE, holder(loaded, owed), move, owed.decision)).loaded

    assert ending(handler.tables, moved, owed).how == "answered"

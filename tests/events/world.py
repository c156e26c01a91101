"""A table of Dicy Cards on a memory store, and its clock."""

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from events.store.memory_store import MemoryStore
from events.tables import keyed_orders
from events.tables.handler import Answer, Handler
from events.tables.keyed_orders import Holder, Order
from events.tables.opening import LoadedTable, Tables
from rules.registry import games
from rules.table_commands import Create, SeatRequest
from tests.events.store.due_times import earliest_due

GAME = games()["dicy-cards"]
TABLE = "p03-" + "0" * 26
HUMAN, AI = SeatRequest(kind="human"), SeatRequest(kind="ai", level="random")
BOT = SeatRequest(kind="bot", name="Six", bot="bot_six")
NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)


class World:
    """A handler and one table, whose creator begins, with methods to play it."""

    def __init__(self) -> None:
        self.now = NOON
        self.store = MemoryStore()
        self.tables = Tables(self.store, games(), lambda: self.now)
        self.handler = Handler(self.tables, Random(1).randbytes)

    def create_table(self, *seats: SeatRequest, **wanted: Any) -> None:
        order = Create(options={"first_seat": "creator"}, seats=seats, **wanted)
        self.handler.create(keyed_orders.create(TABLE, GAME.name, order), GAME.name)

    def passes(self, **time: int) -> None:
        self.now += timedelta(**time)

    @property
    def loaded(self) -> LoadedTable:
        return self.tables.open(TABLE)

    def holder(self, seat: int) -> Holder:
        return Holder(seat, self.loaded.table.seats[seat].taken)

    def owed(self, seat: int) -> int:
        return self.loaded.table.decisions[seat]

    def play(self, seat: int, command: Any) -> Answer:
        return self.handler.execute(keyed_orders.move(TABLE, self.holder(seat), command, self.owed(seat)))

    def skip(self, seat: int) -> None:
        self.play(seat, GAME.commands["skip"]())

    def expire(self, seat: int) -> None:
        self.handler.execute(keyed_orders.expire(TABLE, self.holder(seat), self.owed(seat)))

    def given_up(self, seat: int, attempts: int = 4) -> Order:
        """The order that records the failure of the bot in a seat."""
        return keyed_orders.fail(TABLE, self.holder(seat), self.owed(seat), "status", attempts)

    def due(self) -> int | None:
        return earliest_due(self.store)

    def calls(self) -> list[tuple[str, ...]]:
        """The jobs that the feed requests, append by append."""
        entries = self.store.follow(dict.fromkeys(self.store.feed_ends(), "0-0"), 0)
        return [entry.calls for entry in entries]

"""A worker at a table, with a real store and a test clock."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from events.store.redis_connection import connect
from events.store.redis_store import RedisStore
from events.tables import keyed_orders
from events.tables.handler import Handler
from events.tables.keyed_orders import Holder
from events.tables.opening import LoadedTable, Tables
from rules.game import BuiltInPlayer, Seat
from rules.registry import games
from rules.table_commands import Create, SeatRequest
from workers.jobs.parked import ParkedJobs
from workers.jobs.parts import WorkerParts
from workers.jobs.queues import Jobs

GAME = games()["dicy-cards"]
TABLE = "p03-" + "0" * 26
HUMAN, OPEN = SeatRequest(kind="human"), SeatRequest(kind="open")
RANDOM, GREEDY = (SeatRequest(kind="ai", level=level) for level in ("random", "greedy"))
BOT = SeatRequest(kind="bot", name="Six", bot="bot_six")
NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)


class World:
    """Tools of a worker, the time of day and the worker's monotonic clock."""

    def __init__(self, url: str) -> None:
        self.now, self.running, self.tick = NOON, 0.0, 0.0
        client = connect(url)
        handler = Handler(Tables(RedisStore(client), games(), lambda: self.now), Random(5).randbytes)
        self.tools = WorkerParts(
            client=client, handler=handler, jobs=Jobs(client, {}), parked=ParkedJobs(client), monotonic=self._monotonic
        )

    def _monotonic(self) -> float:
        self.running += self.tick
        return self.running

    def create_table(self, *seats: SeatRequest, **wanted: Any) -> LoadedTable:
        order = Create(options={"first_seat": "creator"}, seats=seats, **wanted)
        return self.tools.handler.create(keyed_orders.create(TABLE, GAME.name, order), GAME.name).loaded

    def build(self, **players: Callable[..., Any]) -> WorkerParts:
        """The tools of another build, which has these built-in players and no others."""
        game = replace(GAME, players={level: BuiltInPlayer(choose=choose) for level, choose in players.items()})
        tables = Tables(self.tools.tables.store, {game.name: game}, lambda: self.now)
        return replace(self.tools, handler=Handler(tables, Random(5).randbytes))

    def table(self) -> Any:
        return self.tools.tables.open(TABLE).table

    def passes(self, **time: int) -> None:
        self.now += timedelta(**time)

    def move(self, seat: Seat, kind: str, **fields: Any) -> None:
        table = self.table()
        holder = Holder(seat, table.seats[seat].taken)
        self.tools.handler.execute(keyed_orders.move(TABLE, holder, GAME.commands[kind](**fields), table.decisions[seat]))

    def types(self, after: int = 0) -> list[str]:
        loaded = self.tools.tables.open(TABLE)
        return [event.recorded.type for event in self.tools.tables.recorded_events(loaded.codec, TABLE, after, loaded.table.version)]

    def calls(self) -> list[tuple[str, ...]]:
        store = self.tools.tables.store
        return [entry.calls for entry in store.follow(dict.fromkeys(store.feed_ends(), "0-0"), 0)]

"""Plays tables of one store in this process, with reproducible random choices."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from msgspec import to_builtins

from events.fairness.receipts import Receipts, read
from events.fairness.signing import SigningKey
from events.proof.document import document, write
from events.store.memory_store import MemoryStore
from events.tables import keyed_orders
from events.tables.forking import Fork, fork
from events.tables.handler import Handler
from events.tables.keyed_orders import Holder, Order
from events.tables.opening import LoadedTable, Tables
from rules.game import AnyGame
from rules.registry import games
from rules.table_bots import FAILURES
from rules.table_commands import Create, SeatRequest, Sit

GAMES = games()
HUMAN, OPEN, BOT = SeatRequest(kind="human"), SeatRequest(kind="open"), SeatRequest(kind="bot", name="Six", bot="bot_six")


def table_id(number: int) -> str:
    return f"p{number % 16:02d}-{number:026d}"


class Playthrough:
    """A handler on a memory store, whose clock advances by some seconds with every order. `key` signs receipts; None: no receipts."""

    def __init__(self, seed: int, known: Mapping[str, AnyGame] = GAMES, key: SigningKey | None = None) -> None:
        self.chance = Random(seed)
        self.now = datetime(2026, 11, 27, 18, tzinfo=UTC)
        self.handler = Handler(Tables(MemoryStore(), known, self._tick), Random(seed).randbytes, None if key is None else lambda: key)
        self._created = seed * 100

    def _tick(self) -> datetime:
        self.now += timedelta(milliseconds=self.chance.randrange(4000))
        return self.now

    def create_table(self, game: str, order: Create) -> str:
        self._created += 1
        table = table_id(self._created)
        self.handler.create(keyed_orders.create(table, game, order), game)
        return table

    def loaded(self, table: str) -> LoadedTable:
        return self.handler.tables.open(table)

    def holder(self, table: str, seat: int) -> Holder:
        return Holder(seat, self.loaded(table).table.seats[seat].taken)

    def leave(self, table: str, seat: int) -> None:
        self.handler.execute(keyed_orders.leave(table, self.holder(table, seat)))

    def sit(self, table: str, name: str, client_seed: str | None = None) -> None:
        self.handler.execute(keyed_orders.sit(table, Sit(name=name, client_seed=client_seed), f"{name} {self.chance.random()}"))

    def move(self, table: str, choose: Callable[[Sequence[Any]], Any]) -> None:
        """Make the next decision of the first seat that owes one, chosen among its legal moves."""
        loaded = self.loaded(table)
        seat = loaded.table.owing[0]
        command = choose(list(loaded.game.legal(loaded.table.play, seat)))
        self.handler.execute(keyed_orders.move(table, self.holder(table, seat), command, loaded.table.decisions[seat]))

    def request_advice(self, table: str, seat: int) -> None:
        """The seat's holder requests advice for its next decision."""
        decision = self.loaded(table).table.decisions[seat]
        self.handler.execute(keyed_orders.request_advice(table, self.holder(table, seat), decision))

    def expire(self, table: str, seat: int) -> None:
        """Let the time for the seat's next decision run out."""
        self.handler.execute(self._expired(self.loaded(table), self.holder(table, seat)))

    def _expired(self, loaded: LoadedTable, holder: Holder) -> Order:
        self.now = max(self.now, datetime.fromisoformat(loaded.table.clocks[holder.seat].deadline))
        return keyed_orders.expire(loaded.id, holder, loaded.table.decisions[holder.seat])

    def answer(self, table: str, seat: int) -> None:
        """Make the seat's next decision, by its built-in player or at random.

        Sometimes a substitute decides or the time runs out; a bot often fails.
        """
        loaded, holder = self.loaded(table), self.holder(table, seat)
        decision, kind = loaded.table.decisions[seat], self.chance.random()
        bot = loaded.table.seats[seat].kind == "bot"
        if loaded.table.seats[seat].kind == "ai":
            order = keyed_orders.automatic(table, holder, decision, attended=True)
        elif (bot or loaded.table.turn_seconds is not None) and kind < 0.15:
            order = self._expired(loaded, holder)
        elif bot and kind < 0.5:
            order = keyed_orders.fail(table, holder, decision, self.chance.choice(FAILURES), self.chance.randrange(5))
        elif kind > 0.97:
            order = keyed_orders.substitute(table, holder, decision, "random")
        else:
            moves = loaded.game.legal(loaded.table.play, seat)
            order = keyed_orders.move(table, holder, self.chance.choice(list(_purposeful(moves) or moves)), decision)
        self.handler.execute(order)

    def play(self, table: str, until: Callable[[LoadedTable], bool] = lambda _: False) -> None:
        while (loaded := self.loaded(table)).table.owing and not until(loaded):
            self.answer(table, self.chance.choice(loaded.table.owing))

    def fork(self, table: str, at: int, **wishes: Any) -> str:
        source = self.loaded(table)
        return self.create_table(source.game.name, fork(self.handler.tables, source, Fork(at=at, **wishes)))

    def receipts(self, table: str) -> Receipts:
        return read(self.handler.tables.store.receipts(table), table)

    def file(self, table: str) -> bytes:
        loaded = self.loaded(table)
        events = self.handler.tables.recorded_events(loaded.codec, table, 0, loaded.table.version)
        return write(document((recorded_event.recorded for recorded_event in events), to_builtins(self.receipts(table))))


def _purposeful(moves: Any) -> list[Any]:
    """Moves that shorten a game: random games are long."""
    return [move for move in moves if type(move).__name__ in {"Score", "Shift", "Take"}]

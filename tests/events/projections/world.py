"""Plays random tables on a real store, and reads the lists of a generation."""

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from events.projections.generations import GenerationPosition, Generations
from events.projections.projector import Projector
from events.projections.read_model import ReadModel
from events.projections.rebuild import rebuild
from events.store.keys import new_table_id
from events.store.redis_connection import connect
from events.store.redis_store import RedisStore
from events.tables import keyed_orders
from events.tables.handler import Handler
from events.tables.keyed_orders import Holder
from events.tables.opening import Tables
from rules.registry import games
from rules.table_commands import Create, SeatRequest, Sit

GAMES = games()
GAME = "dicy-cards"
NAMES = ("Anna", "ANNA", "Ａｎｎａ", "Zoë", "Straße", "STRASSE", None)


class World:
    """A store with a handler. Each read of the clock advances it by 37 ms."""

    def __init__(self, url: str, seed: int = 1) -> None:
        self.url = url
        self.chance = Random(seed)
        self.client: Any = connect(url)  # untyped: the tests check its results
        self.store = RedisStore(self.client)
        self.time = datetime.now(UTC)
        self.tables = Tables(self.store, GAMES, self.now)
        self.handler = Handler(self.tables, self.chance.randbytes)
        self.generations = Generations(self.client)
        self.lobby = ReadModel(self.client, self.store, lambda: datetime.now(UTC))
        self.created_table: list[str] = []

    def now(self) -> datetime:
        self.time += timedelta(milliseconds=37)
        return self.time

    def projector(self) -> Projector:
        return Projector(self.tables, self.generations, sleep=lambda _: None)

    def project(self) -> GenerationPosition:
        """Let a projector process the whole feed; return its position."""
        projector = self.projector()
        while self.generations.current() is None or self.position().checkpoints != self.store.feed_ends():
            projector.step(0)
        return self.position()

    def rebuilt(self) -> GenerationPosition:
        """Rebuild everything from the logs; return the position."""
        rebuild(self.tables, self.generations, lambda _done, _of: None)
        return self.position()

    def position(self) -> GenerationPosition:
        position = self.generations.current()
        assert position is not None
        return position

    def create_table(self, *kinds: Any, names: tuple[str | None, ...] = (), **wanted: Any) -> str:
        table = new_table_id(self.chance.randbytes(17))
        given = dict(enumerate(names))
        seats = tuple(SeatRequest(kind=kind, name=given.get(seat)) for seat, kind in enumerate(kinds or ("human", "human")))
        self.handler.create(keyed_orders.create(table, GAME, Create(options={}, seats=seats, **wanted)), GAME)
        self.created_table.append(table)
        return table

    def sit(self, table: str, name: str | None = None) -> None:
        self.handler.execute(keyed_orders.sit(table, Sit(name=name), self.chance.randbytes(9).hex()))

    def start(self, table: str) -> None:
        self.handler.execute(keyed_orders.start(table, self._holders(table)[0]))

    def leave(self, table: str, seat: int = 0) -> None:
        self.handler.execute(keyed_orders.leave(table, next(holder for holder in self._holders(table) if holder.seat == seat)))

    def move(self, table: str, times: int = 1) -> None:
        """Play up to `times` random moves; fewer if the game ends."""
        for _ in range(times):
            now = self.tables.open(table).table
            owing = [holder for holder in self._holders(table) if now.decisions[holder.seat]]
            if not owing:
                return
            holder = self.chance.choice(owing)
            command = self.chance.choice(GAMES[GAME].legal(now.play, holder.seat))
            self.handler.execute(keyed_orders.move(table, holder, command, now.decisions[holder.seat]))

    def play_out(self, table: str) -> None:
        """Play the game to its end."""
        while self.tables.open(table).table.status != "finished":
            self.move(table, 50)

    def finish(self, table: str) -> None:
        """End the game at once: all but one resign."""
        while self.tables.open(table).table.status != "finished":
            self.leave(table, self._holders(table)[0].seat)

    def _holders(self, table: str) -> list[Holder]:
        seats = enumerate(self.tables.open(table).table.seats)
        return [Holder(seat, place.taken) for seat, place in seats if place.taken and not place.resigned]

    def something_happens(self) -> None:
        """Create a table, or do something at an existing one."""
        if len(self.created_table) < 3 or self.chance.random() < 0.2:
            kinds = ["human", *self.chance.choices(["human", "open"], k=self.chance.randint(1, 3))]
            names = [self.chance.choice(NAMES) if kind == "human" else None for kind in kinds]
            self.create_table(*kinds, auto_start=self.chance.random() < 0.7, names=tuple(names))
            return
        table = self.chance.choice(self.created_table[-12:])
        now = self.tables.open(table).table
        if now.status == "playing":
            if self.chance.random() < 0.15:
                self.leave(table, self.chance.choice(self._holders(table)).seat)
            else:
                self.move(table, 5)
        elif now.status == "open":
            self._somebody_comes_or_goes(table, bool(now.open_seats))

    def _somebody_comes_or_goes(self, table: str, has_open_seats: bool) -> None:
        if self.chance.random() < 0.4:
            self.leave(table, self.chance.choice(self._holders(table)).seat)
        elif has_open_seats:
            self.sit(table, self.chance.choice(NAMES))
        else:
            self.start(table)

    def content(self, position: GenerationPosition) -> dict[str, Any]:
        """The whole content of a generation, by key."""
        prefix = f"rs:{{lobby}}:{position.generation}:"
        names = [key.decode() for key in self.client.scan_iter(prefix.replace("{", "\\{") + "*")]
        return {name.removeprefix(prefix): self._value(name) for name in names}

    def _value(self, name: str) -> Any:
        return self.client.hgetall(name) if self.client.type(name) == b"hash" else self.client.zrange(name, 0, -1)

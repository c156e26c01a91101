"""A service without its processes: calls of bots, built-in players and clocks run one after the other.

The clock jumps to the next due time. The store and the bots are real.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from ipaddress import ip_network
from random import Random
from types import MappingProxyType
from typing import Any, Final

from events.access.seat_tokens import SeatTokens
from events.store.event_store import FeedEntry
from events.store.keys import new_table_id
from events.store.redis_connection import connect
from events.store.redis_store import RedisStore
from events.tables import keyed_orders
from events.tables.handler import Handler
from events.tables.keyed_orders import Holder
from events.tables.opening import LoadedTable, RecordedEvent, Tables
from events.timestamps import epoch_ms, stamp
from rules.game import AnyGame
from rules.registry import games
from rules.table_commands import Create, SeatRequest
from rules.table_events import BotFailed
from rules.texts.catalogue import catalogue
from tests.events.store.due_times import earliest_due
from tests.workers.bots.servers import BotServer
from tests.workers.dispatching import an_owner
from workers.bots import recovery, turn
from workers.bots.health import BotHealth, health
from workers.bots.registry import Bot
from workers.bots.statistics import Statistics, statistics
from workers.dispatcher.parts import Make, dispatcher_parts
from workers.jobs.built_in_moves import due, play
from workers.jobs.parked import ParkedJobs
from workers.jobs.parts import WorkerParts
from workers.jobs.queues import Jobs
from workers.outgoing.client import Outgoing
from workers.outgoing.signing import Secret, new_secret

GAME = games()["dicy-cards"]
NO_OPTIONS: Final[Mapping[str, Any]] = MappingProxyType({})
SHORT: Final = {"mode": "custom", "cards": ["forty-minus", "all-under-six", "pair-doubled", "different-x4", "three-lowest"]}
"""Options with many points, and one card with an effect: the game is over soon."""
NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)
HUMAN, GREEDY = SeatRequest(kind="human"), SeatRequest(kind="ai", level="greedy")
KINDS: Mapping[str, Make] = {"turn": turn.run, "probe": recovery.run}
SECRET = new_secret(bytes(range(32)))


class World:
    def __init__(self, url: str, game: AnyGame = GAME) -> None:
        self.now = NOON
        self.game = game
        self._chance = Random(5)
        client = connect(url)
        handler = Handler(Tables(RedisStore(client), games(), lambda: self.now), self._chance.randbytes)
        self.tools = WorkerParts(client=client, handler=handler, jobs=Jobs(client, {}), parked=ParkedJobs(client))
        outgoing = Outgoing([ip_network("127.0.0.0/8")])
        self.parts = dispatcher_parts(self.tools, outgoing, SeatTokens(b"s" * 32), lambda: 0.0)
        self._places = dict.fromkeys(self.tools.tables.store.feed_ends(), "0-0")
        self.makes: list[float] = []
        """The times of calls, in seconds after noon."""

    def register(self, server: BotServer, name: str = "Dora") -> Bot:
        bot = Bot(
            id=f"bot_{name.lower()}",
            owner=an_owner(self.tools.client),
            name=name,
            url=server.url,
            games=(self.game.name,),
            avatar=name[0],
            created_at=stamp(self.now),
            secrets=(Secret(SECRET),),
        )
        assert self.parts.bots.add(bot)
        return bot

    def create_table(self, *seats: SeatRequest | Bot, options: Mapping[str, Any] = NO_OPTIONS, **wanted: Any) -> str:
        """A new table with these seats; the first of them begins if the game has an option for it."""
        asked = tuple(seat if isinstance(seat, SeatRequest) else SeatRequest(kind="bot", bot=seat.id, name=seat.name) for seat in seats)
        table = new_table_id(self._chance.randbytes(17))
        first = {"first_seat": "creator"} if "first_seat" in catalogue(self.game, "en")["options"] else {}
        order = Create(options={**first, **options}, seats=asked, **wanted)
        self.tools.handler.create(keyed_orders.create(table, self.game.name, order), self.game.name)
        return table

    def run(self, seconds: float = 600, until: Callable[[], bool] = lambda: False) -> None:
        """Do everything that is due in the next `seconds`, or until `until()` is true."""
        end = self.now + timedelta(seconds=seconds)
        while not until():
            if self._step():
                continue
            times = [at for at in (self.parts.schedule.earliest(), earliest_due(self.tools.tables.store)) if at is not None]
            if not times or min(times) > epoch_ms(end):
                self.now = end
                return
            self.now = datetime.fromtimestamp(min(times) / 1000, UTC)

    def _step(self) -> bool:
        """Do everything that is due now. Return whether there was anything."""
        store = self.tools.tables.store
        entries = self.feed()
        for entry in entries:
            if "play" in entry.calls:
                play(self.tools, entry.table)
            for call in turn.wanted_calls(self.parts, entry):
                self.parts.schedule.request(call, self.now)
        some = self.parts.schedule.take(self.now, 60_000, 100, str(self._chance.random()))
        for taken in some:
            self.makes.append((self.now - NOON).total_seconds())
            again = KINDS[taken.call.kind](self.parts, *taken.call.ids)
            self.parts.schedule.done(taken) if again is None else self.parts.schedule.again(taken, again)
        tables = store.take_due(epoch_ms(self.now), 60_000, 100)
        for table in tables:
            due(self.tools, table)
        return bool(entries or some or tables)

    def feed(self) -> Sequence[FeedEntry]:
        """The new entries of the feed."""
        entries = self.tools.tables.store.follow(self._places, 0)
        for entry in entries:
            self._places[entry.partition] = entry.id
        return entries

    def passes(self, **time: float) -> None:
        self.now += timedelta(**time)

    def loaded(self, table: str) -> LoadedTable:
        return self.tools.tables.open(table)

    def holder(self, table: str, seat: int) -> Holder:
        return Holder(seat, self.loaded(table).table.seats[seat].taken)

    def over(self, table: str) -> bool:
        return self.loaded(table).table.status == "finished"

    def answered(self, table: str, seat: int = 0) -> Callable[[], bool]:
        """Whether the decision that the seat owes now is closed."""
        decision = self.loaded(table).table.decisions[seat]
        return lambda: self.loaded(table).table.decisions[seat] != decision

    def events(self, table: str) -> Sequence[RecordedEvent]:
        loaded = self.loaded(table)
        return [*self.tools.tables.recorded_events(loaded.codec, table, 0, loaded.table.version)]

    def types(self, table: str) -> list[str]:
        return [recorded_event.recorded.type for recorded_event in self.events(table)]

    def failures(self, table: str) -> list[BotFailed]:
        return [recorded_event.event for recorded_event in self.events(table) if isinstance(recorded_event.event, BotFailed)]

    def health(self, bot: Bot) -> BotHealth:
        return health(self.tools.client, bot.id)

    def statistics(self, bot: Bot) -> Statistics:
        return statistics(self.tools.client, bot.id)

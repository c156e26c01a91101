"""Places of a bot: who takes them, and which are taken."""

from datetime import UTC, datetime

from events.store.keys import TABLE_ID_BYTES, new_table_id
from events.tables import keyed_orders
from events.tables.keyed_orders import Holder, Order
from rules.table_commands import Create, SeatRequest, Sit
from tests.workers.dispatching import an_owner
from workers.bots.places import BotPlace, BotPlaces, PlacesTaken, Room
from workers.bots.registry import Bot, Bots, places_key
from workers.jobs.parts import WorkerParts

NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)
DORA, EMIL = "bot_dora", "bot_emil"
OWNER, FLOOD, STRANGER = "key:owner", "address:flood", "key:stranger"


class Bookings:
    """Places of two bots, and tables that use them."""

    def __init__(self, tools: WorkerParts) -> None:
        self.tools, self.now = tools, NOON
        self.places = BotPlaces(tools.client, lambda: self.now)
        self.bots = Bots(tools.client)
        self._owner = an_owner(tools.client)
        self._ids = iter(range(1_000_000))
        for bot in (DORA, EMIL):
            assert self.bots.add(self.record(bot))

    def record(self, bot: str) -> Bot:
        return Bot(
            id=bot,
            owner=self._owner,
            name="Six",
            url="http://127.0.0.1:2000/",
            games=("dicy-cards",),
            avatar="S",
            created_at="2026-11-28T12:00:00.000Z",
            secrets=(),
        )

    def order(self, table: str = "", *, bots: tuple[str, ...] = (DORA,)) -> Order:
        """The order that creates a table with these bots and one person."""
        seats = (SeatRequest(kind="human"), *(SeatRequest(kind="bot", bot=bot) for bot in bots))
        return keyed_orders.create(table or self.new_table(), "dicy-cards", Create(options={}, seats=seats))

    def new_table(self) -> str:
        return new_table_id(next(self._ids).to_bytes(TABLE_ID_BYTES, "big"))

    def take(self, order: Order, most: int = 2, *, client: str = "key:someone", others: int = 1000, share: int = 1000) -> PlacesTaken:
        """The result of `book` without its time."""
        return self.book(order, most, client=client, others=others, share=share)._replace(at=0)

    def book(self, order: Order, most: int = 2, *, client: str = "key:someone", others: int = 1000, share: int = 1000) -> PlacesTaken:
        room = Room(OWNER, most, others, share)
        return self.places.take(place_of(order), client, {seat.bot: room for seat in order.command.seats if seat.bot is not None})

    def created(self) -> Order:
        """Create a running table with Dora, on one of her places."""
        order = self.order()
        assert self.take(order) == PlacesTaken()
        self.create(order)
        return order

    def waiting(self, client: str = FLOOD) -> Order:
        """The order of a table with Dora, on one of her places, that waits for another player."""
        seats = (SeatRequest(kind="human"), SeatRequest(kind="bot", bot=DORA), SeatRequest(kind="open"))
        order = keyed_orders.create(self.new_table(), "dicy-cards", Create(options={}, seats=seats, abandon_after=30 * 86_400))
        assert self.take(order, client=client) == PlacesTaken()
        self.create(order)
        return order

    def sit(self, order: Order) -> None:
        self.tools.handler.execute(keyed_orders.sit(order.table, Sit(), "a-guest"))

    def create(self, order: Order) -> None:
        self.tools.handler.create(order, "dicy-cards")

    def end(self, order: Order) -> None:
        loaded = self.tools.tables.open(order.table)
        self.tools.handler.execute(keyed_orders.leave(order.table, Holder(0, loaded.table.seats[0].taken)))

    def held(self, bot: str = DORA) -> int:
        return int(self.tools.client.zcard(places_key(bot)))


def place_of(order: Order) -> BotPlace:
    return BotPlace(order.table, order.key.fingerprint)

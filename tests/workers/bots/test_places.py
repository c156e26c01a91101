"""The places of a bot: as many tables as its owner allows, also under concurrent requests, and no place without a table."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier

import pytest
from msgspec import structs

from events.damaged.damage import Damage
from events.limits import DEFAULT_LIMITS, Limits
from events.store import keys
from events.store.keys import TABLE_ID_BYTES, new_table_id
from events.tables import keyed_orders
from events.tables.keyed_orders import Holder, Order
from rules.table_commands import Create, SeatRequest, Sit
from tests.workers.dispatching import an_owner
from workers.bots.places import CREATED_WITHIN_MS, BotPlace, BotPlaces, PlacesTaken, Room, room_of
from workers.bots.registry import Bot, Bots, place_clients_key, places_key
from workers.jobs.parts import WorkerParts

NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)
LATER = NOON + timedelta(milliseconds=CREATED_WITHIN_MS + 1)
MUCH_LATER = NOON + timedelta(seconds=DEFAULT_LIMITS.unstarted_counted, milliseconds=1)
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


@pytest.fixture
def bookings(tools: WorkerParts) -> Bookings:
    return Bookings(tools)


def test_a_bot_that_plays_at_as_many_tables_as_it_may_is_full_until_one_of_them_ends(bookings: Bookings) -> None:
    first, _ = bookings.created(), bookings.created()
    third = bookings.order()

    full = bookings.take(third)
    bookings.end(first)

    assert full == PlacesTaken(full=DORA)
    assert bookings.take(third) == PlacesTaken()
    assert bookings.take(bookings.order()) == PlacesTaken(full=DORA)


def test_of_many_who_ask_at_once_through_several_processes_as_many_get_a_place_as_there_are(bookings: Bookings) -> None:
    asked, most = [bookings.order(bots=(DORA, EMIL)) for _ in range(40)], 7
    clients = [BotPlaces(bookings.tools.client, lambda: NOON) for _ in asked]
    together = Barrier(len(asked))

    def take(client: BotPlaces, order: Order) -> PlacesTaken:
        together.wait()
        rooms = {bot: Room(OWNER, places, places, places) for bot, places in ((DORA, most), (EMIL, 2 * most))}
        return client.take(place_of(order), "key:someone", rooms)._replace(at=0)

    with ThreadPoolExecutor(len(asked)) as pool:
        answers = list(pool.map(take, clients, asked))

    assert [answers.count(PlacesTaken()), answers.count(PlacesTaken(full=DORA))] == [most, 40 - most]
    assert [bookings.held(DORA), bookings.held(EMIL)] == [most, most]


def test_many_who_find_the_same_places_freed_get_all_of_them(bookings: Bookings) -> None:
    ended, most = [bookings.order() for _ in range(6)], 6
    for order in ended:
        assert bookings.take(order, most) == PlacesTaken()
        bookings.create(order)
        bookings.end(order)
    asked = [bookings.order() for _ in range(12)]

    with ThreadPoolExecutor(len(asked)) as pool:
        answers = list(pool.map(lambda order: bookings.take(order, most), asked))

    assert answers.count(PlacesTaken()) == most
    assert bookings.held() == most


def test_the_same_request_again_takes_no_second_place_also_at_a_full_bot(bookings: Bookings) -> None:
    first, second = bookings.order(), bookings.order()

    answers = [bookings.take(order) for order in (first, second, first, second)]

    assert answers == [PlacesTaken()] * 4
    assert bookings.held() == 2


def test_a_place_is_taken_with_all_bots_or_with_none(bookings: Bookings) -> None:
    bookings.created()
    bookings.created()

    answer = bookings.take(bookings.order(bots=(EMIL, DORA)))

    assert answer == PlacesTaken(full=DORA)
    assert bookings.held(EMIL) == 0


def test_a_place_whose_table_was_never_created_is_kept_for_its_creation_and_then_free(bookings: Bookings) -> None:
    lost, other = bookings.order(), bookings.order()
    assert bookings.take(lost, 1) == PlacesTaken()

    meanwhile = bookings.take(other, 1)
    bookings.now = LATER

    assert meanwhile == PlacesTaken(full=DORA)
    assert bookings.take(other, 1) == PlacesTaken()


def test_a_request_that_comes_again_after_that_time_has_its_place_for_as_long_again(bookings: Bookings) -> None:
    slow = bookings.order()
    assert bookings.take(slow, 1) == PlacesTaken()

    bookings.now = LATER
    assert bookings.take(slow, 1) == PlacesTaken()

    assert bookings.take(bookings.order(), 1) == PlacesTaken(full=DORA)


def test_a_place_is_given_up_unless_its_table_runs(bookings: Bookings) -> None:
    refused, running = bookings.order(), bookings.created()
    taken = bookings.book(refused).at, int(bookings.tools.client.zscore(places_key(DORA), str(place_of(running))) or 0)

    for order, at in zip((refused, running), taken, strict=True):
        bookings.places.give_up(place_of(order), [DORA], at)

    assert bookings.held() == 1
    assert bookings.places.running(DORA) == 1


def test_a_request_that_has_failed_does_not_free_the_place_that_the_same_request_has_taken_again(bookings: Bookings) -> None:
    asked = bookings.order(bots=(DORA, EMIL))
    first, again = bookings.book(asked), bookings.book(asked)  # at the same time

    bookings.places.give_up(place_of(asked), [DORA, EMIL], first.at)
    kept = bookings.held(DORA), bookings.held(EMIL)
    bookings.places.give_up(place_of(asked), [DORA, EMIL], again.at)

    assert kept == (1, 1)
    assert (bookings.held(DORA), bookings.held(EMIL)) == (0, 0)


def test_an_order_for_a_table_that_another_order_has_created_holds_nothing(bookings: Bookings) -> None:
    created = bookings.created()
    late = bookings.order(created.table, bots=(DORA, EMIL))
    assert bookings.take(late) == PlacesTaken()

    running = bookings.places.running(DORA), bookings.places.running(EMIL)

    assert running == (1, 0)


@pytest.mark.parametrize("what", ["log", "keys", "secret", "everything"])
def test_a_table_that_is_removed_holds_no_place(bookings: Bookings, what: str) -> None:
    table = bookings.created().table
    all_keys = {"log": keys.log_key(table), "keys": keys.keys_key(table), "secret": keys.secret_key(table)}
    bookings.tools.client.delete(*(all_keys.values() if what == "everything" else [all_keys[what]]))

    bookings.now = LATER

    assert bookings.places.running(DORA) == 0


def test_a_damaged_table_holds_no_place(bookings: Bookings) -> None:
    table = bookings.created().table

    bookings.tools.tables.store.set_aside(table, Damage(version=3, reason="for this test", found_at="2026-11-28T12:00:00.000Z"))

    assert bookings.places.running(DORA) == 0


def test_something_else_in_the_place_of_what_a_table_remembers_holds_none_and_harms_no_other(bookings: Bookings) -> None:
    broken, _ = bookings.created(), bookings.created()
    bookings.tools.client.delete(keys.keys_key(broken.table), keys.damaged_key(keys.partition_of(broken.table)))
    bookings.tools.client.sadd(keys.keys_key(broken.table), "planted")
    bookings.tools.client.sadd(keys.damaged_key(keys.partition_of(broken.table)), "planted")

    assert bookings.places.running(DORA) == 1


def test_a_bot_that_is_removed_takes_no_place_and_leaves_none(bookings: Bookings) -> None:
    bookings.created()

    bookings.bots.remove(DORA)

    assert bookings.take(bookings.order(bots=(EMIL, DORA))) == PlacesTaken(gone=DORA)
    assert (bookings.held(DORA), bookings.held(EMIL)) == (0, 0)


def test_places_that_are_fewer_than_the_tables_that_run_are_free_when_enough_of_these_have_ended(bookings: Bookings) -> None:
    first, second = bookings.created(), bookings.created()

    bookings.end(first)
    still_full = bookings.take(bookings.order(), 1)
    bookings.end(second)

    assert still_full == PlacesTaken(full=DORA)
    assert bookings.take(bookings.order(), 1) == PlacesTaken()


def test_a_table_whose_game_does_not_start_holds_its_place_for_a_while_only(bookings: Bookings) -> None:
    for _ in range(2):
        bookings.waiting()

    bookings.now = LATER
    meanwhile = bookings.take(bookings.order(), client=STRANGER)
    bookings.now = MUCH_LATER

    assert meanwhile == PlacesTaken(full=DORA)
    assert bookings.take(bookings.order(), client=STRANGER) == PlacesTaken()
    assert bookings.places.running(DORA) == 1


def test_a_table_that_starts_in_that_time_keeps_its_place(bookings: Bookings) -> None:
    for order in [bookings.waiting(), bookings.waiting()]:
        bookings.sit(order)

    bookings.now = MUCH_LATER

    assert bookings.take(bookings.order(), client=STRANGER) == PlacesTaken(full=DORA)
    assert bookings.places.running(DORA) == 2


def test_a_table_that_starts_later_takes_its_place_again_if_there_is_one(bookings: Bookings) -> None:
    first, second = bookings.waiting(), bookings.waiting()
    bookings.now = MUCH_LATER
    bookings.created()

    assert bookings.take(first) == PlacesTaken()
    assert bookings.take(second) == PlacesTaken(full=DORA)
    bookings.sit(first)
    bookings.now += timedelta(days=1)
    assert bookings.places.running(DORA) == 2


def test_one_client_has_no_more_than_its_share_of_a_bot_and_its_owner_as_many_as_there_are(bookings: Bookings) -> None:
    flood = [bookings.take(bookings.order(), 8, client=FLOOD, others=6, share=3) for _ in range(5)]
    strangers = [bookings.take(bookings.order(), 8, client=f"key:{number}", others=6, share=3) for number in range(5)]
    owner = [bookings.take(bookings.order(), 8, client=OWNER, others=6, share=3) for _ in range(4)]

    assert flood == [PlacesTaken()] * 3 + [PlacesTaken(full=DORA, full_for="client")] * 2
    assert strangers == [PlacesTaken()] * 3 + [PlacesTaken(full=DORA, full_for="others")] * 2
    assert owner == [PlacesTaken()] * 2 + [PlacesTaken(full=DORA)] * 2


def test_tables_of_the_owner_leave_strangers_what_is_left(bookings: Bookings) -> None:
    for _ in range(3):
        assert bookings.take(bookings.order(), 4, client=OWNER, others=3, share=1) == PlacesTaken()

    answers = [bookings.take(bookings.order(), 4, client=client, others=3, share=1) for client in (STRANGER, "key:other")]

    assert answers == [PlacesTaken(), PlacesTaken(full=DORA)]


def test_a_share_holds_for_requests_of_one_client_that_come_at_once_through_several_processes(bookings: Bookings) -> None:
    asked = [bookings.order(bots=(DORA, EMIL)) for _ in range(24)]
    together = Barrier(len(asked))

    def take(order: Order) -> PlacesTaken:
        together.wait()
        room = Room(OWNER, 20, 18, 5)
        return BotPlaces(bookings.tools.client, lambda: NOON).take(place_of(order), FLOOD, {DORA: room, EMIL: room})._replace(at=0)

    with ThreadPoolExecutor(len(asked)) as pool:
        answers = list(pool.map(take, asked))

    assert answers.count(PlacesTaken()) == 5
    assert bookings.held(DORA) == bookings.held(EMIL) == 5


def test_a_share_is_free_again_when_tables_of_the_client_end(bookings: Bookings) -> None:
    first = bookings.created()

    full = bookings.take(bookings.order(), 8, client="key:someone", share=1)
    bookings.end(first)

    assert full == PlacesTaken(full=DORA, full_for="client")
    assert bookings.take(bookings.order(), 8, client="key:someone", share=1) == PlacesTaken()
    assert bookings.tools.client.hlen(place_clients_key(DORA)) == 1


def test_a_place_of_an_older_build_is_somebodys_and_nobodys_share(bookings: Bookings) -> None:
    bookings.created()
    bookings.tools.client.delete(place_clients_key(DORA))

    answers = [bookings.take(bookings.order(), 3, client="key:someone", others=2, share=1) for _ in range(2)]

    assert answers == [PlacesTaken(), PlacesTaken(full=DORA, full_for="client")]
    assert bookings.take(bookings.order(), 3, client=STRANGER, others=2, share=1) == PlacesTaken(full=DORA, full_for="others")
    assert bookings.take(bookings.order(), 3, client=OWNER, others=2, share=1) == PlacesTaken()


@pytest.mark.parametrize(
    ("max_tables", "limits", "others", "client"),
    [
        (1, DEFAULT_LIMITS, 1, 1),
        (2, DEFAULT_LIMITS, 1, 1),
        (8, DEFAULT_LIMITS, 7, 2),
        (200, DEFAULT_LIMITS, 180, 50),
        (2, Limits(bot_owner_reserve=0), 2, 1),
    ],
)
def test_a_bot_keeps_places_for_its_owner_and_everybody_may_have_one(
    bookings: Bookings, max_tables: int, limits: Limits, others: int, client: int
) -> None:
    bot = structs.replace(bookings.record("bot_fred"), max_tables=max_tables)

    assert room_of(bot, limits) == Room(f"key:{bot.owner}", max_tables, others, client)

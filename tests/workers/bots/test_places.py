"""The places of a bot: as many tables as its owner allows, whatever happens at the same time, and none that is held by nothing."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier

import pytest

from events import keys, orders
from events.damage import Damage
from events.keys import TABLE_ID_BYTES, new_table_id
from events.orders import Holder, Order
from rules.table_orders import Create, SeatRequest
from tests.workers.desks import an_owner
from workers.bots.places import CREATED_WITHIN_MS, Place, Places, Taken
from workers.bots.registry import Bot, Bots, places_key
from workers.tools import Tools

NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)
LATER = NOON + timedelta(milliseconds=CREATED_WITHIN_MS + 1)
DORA, EMIL = "bot_dora", "bot_emil"


class Bookings:
    """Places of two bots, and tables that are created on them."""

    def __init__(self, tools: Tools) -> None:
        self.tools, self.now = tools, NOON
        self.places = Places(tools.client, lambda: self.now)
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
        """To create a table with these bots and one person."""
        seats = (SeatRequest(kind="human"), *(SeatRequest(kind="bot", bot=bot) for bot in bots))
        return orders.create(table or self.new_table(), "dicy-cards", Create(options={}, seats=seats))

    def new_table(self) -> str:
        return new_table_id(next(self._ids).to_bytes(TABLE_ID_BYTES, "big"))

    def take(self, order: Order, most: int = 2) -> Taken:
        return self.places.take(place_of(order), {seat.bot: most for seat in order.command.seats if seat.bot is not None})

    def created(self) -> Order:
        """A table that runs with Dora, on a place of hers."""
        order = self.order()
        assert self.take(order) == Taken()
        self.create(order)
        return order

    def create(self, order: Order) -> None:
        self.tools.handler.create(order, "dicy-cards")

    def end(self, order: Order) -> None:
        opened = self.tools.tables.open(order.table)
        self.tools.handler.execute(orders.leave(order.table, Holder(0, opened.table.seats[0].taken)))

    def held(self, bot: str = DORA) -> int:
        return int(self.tools.client.zcard(places_key(bot)))


def place_of(order: Order) -> Place:
    return Place(order.table, order.key.fingerprint)


@pytest.fixture
def bookings(tools: Tools) -> Bookings:
    return Bookings(tools)


def test_a_bot_that_plays_at_as_many_tables_as_it_may_is_full_until_one_of_them_ends(bookings: Bookings) -> None:
    first, _ = bookings.created(), bookings.created()
    third = bookings.order()

    full = bookings.take(third)
    bookings.end(first)

    assert full == Taken(full=DORA)
    assert bookings.take(third) == Taken()
    assert bookings.take(bookings.order()) == Taken(full=DORA)


def test_of_many_who_ask_at_once_through_several_processes_as_many_get_a_place_as_there_are(bookings: Bookings) -> None:
    asked, most = [bookings.order(bots=(DORA, EMIL)) for _ in range(40)], 7
    clients = [Places(bookings.tools.client, lambda: NOON) for _ in asked]
    together = Barrier(len(asked))

    def take(client: Places, order: Order) -> Taken:
        together.wait()
        return client.take(place_of(order), {DORA: most, EMIL: 2 * most})

    with ThreadPoolExecutor(len(asked)) as pool:
        answers = list(pool.map(take, clients, asked))

    assert [answers.count(Taken()), answers.count(Taken(full=DORA))] == [most, 40 - most]
    assert [bookings.held(DORA), bookings.held(EMIL)] == [most, most]


def test_many_who_find_the_same_places_freed_get_all_of_them(bookings: Bookings) -> None:
    ended, most = [bookings.order() for _ in range(6)], 6
    for order in ended:
        assert bookings.take(order, most) == Taken()
        bookings.create(order)
        bookings.end(order)
    asked = [bookings.order() for _ in range(12)]

    with ThreadPoolExecutor(len(asked)) as pool:
        answers = list(pool.map(lambda order: bookings.take(order, most), asked))

    assert answers.count(Taken()) == most
    assert bookings.held() == most


def test_the_same_request_again_takes_no_second_place_also_at_a_full_bot(bookings: Bookings) -> None:
    first, second = bookings.order(), bookings.order()

    answers = [bookings.take(order) for order in (first, second, first, second)]

    assert answers == [Taken()] * 4
    assert bookings.held() == 2


def test_a_place_is_taken_with_all_bots_or_with_none(bookings: Bookings) -> None:
    bookings.created()
    bookings.created()

    answer = bookings.take(bookings.order(bots=(EMIL, DORA)))

    assert answer == Taken(full=DORA)
    assert bookings.held(EMIL) == 0


def test_a_place_whose_table_was_never_created_is_kept_for_its_creation_and_then_free(bookings: Bookings) -> None:
    lost, other = bookings.order(), bookings.order()
    assert bookings.take(lost, 1) == Taken()

    meanwhile = bookings.take(other, 1)
    bookings.now = LATER

    assert meanwhile == Taken(full=DORA)
    assert bookings.take(other, 1) == Taken()


def test_a_request_that_comes_again_after_that_time_has_its_place_for_as_long_again(bookings: Bookings) -> None:
    slow = bookings.order()
    assert bookings.take(slow, 1) == Taken()

    bookings.now = LATER
    assert bookings.take(slow, 1) == Taken()

    assert bookings.take(bookings.order(), 1) == Taken(full=DORA)


def test_a_place_is_given_up_unless_its_table_runs(bookings: Bookings) -> None:
    refused, running = bookings.order(), bookings.created()
    assert bookings.take(refused) == Taken()

    for order in (refused, running):
        bookings.places.give_up(place_of(order), [DORA])

    assert bookings.held() == 1
    assert bookings.places.running(DORA) == 1


def test_an_order_for_a_table_that_another_order_has_created_holds_nothing(bookings: Bookings) -> None:
    created = bookings.created()
    late = bookings.order(created.table, bots=(DORA, EMIL))
    assert bookings.take(late) == Taken()

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

    assert bookings.take(bookings.order(bots=(EMIL, DORA))) == Taken(gone=DORA)
    assert (bookings.held(DORA), bookings.held(EMIL)) == (0, 0)


def test_places_that_are_fewer_than_the_tables_that_run_are_free_when_enough_of_these_have_ended(bookings: Bookings) -> None:
    first, second = bookings.created(), bookings.created()

    bookings.end(first)
    still_full = bookings.take(bookings.order(), 1)
    bookings.end(second)

    assert still_full == Taken(full=DORA)
    assert bookings.take(bookings.order(), 1) == Taken()

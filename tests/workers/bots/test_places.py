"""The places of a bot: as many tables as its owner allows, also under concurrent requests."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from events.tables.keyed_orders import Order
from tests.workers.bots.bookings import DORA, EMIL, NOON, OWNER, Bookings, place_of
from workers.bots.places import BotPlaces, PlacesTaken, Room


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


def test_places_that_are_fewer_than_the_tables_that_run_are_free_when_enough_of_these_have_ended(bookings: Bookings) -> None:
    first, second = bookings.created(), bookings.created()

    bookings.end(first)
    still_full = bookings.take(bookings.order(), 1)
    bookings.end(second)

    assert still_full == PlacesTaken(full=DORA)
    assert bookings.take(bookings.order(), 1) == PlacesTaken()

"""One client has a share of a bot's places; its owner may have more."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from msgspec import structs

from events.limits import DEFAULT_LIMITS, Limits
from events.tables.keyed_orders import Order
from tests.workers.bots.bookings import DORA, EMIL, FLOOD, NOON, OWNER, STRANGER, Bookings, place_of
from workers.bots.places import BotPlaces, PlacesTaken, Room, room_of
from workers.bots.registry import place_clients_key


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

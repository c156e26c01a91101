"""No place is held without a table: it is free again when the table was not created, has not started, has ended or is gone."""

from datetime import timedelta

import pytest

from events.damaged.damage import Damage
from events.limits import DEFAULT_LIMITS
from events.store import keys
from tests.workers.bots.bookings import DORA, EMIL, NOON, STRANGER, Bookings, place_of
from workers.bots.places import CREATED_WITHIN_MS, PlacesTaken
from workers.bots.registry import places_key

LATER = NOON + timedelta(milliseconds=CREATED_WITHIN_MS + 1)
MUCH_LATER = NOON + timedelta(seconds=DEFAULT_LIMITS.unstarted_counted, milliseconds=1)


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

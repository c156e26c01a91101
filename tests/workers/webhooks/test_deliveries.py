"""The delivery log: all pending deliveries and the last settled ones, complete, in pages, and changed by one process at a time."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest
from msgspec.structs import replace

from events.store.redis_connection import connect
from events.timestamps import stamp
from tests.events.store.proxy import Proxy
from workers.webhooks.deliveries import SETTLED_KEPT_FOR, Deliveries, NoRoom
from workers.webhooks.delivery import Attempt, Delivery, State, to_redeliver

NOW = datetime(2026, 11, 28, 12, tzinfo=UTC)
HOOK = "whk_1"
MOST = 320
"""The largest number of delivered messages that these logs keep, and of failed ones."""

ATTEMPT = Attempt(at=stamp(NOW), status=500, reason="status", ms=3)


@pytest.fixture
def deliveries(fresh_store_url: str) -> Deliveries:
    return Deliveries(connect(fresh_store_url), MOST, MOST)


def delivery(number: int, state: State = "pending", at: datetime = NOW) -> Delivery:
    return Delivery(id=f"msg_{number}", type="x.y", table="p07-a", version=number, created_at=stamp(at), body="{}", state=state)


def numbers(some: list[Delivery]) -> list[int]:
    return [int(one.id.removeprefix("msg_")) for one in some]


def test_what_is_known_stays_as_it_is(deliveries: Deliveries) -> None:
    tried = replace(delivery(1), attempts=(ATTEMPT,))
    assert deliveries.add(HOOK, delivery(1)) == delivery(1)
    assert deliveries.change(HOOK, "msg_1", lambda _: tried) == tried

    assert deliveries.add(HOOK, delivery(1)) == tried
    assert deliveries.find(HOOK, "msg_1") == tried
    assert deliveries.find("whk_2", "msg_1") is None


def test_pages_go_on_where_the_last_one_ended_also_if_more_has_come(deliveries: Deliveries) -> None:
    for number in range(250):
        deliveries.add(HOOK, delivery(number))

    first = deliveries.list(HOOK, 100)
    deliveries.add(HOOK, delivery(250))
    second = deliveries.list(HOOK, 100, first.next)
    third = deliveries.list(HOOK, 100, second.next)

    assert numbers([*first.deliveries, *second.deliveries, *third.deliveries]) == [*reversed(range(250))]
    assert third.next is None
    assert deliveries.list(HOOK, 100, "msg_unknown") == ([], None)


def test_a_page_can_be_of_one_state(deliveries: Deliveries) -> None:
    for number in range(300):
        deliveries.add(HOOK, delivery(number, "failed" if number % 3 == 0 else "delivered"))

    first = deliveries.list(HOOK, 60, state="failed")
    rest = deliveries.list(HOOK, 60, first.next, "failed")

    assert numbers([*first.deliveries, *rest.deliveries]) == [*reversed(range(0, 300, 3))]
    assert rest.next is None
    assert deliveries.list(HOOK, 60, state="pending") == ([], None)


def test_what_came_in_the_same_moment_is_listed_once_on_whatever_page(deliveries: Deliveries, fresh_store_url: str) -> None:
    deliveries.add(HOOK, delivery(2))
    with connect(fresh_store_url) as client:
        old_log(client, delivery(1, "failed"))  # as an older build does at the same time

    first = deliveries.list(HOOK, 1)
    second = deliveries.list(HOOK, 1, first.next)

    assert numbers([*first.deliveries, *second.deliveries]) == [2, 1]
    assert second.next is None


def test_so_many_may_wait_to_be_sent_again_and_no_more(deliveries: Deliveries) -> None:
    for number in range(3):
        deliveries.add(HOOK, delivery(number, "failed"))

    for number in (0, 1, 0):  # whatever waits already takes no more room
        deliveries.change(HOOK, f"msg_{number}", lambda one: to_redeliver(one, NOW), most_pending=2)
    with pytest.raises(NoRoom):
        deliveries.change(HOOK, "msg_2", lambda one: to_redeliver(one, NOW), most_pending=2)

    assert deliveries.find(HOOK, "msg_2") == delivery(2, "failed")
    assert deliveries.pending(HOOK) == 2


def test_what_was_settled_first_makes_room(deliveries: Deliveries) -> None:
    for number in range(MOST + 5):
        deliveries.add(HOOK, delivery(number, "delivered"))

    [oldest] = deliveries.list(HOOK, 1, f"msg_{6}").deliveries
    assert oldest.id == "msg_5"
    assert deliveries.list(HOOK, 1, "msg_5") == ([], None)
    assert deliveries.find(HOOK, "msg_4") is None
    assert deliveries.change(HOOK, "msg_4", lambda one: one) is None


def test_what_is_pending_makes_room_for_nothing_however_old_it_is(deliveries: Deliveries, fresh_store_url: str) -> None:
    deliveries.add(HOOK, replace(delivery(0, at=NOW - SETTLED_KEPT_FOR), attempts=(ATTEMPT,)))
    for number in range(1, MOST + 10):
        deliveries.add(HOOK, delivery(number, "delivered"))
        deliveries.add(HOOK, delivery(MOST + 10 + number, "failed"))

    assert deliveries.find(HOOK, "msg_0") == replace(delivery(0, at=NOW - SETTLED_KEPT_FOR), attempts=(ATTEMPT,))
    assert numbers([*deliveries.list(HOOK, 5, state="pending").deliveries]) == [0]
    assert numbers([*deliveries.missed_since(HOOK, NOW - SETTLED_KEPT_FOR)]) == [0], "no other one was tried"
    with connect(fresh_store_url) as client:
        assert {client.ttl(key) for key in client.scan_iter("rs:{service}:deliveries:*")} == {-1}, "nothing of it ends by itself"


def test_what_is_given_up_late_is_in_the_log_as_the_newest_that_failed_and_in_its_old_place(deliveries: Deliveries) -> None:
    deliveries.add(HOOK, delivery(0))
    for number in range(1, MOST + 1):
        deliveries.add(HOOK, delivery(number, "failed"))
        deliveries.add(HOOK, delivery(MOST + number, "delivered"))
    gave_up = replace(delivery(0, "failed"), attempts=(replace(ATTEMPT, at=stamp(NOW + timedelta(days=3))),))

    deliveries.change(HOOK, "msg_0", lambda _: gave_up)

    assert deliveries.find(HOOK, "msg_0") == gave_up
    assert deliveries.find(HOOK, "msg_1") is None, "the first that had failed"
    [last] = deliveries.list(HOOK, 1, "msg_2").deliveries[-1:]
    assert last.id == f"msg_{MOST + 1}"
    assert numbers([*deliveries.list(HOOK, 10, f"msg_{MOST + 1}").deliveries]) == [0]


def test_failures_are_not_pushed_out_by_what_is_delivered(deliveries: Deliveries) -> None:
    deliveries.add(HOOK, delivery(0, "failed"))
    for number in range(1, MOST + 5):
        deliveries.add(HOOK, delivery(number, "delivered"))

    assert numbers([*deliveries.list(HOOK, 5, state="failed").deliveries]) == [0]


def test_what_is_older_than_it_is_kept_goes_and_a_log_that_nobody_writes_to_does_so_whole(
    deliveries: Deliveries, fresh_store_url: str
) -> None:
    deliveries.add(HOOK, delivery(1, "delivered"))
    deliveries.add(HOOK, delivery(2, "failed", at=NOW + timedelta(seconds=2)))
    deliveries.add(HOOK, delivery(3, "delivered", at=NOW + SETTLED_KEPT_FOR + timedelta(seconds=1)))

    assert numbers([*deliveries.list(HOOK, 10).deliveries]) == [3, 2]
    with connect(fresh_store_url) as client:
        for key in client.scan_iter("rs:{service}:deliveries:*"):
            assert 0 < client.ttl(key) <= SETTLED_KEPT_FOR.total_seconds()


def test_a_page_goes_on_right_when_deliveries_are_settled_or_forgotten_meanwhile(deliveries: Deliveries) -> None:
    for number in range(300):
        deliveries.add(HOOK, delivery(number, "pending" if number % 2 else "failed"))
    first = deliveries.list(HOOK, 100)

    for number in range(1, 300, 2):
        deliveries.change(HOOK, f"msg_{number}", lambda one: replace(one, state="delivered", attempts=(ATTEMPT,)))
    for number in range(300, 300 + MOST):
        deliveries.add(HOOK, delivery(number, "failed"))
    rest = deliveries.list(HOOK, 100, first.next)

    assert numbers([*first.deliveries]) == [*reversed(range(200, 300))]
    assert first.next is not None
    assert first.next.startswith("msg_200."), "which has made room, as all even ones have"
    assert deliveries.find(HOOK, "msg_200") is None
    assert numbers([*rest.deliveries]) == [*range(199, 0, -2)]
    assert rest.next is None


def test_what_comes_after_the_clock_went_back_is_the_newest_all_the_same(deliveries: Deliveries) -> None:
    for number in range(MOST):
        deliveries.add(HOOK, replace(delivery(number, "failed"), attempts=(ATTEMPT,)))

    for number in (MOST, MOST + 1):
        deliveries.add(HOOK, replace(delivery(number, "failed", NOW - timedelta(hours=2)), attempts=(ATTEMPT,)))

    assert numbers([*deliveries.list(HOOK, 3).deliveries]) == [MOST + 1, MOST, MOST - 1]
    assert len(deliveries.missed_since(HOOK, NOW)) == MOST - 2, "the others were not new then"


def test_what_was_tried_in_vain_since_a_time_is_found_and_no_pings(deliveries: Deliveries) -> None:
    states: list[State] = ["failed", "delivered", "pending", "failed", "pending", "delivered"]
    for number, state in enumerate(states):
        deliveries.add(HOOK, replace(delivery(number, state, NOW + timedelta(minutes=number)), attempts=(ATTEMPT,)))
    deliveries.add(HOOK, delivery(6, "pending", NOW + timedelta(minutes=6)))
    deliveries.add(HOOK, replace(delivery(7, "failed", NOW + timedelta(minutes=7)), attempts=(ATTEMPT,), table=None, version=None))

    assert numbers([*deliveries.missed_since(HOOK, NOW + timedelta(minutes=1))]) == [2, 3, 4]
    assert deliveries.missed_since(HOOK, NOW + timedelta(minutes=8)) == []


def test_two_who_change_the_same_delivery_both_do(deliveries: Deliveries) -> None:
    deliveries.add(HOOK, delivery(1))
    others = iter([lambda one: replace(one, next_at=stamp(NOW))])

    def make(one: Delivery) -> Delivery:
        for other in others:
            deliveries.change(HOOK, "msg_1", other)
        return replace(one, attempts=(*one.attempts, ATTEMPT))

    changed = deliveries.change(HOOK, "msg_1", make)

    assert changed == deliveries.find(HOOK, "msg_1") == replace(delivery(1), next_at=stamp(NOW), attempts=(ATTEMPT,))


def test_a_lost_reply_changes_nothing_twice(fresh_store_url: str) -> None:
    with Proxy(Path(urlsplit(fresh_store_url).path)) as proxy:
        deliveries = Deliveries(connect(proxy.url))
        deliveries.add(HOOK, delivery(0))  # from here on the server knows the script

        proxy.cut_reply_to(b"msg_1")
        assert deliveries.add(HOOK, delivery(1)) == delivery(1)
        proxy.cut_reply_to(b"EVALSHA")
        deliveries.change(HOOK, "msg_1", lambda one: replace(one, attempts=(*one.attempts, ATTEMPT)))

        assert proxy.cuts == 2
        assert deliveries.find(HOOK, "msg_1") == replace(delivery(1), attempts=(ATTEMPT,))
        assert numbers([*deliveries.list(HOOK, 10).deliveries]) == [1, 0]


def test_a_forgotten_log_is_empty(deliveries: Deliveries) -> None:
    deliveries.add(HOOK, delivery(1))
    deliveries.delete(HOOK)

    assert deliveries.list(HOOK, 10) == ([], None)


def old_log(client: Any, *some: Delivery) -> None:
    """A log as older builds write it: one list for deliveries in every state."""
    for number, one in enumerate(some):
        client.hset(f"rs:{{service}}:deliveries:{HOOK}", one.id, msgspec.json.encode(one))
        client.zadd(f"rs:{{service}}:deliveries:{HOOK}:order", {one.id: NOW.timestamp() * 1000 + number})


def test_what_older_builds_have_written_is_listed_and_what_is_pending_of_it_is_kept(deliveries: Deliveries, fresh_store_url: str) -> None:
    tried = replace(delivery(0), attempts=(ATTEMPT,), next_at=stamp(NOW))
    lost_ping = replace(delivery(3), table=None, version=None)
    with connect(fresh_store_url) as client:
        old_log(client, tried, delivery(1, "failed"), delivery(2, "delivered"), lost_ping)

        assert numbers([*deliveries.list(HOOK, 10).deliveries]) == [3, 2, 1, 0]
        for number in range(10, 15 + MOST):
            deliveries.add(HOOK, delivery(number, "delivered"))
        old_log(client, tried)  # the older build continues to write at the same time
        for number in range(2000, 2005 + MOST):
            deliveries.add(HOOK, delivery(number, "failed"))

    assert deliveries.find(HOOK, "msg_0") == tried
    assert numbers([*deliveries.list(HOOK, 10, state="pending").deliveries]) == [0]
    assert numbers([*deliveries.missed_since(HOOK, NOW)]) == [0]
    assert [deliveries.find(HOOK, f"msg_{number}") for number in (1, 2, 3)] == [None] * 3, "room was made"
    assert deliveries.pending(HOOK) == 1


def test_what_an_older_build_has_settled_or_wants_sent_again_is_put_where_it_belongs(deliveries: Deliveries, fresh_store_url: str) -> None:
    deliveries.add(HOOK, delivery(0))
    deliveries.add(HOOK, delivery(1, "failed"))
    with connect(fresh_store_url) as client:  # the older build changes only the records
        client.hset(f"rs:{{service}}:deliveries:{HOOK}", "msg_0", msgspec.json.encode(delivery(0, "delivered")))
        client.hset(f"rs:{{service}}:deliveries:{HOOK}", "msg_1", msgspec.json.encode(replace(delivery(1), next_at=stamp(NOW))))

    assert deliveries.tidied(HOOK) == []
    assert deliveries.pending(HOOK) == 0
    for number in range(2, MOST + 5):
        deliveries.add(HOOK, delivery(number, "failed"))

    assert numbers([*deliveries.list(HOOK, 10, state="pending").deliveries]) == [1]
    assert numbers([*deliveries.list(HOOK, 10, state="delivered").deliveries]) == [0]

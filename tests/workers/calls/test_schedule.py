"""One dispatcher at a time makes a call; it is repeated if that one dies, and once more if it was requested meanwhile."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from events.store.redis_connection import connect
from events.timestamps import epoch_ms
from tests.events.store.proxy import Proxy
from workers.calls.schedule import QUEUED_CALL_DUE_AGAIN_MS, Call, LeasedCall, Line, Schedule

NOW = datetime(2026, 11, 28, 12, tzinfo=UTC)
LANE, OTHER = Call("lane", ("whk_1", "p07-a")), Call("lane", ("whk_2", "p07-a"))
LEASE = 6_000


@pytest.fixture
def schedule(fresh_store_url: str) -> Schedule:
    return Schedule(connect(fresh_store_url))


def after(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


def taken(schedule: Schedule, seconds: float = 0.0, limit: int = 10, lease: str = "") -> list[LeasedCall]:
    return list(schedule.take(after(seconds), LEASE, limit, lease or f"taking-{seconds}"))


def test_what_is_asked_for_twice_is_given_once_at_the_earlier_time(schedule: Schedule) -> None:
    schedule.request(LANE, after(5))
    schedule.request(LANE, after(1))
    schedule.request(LANE, after(9))

    assert schedule.earliest() == epoch_ms(after(1))
    assert taken(schedule, 0.5) == []
    assert taken(schedule, 1) == [LeasedCall(LANE, "taking-1")]
    assert taken(schedule, 2) == []


def test_what_is_due_longest_is_given_first_and_no_more_than_wanted(schedule: Schedule) -> None:
    third, calls = Call("retry", ("whk_1", "msg_1")), [LANE, OTHER]
    for seconds, call in enumerate([*calls, third]):
        schedule.request(call, after(seconds))

    assert [call for call, _ in taken(schedule, 9, limit=2)] == calls
    assert [call for call, _ in taken(schedule, 9.1, limit=2)] == [third]


class Only:
    """Admits this many calls of each endpoint; endpoints are ordered as in the arguments."""

    def __init__(self, **most: int) -> None:
        self._most = most

    def weight(self, line: Line) -> int:
        return [*self._most].index(line.endpoint)

    def admit(self, line: Line) -> bool:
        self._most[line.endpoint] -= 1
        return self._most[line.endpoint] >= 0


def test_calls_are_taken_by_endpoint_and_those_that_wait_longest_first(schedule: Schedule) -> None:
    for number in range(20):
        schedule.request(Call("turn", ("crowd", str(number))), after(number))
    schedule.request(Call("turn", ("one", "a")), after(30))

    first = schedule.take(after(40), LEASE, 3, "first", Only(one=8, crowd=8))
    second = schedule.take(after(41), LEASE, 100, "second", Only(one=0, crowd=8))

    assert [call.ids for call, _ in first] == [("crowd", "0"), ("crowd", "1"), ("one", "a")]
    assert [call.ids[1] for call, _ in second] == [str(number) for number in range(2, 10)]
    for each in (*first, *second):
        schedule.done(each)
    assert schedule.count() == 10


def test_what_waits_keeps_its_place_and_is_asked_for_in_vain(schedule: Schedule) -> None:
    for seconds, call in enumerate([LANE, OTHER]):
        schedule.request(call, after(seconds))
    assert schedule.take(after(2), LEASE, 10, "nobody", Only(whk_1=0, whk_2=0)) == []

    schedule.request(LANE, after(3))
    schedule.request(OTHER, after(60))

    assert [call for call, _ in taken(schedule, 4)] == [LANE, OTHER]
    for mine in (LeasedCall(LANE, "taking-4"), LeasedCall(OTHER, "taking-4")):
        schedule.done(mine)
    assert schedule.earliest() == epoch_ms(after(60)), "what was wanted later is made later"
    assert schedule.count() == 1


def test_a_call_that_waits_is_found_by_dispatchers_that_know_no_lines(schedule: Schedule, fresh_store_url: str) -> None:
    schedule.request(LANE, NOW)
    assert schedule.take(NOW, LEASE, 10, "nobody", Only(whk_1=0)) == []

    assert schedule.earliest() == epoch_ms(NOW) + QUEUED_CALL_DUE_AGAIN_MS
    store = connect(fresh_store_url)
    store.hset("rs:{service}:calls:held", str(LANE), "of an older build.1")
    store.zadd("rs:{service}:calls", {str(LANE): epoch_ms(NOW) + QUEUED_CALL_DUE_AGAIN_MS + LEASE})

    assert taken(schedule, 61) == []
    assert schedule.earliest() == epoch_ms(NOW) + QUEUED_CALL_DUE_AGAIN_MS + LEASE
    assert [call for call, _ in taken(schedule, 67)] == [LANE]


@pytest.mark.parametrize("lost", ["waiting", "lines"])
def test_a_call_that_waits_is_given_though_its_line_was_lost(schedule: Schedule, fresh_store_url: str, lost: str) -> None:
    store, later = connect(fresh_store_url), QUEUED_CALL_DUE_AGAIN_MS / 1000 + 1
    schedule.request(LANE, NOW)
    assert schedule.take(NOW, LEASE, 10, "nobody", Only(whk_1=0)) == []  # it waits
    store.delete(f"rs:{{service}}:calls:{lost}")
    assert taken(schedule, 1) == []

    [given] = taken(schedule, later)
    schedule.done(given)

    assert given.call == LANE
    assert store.hkeys("rs:{service}:calls:held") == []
    assert taken(schedule, later + QUEUED_CALL_DUE_AGAIN_MS) == []


def test_what_is_done_is_forgotten(schedule: Schedule) -> None:
    schedule.request(LANE, NOW)
    [mine] = taken(schedule)

    schedule.done(mine)
    schedule.done(mine)

    assert (schedule.count(), schedule.earliest()) == (0, None)
    assert taken(schedule, 100) == []


def test_what_is_put_back_is_given_again_at_its_time(schedule: Schedule) -> None:
    schedule.request(LANE, NOW)
    [mine] = taken(schedule)

    schedule.again(mine, after(3))

    assert taken(schedule, 2.9) == []
    assert [call for call, _ in taken(schedule, 3)] == [LANE]


@pytest.mark.parametrize("ending", ["done", "again"])
def test_what_is_asked_for_while_it_is_made_is_made_once_more(schedule: Schedule, ending: str) -> None:
    schedule.request(LANE, NOW)
    [mine] = taken(schedule)
    schedule.request(LANE, after(2))
    schedule.request(LANE, after(1))
    schedule.request(LANE, after(3))
    assert taken(schedule, 5) == []

    if ending == "done":
        schedule.done(mine)
    else:
        schedule.again(mine, after(60))

    assert schedule.earliest() == epoch_ms(after(1))
    [again] = taken(schedule, 1.5)
    schedule.done(again)
    assert schedule.count() == 0


def test_what_a_dead_maker_had_is_given_to_another_who_has_it_alone_then(schedule: Schedule) -> None:
    schedule.request(LANE, NOW)
    [dead] = taken(schedule)
    schedule.request(LANE, NOW)  # needs no second call: the call that is made next sees everything
    assert taken(schedule, 5.9) == []
    [other] = taken(schedule, 6)

    schedule.done(dead)
    schedule.again(dead, after(7))

    assert taken(schedule, 11.9) == []
    schedule.done(other)
    assert schedule.count() == 0


def test_what_was_asked_for_later_than_a_dead_makers_end_is_not_lost(schedule: Schedule) -> None:
    schedule.request(LANE, NOW)
    taken(schedule)
    schedule.request(LANE, after(60))
    [other] = taken(schedule, 6)

    schedule.done(other)

    assert schedule.earliest() == epoch_ms(after(60))


def test_a_renewed_lease_is_longer_only_for_whoever_holds_the_call(schedule: Schedule) -> None:
    for call in (LANE, OTHER):
        schedule.request(call, NOW)
    first, second = taken(schedule)

    schedule.hold([first, second._replace(lease="somebody else's")], after(5), LEASE)
    schedule.hold([], after(5), LEASE)

    assert [call for call, _ in taken(schedule, 10.9)] == [second.call]
    assert [call for call, _ in taken(schedule, 11)] == [first.call]


def test_a_lost_reply_loses_no_call_and_doubles_none(fresh_store_url: str) -> None:
    with Proxy(Path(urlsplit(fresh_store_url).path)) as proxy:
        schedule = Schedule(connect(proxy.url))
        for seconds in (0, 100):  # from here on the server knows the scripts
            schedule.request(LANE, after(seconds))
            for each in taken(schedule, seconds):
                schedule.hold([each], after(seconds), LEASE)
                schedule.done(each)

        proxy.cut_reply_to(b"EVALSHA")
        schedule.request(LANE, NOW)
        proxy.cut_reply_to(b"calls:lines")
        [mine] = taken(schedule, 0)
        schedule.again(mine, NOW)
        proxy.cut_reply_to(b"calls:asked")
        assert taken(schedule, 0.1) == [], "given, but to nobody who knows"
        [mine] = taken(schedule, 6.1)
        proxy.cut_reply_to(b"EVALSHA")
        schedule.again(mine, after(7))
        [again] = taken(schedule, 7)
        proxy.cut_reply_to(b"EVALSHA")
        schedule.done(again)

        assert proxy.cuts == 5
        assert schedule.count() == 0


@pytest.mark.parametrize("call", [Call("lane", ()), Call("lane", ("a b",)), Call("lane", ("a:b",)), Call("", ("a",)), Call("lane", ("",))])
def test_what_is_no_call_is_refused(schedule: Schedule, call: Call) -> None:
    with pytest.raises(ValueError, match="is no call"):
        schedule.request(call, NOW)

    assert schedule.count() == 0

"""A call is made by one at a time, again if its maker dies, and once more if it was asked for meanwhile."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from events.connection import connect
from events.moments import epoch_ms
from tests.events.store.proxy import Proxy
from workers.dispatch.schedule import Call, Schedule, Taken

NOW = datetime(2026, 11, 28, 12, tzinfo=UTC)
LANE, OTHER = Call("lane", ("whk_1", "p07-a")), Call("lane", ("whk_2", "p07-a"))
LEASE = 6_000


@pytest.fixture
def schedule(fresh_store_url: str) -> Schedule:
    return Schedule(connect(fresh_store_url))


def after(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


def taken(schedule: Schedule, seconds: float = 0.0, limit: int = 10, taking: str = "") -> list[Taken]:
    return list(schedule.take(after(seconds), LEASE, limit, taking or f"taking-{seconds}"))


def test_what_is_asked_for_twice_is_given_once_at_the_earlier_time(schedule: Schedule) -> None:
    schedule.ask(LANE, after(5))
    schedule.ask(LANE, after(1))
    schedule.ask(LANE, after(9))

    assert schedule.earliest() == epoch_ms(after(1))
    assert taken(schedule, 0.5) == []
    assert taken(schedule, 1) == [Taken(LANE, "taking-1")]
    assert taken(schedule, 2) == []


def test_what_is_due_longest_is_given_first_and_no_more_than_wanted(schedule: Schedule) -> None:
    third, calls = Call("retry", ("whk_1", "msg_1")), [LANE, OTHER]
    for seconds, call in enumerate([*calls, third]):
        schedule.ask(call, after(seconds))

    assert [call for call, _ in taken(schedule, 9, limit=2)] == calls
    assert [call for call, _ in taken(schedule, 9.1, limit=2)] == [third]


def test_what_is_done_is_forgotten(schedule: Schedule) -> None:
    schedule.ask(LANE, NOW)
    [mine] = taken(schedule)

    schedule.done(mine)
    schedule.done(mine)

    assert (schedule.count(), schedule.earliest()) == (0, None)
    assert taken(schedule, 100) == []


def test_what_is_put_back_is_given_again_at_its_time(schedule: Schedule) -> None:
    schedule.ask(LANE, NOW)
    [mine] = taken(schedule)

    schedule.again(mine, after(3))

    assert taken(schedule, 2.9) == []
    assert [call for call, _ in taken(schedule, 3)] == [LANE]


@pytest.mark.parametrize("ending", ["done", "again"])
def test_what_is_asked_for_while_it_is_made_is_made_once_more(schedule: Schedule, ending: str) -> None:
    schedule.ask(LANE, NOW)
    [mine] = taken(schedule)
    schedule.ask(LANE, after(2))
    schedule.ask(LANE, after(1))
    schedule.ask(LANE, after(3))
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
    schedule.ask(LANE, NOW)
    [dead] = taken(schedule)
    schedule.ask(LANE, NOW)  # nobody need make it twice for that: whoever makes it now sees everything
    assert taken(schedule, 5.9) == []
    [other] = taken(schedule, 6)

    schedule.done(dead)
    schedule.again(dead, after(7))

    assert taken(schedule, 11.9) == []
    schedule.done(other)
    assert schedule.count() == 0


def test_what_was_asked_for_later_than_a_dead_makers_end_is_not_lost(schedule: Schedule) -> None:
    schedule.ask(LANE, NOW)
    taken(schedule)
    schedule.ask(LANE, after(60))
    [other] = taken(schedule, 6)

    schedule.done(other)

    assert schedule.earliest() == epoch_ms(after(60))


def test_a_renewed_lease_is_longer_only_for_whoever_holds_the_call(schedule: Schedule) -> None:
    for call in (LANE, OTHER):
        schedule.ask(call, NOW)
    first, second = taken(schedule)

    schedule.hold([first, second._replace(taking="somebody else's")], after(5), LEASE)
    schedule.hold([], after(5), LEASE)

    assert [call for call, _ in taken(schedule, 10.9)] == [second.call]
    assert [call for call, _ in taken(schedule, 11)] == [first.call]


def test_a_lost_reply_loses_no_call_and_doubles_none(fresh_store_url: str) -> None:
    with Proxy(Path(urlsplit(fresh_store_url).path)) as proxy:
        schedule = Schedule(connect(proxy.url))
        for seconds in (0, 100):  # from here on the server knows the scripts
            schedule.ask(LANE, after(seconds))
            for each in taken(schedule, seconds):
                schedule.hold([each], after(seconds), LEASE)
                schedule.done(each)

        proxy.cut_reply_to(b"EVALSHA")
        schedule.ask(LANE, NOW)
        proxy.cut_reply_to(b"EVALSHA")
        assert taken(schedule, 0) == [], "given, but to nobody who knows"
        [mine] = taken(schedule, 6)
        proxy.cut_reply_to(b"EVALSHA")
        schedule.again(mine, after(7))
        [again] = taken(schedule, 7)
        proxy.cut_reply_to(b"EVALSHA")
        schedule.done(again)

        assert proxy.cuts == 4
        assert schedule.count() == 0


@pytest.mark.parametrize("call", [Call("lane", ()), Call("lane", ("a b",)), Call("lane", ("a:b",)), Call("", ("a",)), Call("lane", ("",))])
def test_what_is_no_call_is_refused(schedule: Schedule, call: Call) -> None:
    with pytest.raises(ValueError, match="is no call"):
        schedule.ask(call, NOW)

    assert schedule.count() == 0

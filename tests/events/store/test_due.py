"""When a table is due: every append sets it, one caller at a time gets the table, and it is not lost if that caller dies."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from redis import Redis

from events.store.event_store import Append
from events.store.keys import PARTITIONS, due_key, partition_of
from events.store.store import Store
from events.tables.envelope import NO_HASH
from tests.events.store.due_times import earliest_due
from tests.events.store.tables import Log, any_table

pytestmark = pytest.mark.usefixtures("fresh_store_url", "fresh_cluster")

LEASE = 1000
EVER = 10**14


def due_at(log: Log, time_ms: int | None) -> Append:
    return log.append(1, due=time_ms)


def create_table(store: Store, partition: str, time_ms: int) -> str:
    log = Log(store, partition + any_table()[3:])
    due_at(log, time_ms)
    return log.table


def test_without_tables_nothing_is_due(store: Store) -> None:
    assert earliest_due(store) is None
    assert list(store.take_due(EVER, LEASE, 10)) == []


def test_a_table_is_due_from_its_time_on(log: Log) -> None:
    due_at(log, 5000)

    assert earliest_due(log.store) == 5000
    assert list(log.store.take_due(4999, LEASE, 10)) == []
    assert list(log.store.take_due(5000, LEASE, 10)) == [log.table]


def test_the_newest_append_says_when(log: Log) -> None:
    due_at(log, 5000)
    due_at(log, 7000)
    assert earliest_due(log.store) == 7000

    due_at(log, 3000)
    assert earliest_due(log.store) == 3000

    due_at(log, None)
    assert earliest_due(log.store) is None


def test_an_append_that_does_not_happen_says_nothing(log: Log) -> None:
    first = due_at(log, 5000)
    late = log.batch(1, key="late", due=9000)._replace(expected=0, previous=NO_HASH, snapshot=first.snapshot)

    log.store.append(late)
    log.store.append(first._replace(due=9000))

    assert earliest_due(log.store) == 5000


def test_a_table_that_was_taken_comes_back_when_its_lease_ends(log: Log) -> None:
    due_at(log, 5000)

    assert list(log.store.take_due(6000, LEASE, 10)) == [log.table]
    assert earliest_due(log.store) == 7000
    assert list(log.store.take_due(6999, LEASE, 10)) == []
    assert list(log.store.take_due(7000, LEASE, 10)) == [log.table]


def test_an_append_ends_the_lease(log: Log) -> None:
    due_at(log, 5000)
    log.store.take_due(6000, LEASE, 10)

    due_at(log, None)

    assert list(log.store.take_due(EVER, LEASE, 10)) == []


def test_those_that_are_due_longest_are_taken_first_whatever_their_partition(store: Store) -> None:
    expected = [create_table(store, partition, time) for time, partition in enumerate(["p03", "p11", "p03", "p00", "p11", "p15"], 1000)]

    taken = [set(store.take_due(2000, LEASE, 2)) for _ in range(4)]

    assert taken == [set(expected[:2]), set(expected[2:4]), set(expected[4:]), set()]


def test_never_more_than_asked_for_are_taken(store: Store) -> None:
    tables = {create_table(store, f"p{number % 16:02d}", 1000) for number in range(40)}

    assert list(store.take_due(2000, LEASE, 0)) == []
    assert len(store.take_due(2000, LEASE, 1)) == 1
    assert len(store.take_due(2000, LEASE, 7)) == 7
    assert len(store.take_due(2000, LEASE, 100)) == 32
    assert set(store.take_due(2000 + LEASE, LEASE, 100)) == tables


def test_two_askers_never_both_get_a_table(store: Store) -> None:
    tables = sorted(create_table(store, f"p{number % 3:02d}", 1000) for number in range(60))
    gate = threading.Barrier(8)

    def ask(_: int) -> list[str]:
        gate.wait()
        return [table for _ in range(5) for table in store.take_due(2000, LEASE, 4)]

    with ThreadPoolExecutor(8) as pool:
        taken = [table for some in pool.map(ask, range(8)) for table in some]
    taken += store.take_due(2000, LEASE, 100)  # concurrent callers may have got fewer tables than were due

    assert sorted(taken) == tables


def test_a_table_is_put_off_and_forgotten_while_it_stays_where_it_is(log: Log) -> None:
    due_at(log, 5000)
    log.store.take_due(6000, LEASE, 10)

    log.store.postpone(log.table, 1, 9000)
    assert earliest_due(log.store) == 9000
    log.store.postpone(log.table, 1, 9000)
    assert earliest_due(log.store) == 9000

    log.store.postpone(log.table, 1, None)
    assert earliest_due(log.store) is None


@pytest.mark.parametrize("late", [9000, None])
def test_who_is_late_puts_nothing_off(log: Log, late: int | None) -> None:
    due_at(log, 5000)
    log.append(2, due=6000)

    for version in (0, 1, 2, 4):
        log.store.postpone(log.table, version, late)

    assert earliest_due(log.store) == 6000


def test_a_table_can_be_made_due_that_was_not(log: Log) -> None:
    due_at(log, None)

    log.store.postpone(log.table, 1, 9000)

    assert list(log.store.take_due(9000, LEASE, 10)) == [log.table]


@pytest.mark.parametrize("time_ms", [-1, 10**15])
def test_a_time_that_no_store_keeps_is_refused(log: Log, time_ms: int) -> None:
    due_at(log, 5000)

    with pytest.raises(ValueError, match="due"):
        log.store.postpone(log.table, 1, time_ms)

    assert earliest_due(log.store) == 5000


def test_what_is_due_without_a_log_can_be_forgotten(redis_log: Log, client: Redis) -> None:
    table = "p07" + redis_log.table[3:]
    client.zadd("rs:{p07}:due", {table: 1})
    assert list(redis_log.store.take_due(5000, LEASE, 10)) == [table]

    redis_log.store.postpone(table, 0, None)

    assert earliest_due(redis_log.store) is None


def test_the_feed_tells_what_workers_are_asked_for(store: Store) -> None:
    before = store.feed_ends()
    log = Log(store, "p05" + any_table()[3:])
    log.append(1)
    log.append(1, calls=("play",))
    log.append(1, calls=("play", "more"))

    assert [entry.calls for entry in store.follow(before, 0)] == [(), ("play",), ("play", "more")]


def test_entries_of_an_older_build_ask_for_nothing(redis_log: Log, client: Redis) -> None:
    client.xadd("rs:{p07}:feed", {"table": "p07-" + "0" * 26, "first": 1, "last": 1, "types": "x.y"})

    [entry] = redis_log.store.follow({"p07": "0-0"}, 0)

    assert (entry.types, entry.calls) == (("x.y",), ())


def test_something_else_in_the_place_of_due_times_holds_up_its_own_partition_only(redis_log: Log, client: Redis) -> None:
    redis_log.append(1, due=5)
    other = next(partition for partition in PARTITIONS if partition != partition_of(redis_log.table))
    client.set(due_key(other), "what does this do here")

    assert earliest_due(redis_log.store) == 5
    assert list(redis_log.store.take_due(5, LEASE, 10)) == [redis_log.table]

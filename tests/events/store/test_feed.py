import threading
import time

from events.store.event_store import FeedEntry
from events.store.keys import PARTITIONS
from events.store.store import Store
from tests.events.store.tables import Log, any_table


def order(entry: FeedEntry) -> tuple[int, ...]:
    return tuple(map(int, entry.id.split("-")))


def in_partition(store: Store, partition: str) -> Log:
    return Log(store, partition + any_table()[3:])


def test_every_append_is_told_once_and_in_order(store: Store) -> None:
    before = store.feed_ends()
    one, other = in_partition(store, "p03"), in_partition(store, "p03")
    one.append(2)
    other.append(1)
    one.append(3)

    told = store.follow(before, 0)

    assert [(entry.table, entry.first, entry.last) for entry in told] == [(one.table, 1, 2), (other.table, 1, 1), (one.table, 3, 5)]
    assert [entry.types for entry in told] == [("test.happened",) * 2, ("test.happened",), ("test.happened",) * 3]
    assert {entry.partition for entry in told} == {"p03"}
    assert sorted(told, key=order) == list(told)
    assert store.feed_ends() == {**before, "p03": told[-1].id}


def test_only_what_came_after_is_told(store: Store) -> None:
    before = store.feed_ends()
    log = in_partition(store, "p04")
    log.append(1)
    log.append(1)
    first, second = store.follow(before, 0)

    assert store.follow({"p04": first.id}, 0) == [second]
    assert store.follow({"p04": second.id}, 0) == []
    assert store.follow({"p05": before["p05"]}, 0) == []
    assert store.follow({}, 1000) in ((), [])


def test_all_partitions_are_followed_at_once(store: Store) -> None:
    before = store.feed_ends()
    logs = [in_partition(store, partition) for partition in PARTITIONS]
    for log in logs:
        log.append(1)

    told = store.follow(before, 0)

    assert set(before) == set(PARTITIONS)
    assert {entry.table for entry in told} == {log.table for log in logs}


def test_more_than_the_limit_comes_in_several_goes(store: Store) -> None:
    places = dict(store.feed_ends())
    logs = [in_partition(store, partition) for partition in ("p01", "p02")]
    for log in logs:
        for _ in range(5):
            log.append(1)

    told: list[FeedEntry] = []
    while news := store.follow(places, 0, limit=32):
        assert len(news) <= 32
        told += news
        places |= {entry.partition: entry.id for entry in news}

    assert [entry.last for entry in told if entry.table == logs[0].table] == [1, 2, 3, 4, 5]
    assert [entry.last for entry in told if entry.table == logs[1].table] == [1, 2, 3, 4, 5]


def test_a_conflict_and_a_known_key_are_not_told(store: Store) -> None:
    log = in_partition(store, "p06")
    batch = log.append(1, key="decision 0")
    before = store.feed_ends()

    store.append(batch)
    store.append(batch._replace(key=batch.key._replace(name="another")))

    assert store.follow(before, 0) == []


def test_following_waits_for_the_first_entry(store: Store) -> None:
    before = store.feed_ends()
    log = in_partition(store, "p08")
    later = threading.Timer(0.3, log.append)
    begun = time.monotonic()
    later.start()

    told = store.follow(before, 10_000)

    assert [(entry.table, entry.last) for entry in told] == [(log.table, 1)]
    assert 0.2 < time.monotonic() - begun < 5
    later.join()


def test_following_ends_when_nothing_comes(store: Store) -> None:
    begun = time.monotonic()

    assert store.follow(store.feed_ends(), 300) == []

    assert 0.28 <= time.monotonic() - begun < 2


def test_a_trimmed_feed_begins_at_the_given_place(store: Store) -> None:
    before = store.feed_ends()
    kept, trimmed = in_partition(store, "p10"), in_partition(store, "p11")
    for log in (kept, trimmed):
        for _ in range(3):
            log.append(1)
    told = [entry for entry in store.follow(before, 0) if entry.partition == "p11"]

    store.trim_feed({"p11": told[1].id})

    assert store.follow({"p11": "0-0"}, 0) == told[1:]
    assert len(store.follow({"p10": before["p10"]}, 0)) == 3
    assert store.feed_ends()["p11"] == told[-1].id


def test_trimming_past_the_end_leaves_nothing_and_the_next_append_is_told(store: Store) -> None:
    log = in_partition(store, "p12")
    log.append(1)
    end = store.feed_ends()["p12"]
    beyond = f"{int(end.split('-')[0]) + 1}-0"

    store.trim_feed({"p12": beyond})
    left = store.follow({"p12": "0-0"}, 0)
    ends = store.feed_ends()["p12"]
    log.append(1)

    assert left == []
    assert ends == "0-0"
    assert [entry.last for entry in store.follow({"p12": end}, 0)] == [2]

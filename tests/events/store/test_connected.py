from redis import Redis

from events.store.keys import connected_key
from events.store.store import Store
from tests.events.store.tables import Log, any_table


def test_a_mark_lasts_until_its_time(log: Log) -> None:
    log.append(1)

    log.store.mark_connected([(log.table, 0), (log.table, 3)], "one", until_ms=1000)

    assert log.load(now_ms=0).connected == {0, 3}
    assert log.load(now_ms=999).connected == {0, 3}
    assert log.load(now_ms=1000).connected == frozenset()


def test_a_mark_can_be_made_to_last_longer(log: Log) -> None:
    log.store.mark_connected([(log.table, 0), (log.table, 1)], "one", until_ms=1000)
    log.store.mark_connected([(log.table, 1)], "one", until_ms=2000)

    assert log.load(now_ms=1500).connected == {1}


def test_who_is_gone_is_not_connected(log: Log) -> None:
    log.store.mark_connected([(log.table, 0), (log.table, 1)], "one", until_ms=1000)

    log.store.mark_gone(log.table, 0, "one")
    log.store.mark_gone(log.table, 7, "one")

    assert log.load(now_ms=0).connected == {1}


def test_seats_of_many_tables_are_marked_at_once(store: Store) -> None:
    logs = [Log(store) for _ in range(5)]

    store.mark_connected([(log.table, seat) for seat, log in enumerate(logs)], "one", until_ms=1000)
    store.mark_connected([], "one", until_ms=1000)

    assert [log.load(now_ms=0).connected for log in logs] == [{seat} for seat in range(5)]


def test_marks_at_a_table_that_nobody_wrote_to_make_no_table(store: Store) -> None:
    table = any_table()

    store.mark_connected([(table, 0)], "one", until_ms=1000)

    assert store.load(table, None, 0).version == 0
    assert table not in store.tables()


def test_marks_are_forgotten_in_the_end(redis_log: Log, client: Redis) -> None:
    redis_log.store.mark_connected([(redis_log.table, 0)], "one", until_ms=1000)

    assert 0 < client.ttl(connected_key(redis_log.table)) <= 86_400


def test_a_seat_that_is_connected_through_two_processes_is_there_until_it_has_left_both(log: Log) -> None:
    log.append(1)
    log.store.mark_connected([(log.table, 2)], "one", until_ms=1000)
    log.store.mark_connected([(log.table, 2)], "two", until_ms=1000)

    log.store.mark_gone(log.table, 2, "one")
    assert set(log.load(now_ms=500).connected) == {2}

    log.store.mark_gone(log.table, 2, "two")
    assert set(log.load(now_ms=500).connected) == set()

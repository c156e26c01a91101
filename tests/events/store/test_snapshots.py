import pytest
from redis import Redis

from events.store import redis_store as redis_store_module
from events.store.event_store import Snapshot
from events.store.keys import state_key
from events.store.redis_store import RedisStore
from tests.events.store.tables import Log


@pytest.fixture
def five(log: Log) -> Log:
    """A log at version 5."""
    log.append(2)
    log.append(3)
    return log


def test_a_snapshot_at_the_head_leaves_no_tail(five: Log) -> None:
    assert five.load()[:3] == (5, five.snapshot(5), [])


def test_an_older_snapshot_comes_with_the_lines_after_it(five: Log) -> None:
    five.plant(five.snapshot(3))

    assert five.load()[:3] == (5, five.snapshot(3), five.lines[3:])


@pytest.mark.parametrize(
    "unfit",
    [
        Snapshot(5, "0" * 64, b"wrong hash"),
        Snapshot(5, "", b"no hash"),
        Snapshot(5, '","', b"part of any line"),
        Snapshot(6, "0" * 64, b"above the log"),
        Snapshot(10**30, "0" * 64, b"far above the log"),
        Snapshot(0, "", b"before the log"),
        Snapshot(-1, "", b"no version"),
    ],
    ids=lambda snapshot: snapshot.body.decode(),
)
def test_a_snapshot_that_does_not_fit_is_ignored(five: Log, unfit: Snapshot) -> None:
    five.plant(unfit)

    assert five.load()[:3] == (5, None, [])


def test_a_snapshot_with_the_hash_of_another_version_is_ignored(five: Log) -> None:
    five.plant(five.snapshot(5)._replace(version=4))

    assert five.load()[:3] == (5, None, [])


def test_a_newer_snapshot_replaces_one_that_fits(five: Log) -> None:
    five.plant(five.snapshot(3))

    five.store.keep_snapshot(five.table, five.snapshot(4))

    assert five.load().snapshot == five.snapshot(4)


def test_a_snapshot_of_the_same_version_is_replaced(five: Log) -> None:
    anew = five.snapshot(5)._replace(body=b"made anew")

    five.store.keep_snapshot(five.table, anew)

    assert five.load().snapshot == anew


def test_an_older_snapshot_does_not_replace_a_newer_one(five: Log) -> None:
    five.store.keep_snapshot(five.table, five.snapshot(4))

    assert five.load().snapshot == five.snapshot(5)


@pytest.mark.parametrize("unfit", [Snapshot(6, "0" * 64, b""), Snapshot(5, "0" * 64, b""), Snapshot(10**30, "", b"")])
def test_a_newer_snapshot_that_does_not_fit_is_replaced(five: Log, unfit: Snapshot) -> None:
    five.plant(unfit)

    five.store.keep_snapshot(five.table, five.snapshot(4))

    assert five.load().snapshot == five.snapshot(4)


@pytest.mark.parametrize("unfit", [Snapshot(5, "0" * 64, b""), Snapshot(6, "0" * 64, b""), Snapshot(0, "", b"")])
def test_a_snapshot_that_does_not_fit_is_not_kept(five: Log, unfit: Snapshot) -> None:
    five.store.keep_snapshot(five.table, unfit)

    assert five.load().snapshot == five.snapshot(5)


def test_no_snapshot_is_kept_of_a_table_that_nobody_wrote_to(log: Log) -> None:
    log.store.keep_snapshot(log.table, Snapshot(1, "0" * 64, b""))

    assert log.load().snapshot is None


@pytest.mark.parametrize("page", [1, 2, 3, 1000])
@pytest.mark.parametrize("kept", [1, 4, 6])
def test_a_long_tail_comes_page_by_page(redis_log: Log, monkeypatch: pytest.MonkeyPatch, page: int, kept: int) -> None:
    monkeypatch.setattr(redis_store_module, "LINES_PER_LOAD", page)
    redis_log.append(4)
    redis_log.append(3)
    redis_log.plant(redis_log.snapshot(kept))

    stored = redis_log.load()

    assert stored.version == 7
    assert stored.snapshot == redis_log.snapshot(kept)
    assert stored.tail == redis_log.lines[kept:]


@pytest.mark.parametrize("field", ["version", "hash", "body"])
def test_a_snapshot_that_lacks_a_field_is_ignored_and_replaced(redis_log: Log, client: Redis, field: str) -> None:
    redis_log.append(2)
    client.hdel(state_key(redis_log.table), field)

    assert redis_log.load()[:3] == (2, None, [])

    redis_log.store.keep_snapshot(redis_log.table, redis_log.snapshot(1))
    assert redis_log.load().snapshot == redis_log.snapshot(1)


@pytest.mark.parametrize("version", ["", "02", "2.0", " 2", "2 ", "0x2", "2e0", "two", "-2", "nan", "inf"])
def test_a_snapshot_with_a_version_that_is_no_number_is_ignored_and_replaced(redis_log: Log, client: Redis, version: str) -> None:
    redis_log.append(2)
    client.hset(state_key(redis_log.table), "version", version)

    assert redis_log.load()[:3] == (2, None, [])

    redis_log.store.keep_snapshot(redis_log.table, redis_log.snapshot(1))
    assert redis_log.load().snapshot == redis_log.snapshot(1)


def test_something_else_where_the_snapshot_belongs_is_ignored_and_replaced(redis_log: Log, client: Redis) -> None:
    redis_log.append(1)
    client.delete(state_key(redis_log.table))
    client.rpush(state_key(redis_log.table), "no", "hash")
    ignored = redis_log.load()
    redis_log.append(1)
    by_append = redis_log.load()
    client.set(state_key(redis_log.table), "text")
    redis_log.store.keep_snapshot(redis_log.table, redis_log.snapshot(1))
    by_keeping = redis_log.load()

    assert ignored[:3] == (1, None, [])
    assert by_append[:3] == (2, redis_log.snapshot(2), [])
    assert by_keeping[:3] == (2, redis_log.snapshot(1), redis_log.lines[1:])


def test_a_field_too_many_hurts_nobody(redis_log: Log, client: Redis) -> None:
    redis_log.append(1)
    client.hset(state_key(redis_log.table), "extra", "field")

    before = redis_log.load()
    redis_log.append(1)

    assert before.snapshot == redis_log.snapshot(1)
    assert redis_log.load().snapshot == redis_log.snapshot(2)


def test_at_the_head_no_line_is_sent(redis_store: RedisStore, client: Redis) -> None:
    log = Log(redis_store)
    log.append(500)
    sent = int(client.info("stats")["total_net_output_bytes"])

    log.load()

    assert int(client.info("stats")["total_net_output_bytes"]) - sent < 10_000

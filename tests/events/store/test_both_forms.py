"""Stores at both format levels, and tables that have changed from one to the other, do all the same."""

from typing import Any

import pytest
from redis import Redis

from events.store.event_store import Appended, Conflict, IdempotencyRecord
from events.store.format_level import raise_level
from events.store.keys import keys_key, log_key
from events.store.levels import FORMAT_LEVEL, OLDEST_LEVEL
from events.store.redis_store import RedisStore
from events.store.rewriting import Rewriter
from tests.events.store.tables import Log


def at_level(client: Redis, level: int) -> RedisStore:
    client.set(FORMAT_LEVEL, level)
    return RedisStore(client)


@pytest.fixture(params=["plain", "compact", "mixed", "rewritten"])
def four(request: pytest.FixtureRequest, fresh_client: Redis) -> Log:
    """A log of four lines in each form."""
    log = Log(at_level(fresh_client, 2 if request.param == "compact" else OLDEST_LEVEL))
    log.append(2, key="first", fingerprint="a" * 32)
    if request.param == "mixed":
        log.store = at_level(fresh_client, 2)
    log.append(2, key="second")
    if request.param == "rewritten":
        assert Rewriter(fresh_client)(log.table) == "rewritten"
    raise_level(fresh_client)
    log.store = RedisStore(fresh_client)
    return log


def test_lines_and_records_are_the_same(four: Log) -> None:
    stored = four.load("first")

    assert four.store.read(four.table, 0, 10) == four.lines
    assert (stored.version, stored.newest, stored.snapshot, stored.trouble) == (4, four.lines[3], four.snapshot(4), "")
    assert stored.idempotency_record == IdempotencyRecord("a" * 32, 1, 2)
    assert four.load("second").idempotency_record == IdempotencyRecord("print", 3, 4)


@pytest.mark.parametrize("version", [1, 2, 3])
def test_a_snapshot_fits_with_the_lines_after_it(four: Log, version: int) -> None:
    four.plant(four.snapshot(version))

    assert four.load()[:3] == (4, four.snapshot(version), four.lines[version:])


def test_a_snapshot_of_another_event_does_not_fit(four: Log) -> None:
    four.plant(four.snapshot(3)._replace(hash="0" * 64))
    assert four.load().snapshot is None

    four.store.keep_snapshot(four.table, four.snapshot(2))
    assert four.load()[:3] == (4, four.snapshot(2), four.lines[2:])


def test_appends_go_on_from_the_newest_event_only(four: Log) -> None:
    batch = four.batch()

    assert four.store.append(batch._replace(previous="0" * 64)) == Conflict(4)
    assert four.store.append(batch) == Appended(5)
    assert four.store.append(batch) == IdempotencyRecord("print", 5, 5)


def test_at_the_oldest_level_everything_is_stored_as_the_release_before_reads_it(fresh_client: Redis) -> None:
    log = Log(at_level(fresh_client, OLDEST_LEVEL))
    log.append(2, key="first", fingerprint="a" * 32)

    assert fresh_client.xrange(log_key(log.table)) == [(b"1-0", {b"e": log.lines[0]}), (b"2-0", {b"e": log.lines[1]})]
    assert fresh_client.hgetall(keys_key(log.table)) == {b"first": b"a" * 32 + b":1:2"}


def test_at_the_newest_level_lines_are_stored_as_compact_ones(fresh_client: Redis) -> None:
    log = Log(at_level(fresh_client, 2))
    log.append(2)

    entries: Any = fresh_client.xrange(log_key(log.table))
    stored = [fields[b"e"] for _, fields in entries]

    assert [entry[0] for entry in stored] == [2, 2]
    assert sum(map(len, stored)) < sum(map(len, log.lines)) / 2

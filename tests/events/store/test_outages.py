"""The server stops, freezes, refuses writes: the caller soon gets an error, nothing is half stored, and all works again afterwards."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as NoConnection
from redis.exceptions import InvalidResponse, NoPermissionError, ReadOnlyError, RedisError, ResponseError
from redis.exceptions import TimeoutError as NoReply

from events.store.event_store import Appended, IdempotencyRecord, StoreUnavailable
from events.store.redis_connection import answered, answers, connect, connect_for_health, ping
from events.store.redis_store import RedisStore
from tests.events.store.conftest import OwnServer
from tests.events.store.tables import Log


@pytest.fixture
def own_client(own_server: OwnServer) -> Iterator[Redis]:
    with connect(own_server.url) as client:
        yield client


@pytest.fixture
def own_log(own_client: Redis) -> Log:
    log = Log(RedisStore(own_client))
    log.append(2, key="decision 0", secret="seed")
    return log


@contextmanager
def within(seconds: float) -> Iterator[None]:
    begun = time.monotonic()
    yield
    assert time.monotonic() - begun < seconds


def everything(log: Log) -> list[Callable[[], object]]:
    """A call of each method."""
    store, table = log.store, log.table
    return [
        partial(store.load, table, None, 0),
        partial(store.append, log.batch(1)),
        partial(store.read, table, 0, 10),
        partial(store.keep_snapshot, table, log.snapshot(2)),
        store.feed_ends,
        partial(store.follow, {"p00": "0-0"}, 100),
        partial(store.trim_feed, {"p00": "1-0"}),
        store.feed_readers,
        partial(store.take_due, 1000, 1000, 10),
        partial(store.postpone, table, 2, 1000),
        partial(store.mark_connected, [(table, 0)], "one", 1000),
        partial(store.mark_gone, table, 0, "one"),
        store.tables,
    ]


def test_a_stopped_server_is_noticed_at_once_and_its_return_as_well(own_server: OwnServer, own_log: Log) -> None:
    own_server.stop()
    for ask in everything(own_log):
        with within(2), pytest.raises(StoreUnavailable):
            ask()
    own_server.start()

    assert own_log.load()[:2] == (2, own_log.snapshot(2))
    own_log.append(1)
    assert own_log.store.follow(own_log.store.feed_ends(), 10) == []


def test_a_look_at_the_feed_does_not_hear_of_an_outage_that_is_over(own_server: OwnServer, own_log: Log) -> None:
    """The readiness check rarely reads the feed. Its old connection is dead, and no caller must notice."""
    ends = own_log.store.feed_ends()
    own_log.store.follow(ends, 0)
    own_server.stop()
    own_server.start()

    assert own_log.store.follow(ends, 0) == []


@pytest.mark.parametrize("number", range(2))
def test_a_frozen_server_is_noticed_within_five_seconds(own_server: OwnServer, own_log: Log, number: int) -> None:
    with own_server.frozen(), within(5), pytest.raises(StoreUnavailable):
        everything(own_log)[number]()

    assert own_log.load().version in (2, 3)


def test_what_was_asked_of_a_frozen_server_may_be_done_later_but_once(own_server: OwnServer, own_log: Log) -> None:
    batch = own_log.batch(1)
    with own_server.frozen(), pytest.raises(StoreUnavailable):
        own_log.store.append(batch)

    answer = own_log.store.append(batch)

    assert isinstance(answer, Appended | IdempotencyRecord)
    assert own_log.store.read(own_log.table, 0, 10) == [*own_log.lines, *own_log.plain(batch)]


def test_a_frozen_server_fails_the_health_check_within_two_seconds(own_server: OwnServer) -> None:
    with connect_for_health(own_server.url) as client:
        ping(client)
        for _ in range(2):
            with own_server.frozen(), within(2), pytest.raises(StoreUnavailable):
                ping(client)
        ping(client)


def test_a_server_that_is_not_there_yet_is_waited_for(own_server: OwnServer) -> None:
    own_server.stop()
    with within(2):
        client = connect(own_server.url)
    with pytest.raises(StoreUnavailable):
        ping(client)
    before = answers(client)
    own_server.start()

    ping(client)
    assert not before
    assert answers(client)


REFUSING: dict[str, list[tuple[str, ...]]] = {
    "NOREPLICAS": [("CONFIG", "SET", "min-replicas-to-write", "1")],
    "OOM|maxmemory": [("CONFIG", "SET", "maxmemory-policy", "noeviction", "maxmemory", "1")],
    "READONLY|read only": [("REPLICAOF", "127.0.0.1", "1")],
    "NOPERM|permission": [("ACL", "SETUSER", "default", "resetkeys", "%R~*")],
}
ACCEPTING: list[tuple[str, ...]] = [
    ("REPLICAOF", "NO", "ONE"),
    ("CONFIG", "SET", "min-replicas-to-write", "0", "maxmemory", "0"),
    ("ACL", "SETUSER", "default", "allkeys"),
]


@pytest.mark.parametrize("reason", REFUSING)
def test_a_refused_write_is_not_made_by_halves(own_client: Redis, own_log: Log, reason: str) -> None:
    ask: Callable[..., None] = own_client.execute_command
    before, ends = own_log.load("decision 1"), own_log.store.feed_ends()
    batch = own_log.batch(2, key="decision 1", secret="")
    for command in REFUSING[reason]:
        ask(*command)

    with pytest.raises(StoreUnavailable, match=reason):
        own_log.store.append(batch)
    with pytest.raises(StoreUnavailable, match=reason):
        ping(own_client)

    for command in ACCEPTING:
        ask(*command)
    assert own_log.load("decision 1") == before
    assert own_log.store.feed_ends() == ends
    assert own_log.store.read(own_log.table, 0, 10) == own_log.lines
    assert isinstance(own_log.store.append(batch), Appended)


@pytest.mark.parametrize("reason", ["NOREPLICAS", "OOM|maxmemory", "READONLY|read only"])
def test_a_server_that_refuses_writes_still_reads(own_client: Redis, own_log: Log, reason: str) -> None:
    ask: Callable[..., None] = own_client.execute_command
    for command in REFUSING[reason]:
        ask(*command)

    assert own_log.load("decision 0").idempotency_record == ("print", 1, 2)
    assert own_log.store.read(own_log.table, 0, 10) == own_log.lines


def test_a_replica_that_lost_its_master_and_may_be_behind_is_not_believed(own_client: Redis, own_log: Log) -> None:
    own_client.config_set("replica-serve-stale-data", "no")
    own_client.replicaof("127.0.0.1", "1")

    with pytest.raises(StoreUnavailable, match=r"MASTER|master"):
        own_log.load()


NO_ANSWERS = [
    NoConnection("gone"),
    NoReply("late"),
    InvalidResponse("no Redis"),
    ReadOnlyError("a replica"),
    NoPermissionError("not you"),
    ResponseError("MISCONF cannot write to disk"),
    ResponseError("BUSY running a script"),
    ResponseError("UNBLOCKED by a failover"),
]


@pytest.mark.parametrize("error", NO_ANSWERS, ids=str)
def test_what_means_no_answer_is_unavailable(error: RedisError) -> None:
    @answered
    def ask() -> None:
        raise error

    with pytest.raises(StoreUnavailable):
        ask()


@pytest.mark.parametrize("error", [ResponseError("ERR unknown command"), ResponseError("WRONGTYPE"), ValueError("MISCONF")])
def test_what_is_a_bug_stays_one(error: Exception) -> None:
    @answered
    def ask() -> None:
        raise error

    with pytest.raises(type(error)):
        ask()

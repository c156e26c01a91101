"""With `ROLLSTREAM_DURABILITY=replicated` nothing is acknowledged before enough replicas have it, and a fail-over loses nothing of that."""

import threading
import time
from collections.abc import Iterator

import pytest
from redis import Redis

from events.store.connection_pool import MOST_CONNECTIONS
from events.store.event_store import PRIMARY_ONLY, Appended, IdempotencyRecord, NotReplicated, Replication, StoreUnavailable
from events.store.keys import log_key
from events.store.pools import pool_of
from events.store.redis_connection import connect
from events.store.redis_store import RedisStore
from events.store.replication import Replicas, store_state
from events.store.store import Store
from tests.events.store.replicas import Group, group
from tests.events.store.tables import Log
from tests.operation.processes import until

SHORT = 200
"""Milliseconds: in which a replica that works confirms, and for which a test waits for one that does not."""
BOTH, ONE = Replication(2, 5000), Replication(1, 5000)
BOTH_SOON, ONE_SOON = Replication(2, SHORT), Replication(1, SHORT)


@pytest.fixture(scope="module")
def shared() -> Iterator[Group]:
    """A primary with two replicas."""
    with group() as replicas:
        yield replicas


@pytest.fixture
def three(shared: Group) -> Group:
    """The shared servers, of which a test freezes a replica at most."""
    shared.follow()
    return shared


@pytest.fixture
def own() -> Iterator[Group]:
    """A primary with two replicas, for a test that lets it fail."""
    with group() as replicas:
        yield replicas


def store_on(servers: Group, replication: Replication) -> RedisStore:
    return RedisStore(connect(servers.url), replication)


def versions(url: str, log: Log) -> int:
    """How many events of the log the server has."""
    with Redis.from_url(url) as client:
        return int(client.xlen(log_key(log.table)))


def test_an_acknowledged_append_is_on_every_replica(three: Group) -> None:
    log = Log(store_on(three, BOTH))

    for _ in range(20):
        log.append(2)

        assert [versions(replica.url, log) for replica in three.replicas] == [len(log.lines)] * 2


def test_an_append_that_a_replica_has_not_confirmed_stands_and_is_not_acknowledged(three: Group) -> None:
    log = Log(store_on(three, BOTH_SOON))
    with three.replicas[0].frozen(), pytest.raises(NotReplicated):
        log.append()

    assert log.load().version == 1
    assert [versions(replica.url, log) for replica in three.replicas] == [1, 1]


def test_a_repeat_finds_the_append_and_is_not_acknowledged_before_it_is_replicated(three: Group) -> None:
    """The repeat is on another connection, of another process: a WAIT alone would cover nothing there."""
    log = Log(store_on(three, BOTH_SOON))
    batch = log.batch(key="0:1")
    other = store_on(three, BOTH_SOON)
    with three.replicas[0].frozen():
        with pytest.raises(NotReplicated):
            log.store.append(batch)
        assert other.append(batch) == IdempotencyRecord("print", 1, 1)
        with pytest.raises(NotReplicated):
            other.confirm(log.table, 1, batch.snapshot.hash)

    store_on(three, BOTH).confirm(log.table, 1, batch.snapshot.hash)


def test_with_two_replicas_one_that_confirms_is_not_enough_for_both_and_enough_for_one(three: Group) -> None:
    with three.replicas[0].frozen():
        Log(store_on(three, ONE)).append()
        with pytest.raises(NotReplicated):
            Log(store_on(three, BOTH_SOON)).append()


def test_a_conflict_does_not_depend_on_replicas(three: Group) -> None:
    log = Log(store_on(three, BOTH))
    late = log.batch(key="late")
    log.append()
    soon = store_on(three, BOTH_SOON)

    with three.replicas[0].frozen():
        assert not isinstance(soon.append(late), Appended)


def test_appends_that_wait_hold_up_no_reads(three: Group) -> None:
    """There are far more of them than a pool has connections, and each waits nearly as long as a command waits for a connection."""
    log, over = Log(store_on(three, Replication(2, 1500))), threading.Event()
    log.append()
    with three.replicas[0].frozen():
        waiting = [threading.Thread(target=_append_unconfirmed, args=(log.store, over)) for _ in range(3 * MOST_CONNECTIONS)]
        for thread in waiting:
            thread.start()
        with connect(three.url) as client:
            until(lambda: client.info("clients")["blocked_clients"] >= MOST_CONNECTIONS)

        assert [log.load().version for _ in range(3)] == [1] * 3
        over.set()
        for thread in waiting:
            thread.join()


def _append_unconfirmed(store: Store, over: threading.Event) -> None:
    while not over.is_set():
        with pytest.raises(StoreUnavailable):
            Log(store).append()


def test_what_belongs_to_no_table_is_confirmed_too(three: Group) -> None:
    client = connect(three.url)
    soon = Replicas(pool_of(client), BOTH_SOON)
    with three.replicas[0].frozen():
        client.set("rs:{service}:test", "x")
        for partitions in ((), ("p03",)):
            with pytest.raises(NotReplicated):
                soon.confirm(partitions)
        assert store_state(client, soon) == "unreplicated"
        assert store_state(client, Replicas(pool_of(client), PRIMARY_ONLY)) == "ok"

    Replicas(pool_of(client), BOTH).confirm()
    assert store_state(client, Replicas(pool_of(client), BOTH)) == "ok"


def test_no_acknowledged_append_is_lost_when_the_primary_fails_under_load(own: Group) -> None:
    """One replica is slow and is the one that takes over: it has confirmed all that was acknowledged."""
    logs = [Log(store_on(own, BOTH)) for _ in range(6)]
    stopping = threading.Event()
    threads = [threading.Thread(target=_append_until, args=(log, stopping)) for log in logs]
    for thread in threads:
        thread.start()
    for _ in range(3):
        with own.replicas[0].frozen():
            time.sleep(0.05)
        time.sleep(0.1)

    own.fail_over(own.replicas[0])
    stopping.set()
    for thread in threads:
        thread.join()

    assert sum(len(log.lines) for log in logs) > 20
    for log in logs:
        assert own_lines(own, log)[: len(log.lines)] == log.lines


def _append_until(log: Log, stopping: threading.Event) -> None:
    while not stopping.is_set():
        try:
            log.append()
        except (StoreUnavailable, AssertionError):  # not acknowledged: the log of the test does not record it
            return


def own_lines(servers: Group, log: Log) -> list[bytes]:
    return [*store_on(servers, PRIMARY_ONLY).read(log.table, 0, 100_000)]


def test_an_append_that_one_replica_of_two_has_confirmed_is_lost_if_the_other_takes_over(own: Group) -> None:
    """So the number of replicas must be that of all that may take over."""
    log = Log(store_on(own, ONE))
    log.append()
    lagging, _ = own.replicas
    own.lag(lagging)
    log.append()

    own.fail_over(lagging)

    assert (len(log.lines), len(own_lines(own, log))) == (2, 1)


def test_a_primary_that_restarts_without_its_newest_writes_takes_them_from_its_replicas(own: Group) -> None:
    """So it must write to its disk before it answers, or a replica must take over before it restarts."""
    log = Log(store_on(own, BOTH))
    log.append()
    own.primary.kill()
    own.primary.lose_data()
    own.primary.start()
    own.follow()

    assert [versions(server.url, log) for server in (own.primary, *own.replicas)] == [0] * 3


def test_after_a_fail_over_a_missing_replica_stops_acknowledgements_until_it_is_back(own: Group) -> None:
    log = Log(store_on(own, BOTH))
    log.append()
    dead = own.primary
    own.fail_over(own.replicas[0])
    degraded = Log(store_on(own, BOTH_SOON), log.table, log.lines, log.hashes)

    unconfirmed = degraded.batch().snapshot
    with pytest.raises(NotReplicated):
        degraded.append()
    store_on(own, ONE).confirm(log.table, 2, unconfirmed.hash)
    dead.start()
    own.replicas = [*own.replicas, dead]
    own.follow()

    store_on(own, BOTH).confirm(log.table, 2, unconfirmed.hash)
    assert versions(dead.url, log) == 2


def test_an_event_that_the_new_primary_does_not_have_is_not_confirmed(own: Group) -> None:
    """The record was read from the old primary, and the confirmation is asked of the new one."""
    log = Log(store_on(own, PRIMARY_ONLY))
    log.append()
    own.lag(own.replicas[0])
    batch = log.append()
    own.fail_over(own.replicas[0])

    with pytest.raises(StoreUnavailable, match="lost with the primary") as told:
        store_on(own, ONE).confirm(log.table, 2, batch.snapshot.hash)
    assert not isinstance(told.value, NotReplicated)


def test_a_primary_without_its_replicas_acknowledges_nothing_and_can_be_made_to_store_nothing(own: Group) -> None:
    log = Log(store_on(own, ONE_SOON))
    log.append()
    minority = own.cut_off(own.replicas[0])
    with connect(minority.url) as client:
        cut_off = Log(RedisStore(client, ONE_SOON), log.table, [*log.lines], [*log.hashes])
        with pytest.raises(NotReplicated):
            cut_off.append()
        assert cut_off.load().version == 2

        minority.ask("CONFIG", "SET", "min-replicas-to-write", 1)
        with pytest.raises(StoreUnavailable) as told:
            Log(RedisStore(client, ONE_SOON)).append()

        assert not isinstance(told.value, NotReplicated)
        assert store_state(client, Replicas(pool_of(client), ONE_SOON)) == "down"
        assert cut_off.load().version == 2
    Log(store_on(own, ONE), log.table, log.lines, log.hashes).append()
    assert len(own_lines(own, log)) == 2

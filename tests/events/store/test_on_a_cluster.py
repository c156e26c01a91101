"""What only a cluster does: servers of which some are lost, and slots that move."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import pytest
from redis import Redis

from events.damaged.damage import Damage
from events.feed.consumer_group import ConsumerGroup
from events.feed.consumers import Consumers
from events.store.durability import durability
from events.store.event_store import FeedEntry, StoreUnavailable
from events.store.keys import PARTITIONS, due_key, feed_key, partition_of, service_key
from events.store.memory_usage import memory
from events.store.pools import pool_of
from events.store.redis_connection import answers, connect, reach
from events.store.redis_store import RedisStore
from events.tables.scanning import walk
from tests.cluster import Cluster, Node
from tests.events.store.tables import Log, any_table

SHORT = 0.2
"""Seconds after which a node of these tests is lost."""

EVER = 10**14


@pytest.fixture
def client(fresh_cluster: Cluster) -> Iterator[Redis]:
    """A client that waits for no node for long."""
    with connect(fresh_cluster.url, timeout=SHORT, retries=0) as client:
        yield client


@pytest.fixture
def store(client: Redis) -> RedisStore:
    return RedisStore(client)


class Divided(NamedTuple):
    """A master that does not answer, a table of its own, and a table of another master."""

    lost: Node
    theirs: Log
    other: Log


def log_in(store: RedisStore, partition: str) -> Log:
    return Log(store, partition + any_table()[3:])


@contextmanager
def divided(cluster: Cluster, store: RedisStore) -> Iterator[Divided]:
    """During the block one master does not answer. It serves neither the service's own keys nor the lists."""
    lost = next(node for node in cluster.masters if node not in {cluster.of("service"), cluster.of("lobby")})
    theirs, other = (log_in(store, next(tag for tag in PARTITIONS if (cluster.of(tag) is lost) is is_lost)) for is_lost in (True, False))
    for log in (theirs, other):
        log.append(1, due=1)
    with lost.frozen():
        yield Divided(lost, theirs, other)


def test_a_lost_master_takes_only_its_own_tables_with_it(store: RedisStore, fresh_cluster: Cluster) -> None:
    with divided(fresh_cluster, store) as tables:
        with pytest.raises(StoreUnavailable):
            tables.theirs.load()
        tables.other.append(1)

        assert tables.other.load().version == 2

    assert tables.theirs.load().version == 1


def test_what_spans_partitions_leaves_out_those_of_a_lost_master(store: RedisStore, client: Redis, fresh_cluster: Cluster) -> None:
    with divided(fresh_cluster, store) as tables:
        lost = {tag for tag in PARTITIONS if partition_of(tables.theirs.table) == tag}
        store.set_aside(tables.other.table, Damage(version=1, reason="for a test", found_at="2025-01-01T00:00:00.000Z"))

        assert not lost & store.feed_ends().keys()
        assert [*store.damaged()] == [tables.other.table]
        assert [*store.take_due(EVER, 1000, 10)] == []
        assert memory(client, 10).used > 0
        assert answers(client)
        reach(client)
        store.mark_connected([(tables.theirs.table, 0), (tables.other.table, 1)], "here", EVER)
        store.trim_feed(dict.fromkeys(PARTITIONS, "0-0"))

        assert tables.other.load(now_ms=1).connected == {1}
        with pytest.raises(StoreUnavailable):
            store.tables()

    assert [*store.take_due(EVER, 1000, 10)] == [tables.theirs.table]


def test_feeds_are_followed_while_a_master_is_lost_and_where_they_were_when_it_is_back(store: RedisStore, fresh_cluster: Cluster) -> None:
    after = {**store.feed_ends()}
    with divided(fresh_cluster, store) as tables:
        tables.other.append(1)
        seen = follow(store, after, 2)
        assert [entry.table for entry in seen] == [tables.other.table] * 2

    assert [entry.table for entry in follow(store, after, 1)] == [tables.theirs.table]


def follow(store: RedisStore, after: dict[str, str], count: int) -> Sequence[FeedEntry]:
    """Follow the feeds until so many entries have come."""
    seen: list[FeedEntry] = []
    for _ in range(100):
        for entry in store.follow(after, 500):
            after[entry.partition] = entry.id
            seen.append(entry)
        if len(seen) >= count:
            return seen
    raise AssertionError(f"only {seen} came")


def test_a_member_of_a_group_goes_on_while_a_master_is_lost(client: Redis, store: RedisStore, fresh_cluster: Cluster) -> None:
    member = ConsumerGroup(client, "group", "member", sleep=lambda _: None)
    member.read(0)
    with divided(fresh_cluster, store) as tables:
        given = [*member.read(0)]
        member.done(given)

        assert [entry.table for entry in given] == [tables.other.table]
        assert [*member.claim(0)] == []
        assert Consumers(client).checkpoints("group") == {partition_of(tables.other.table): given[0].id}

    late = [*member.read(0), *(delivered.entry for delivered in member.claim(0))]  # the server may have given it to the lost connection
    assert [entry.table for entry in late] == [tables.theirs.table]


def test_without_any_master_the_store_is_unavailable(store: RedisStore, client: Redis, fresh_cluster: Cluster) -> None:
    store.feed_ends()
    one, two, three = fresh_cluster.masters
    with one.frozen(), two.frozen(), three.frozen():
        for ask in (
            store.feed_ends,
            store.damaged,
            lambda: store.take_due(0, 1, 1),
            lambda: store.follow({"p00": "0-0", "p01": "0-0"}, 100),
        ):
            with pytest.raises(StoreUnavailable):
                ask()
        with pytest.raises(StoreUnavailable):
            memory(client, 10)
        assert not answers(client)


def test_a_feed_is_followed_in_order_and_without_a_gap_while_its_slot_moves_key_by_key(store: RedisStore, fresh_cluster: Cluster) -> None:
    log = log_in(store, "p04")
    after, moved = {**store.feed_ends()}, threading.Event()

    def write() -> None:
        patient = RedisStore(connect(fresh_cluster.url))
        log.store = patient
        while not moved.is_set():
            log.append(1)

    writing = threading.Thread(target=write)
    writing.start()
    for target in (*fresh_cluster.masters, *fresh_cluster.masters):
        if fresh_cluster.of("p04") is not target:
            fresh_cluster.move_by_keys("p04", target, 1)
    moved.set()
    writing.join()

    seen = follow(store, after, len(log.lines))
    assert [entry.first for entry in seen] == [*range(1, len(log.lines) + 1)]


def test_a_blocking_read_notices_that_its_slot_moves(store: RedisStore, fresh_cluster: Cluster) -> None:
    after = {**store.feed_ends()}
    for way in (Cluster.move, Cluster.move_by_keys):
        log = log_in(store, "p05")
        assert store.follow(after, 1) == []  # from now on a read waits at the old master

        way(fresh_cluster, "p05", next(node for node in fresh_cluster.masters if node is not fresh_cluster.of("p05")))
        log.append(1)

        assert [entry.table for entry in follow(store, after, 1)] == [log.table]


def test_every_table_is_found_however_its_slot_moves(store: RedisStore, fresh_cluster: Cluster) -> None:
    tables = {log_in(store, partition).append(1).table for partition in PARTITIONS for _ in range(10)}
    moving = threading.Thread(target=move_all, args=(fresh_cluster, PARTITIONS[:4]))
    moving.start()

    while moving.is_alive():
        assert {*store.tables()} == tables
    moving.join()


def move_all(cluster: Cluster, partitions: Sequence[str]) -> None:
    for way in (Cluster.move_by_keys, Cluster.move):
        for partition in partitions:
            way(cluster, partition, next(node for node in cluster.masters if node is not cluster.of(partition)))


def test_a_walk_visits_all_masters(store: RedisStore, client: Redis) -> None:
    tables = {log_in(store, partition).append(1).table for partition in PARTITIONS}

    place, found = walk(client, "")
    seen = {*found}
    while place:
        place, found = walk(client, place)
        seen.update(found)

    assert seen == tables
    assert walk(client, "9:0") == ("archived/0", [])  # there were more masters


def test_a_command_must_say_where_it_goes(client: Redis) -> None:
    for ask in (client.dbsize, client.ping, lambda: client.get("no-hash-tag"), lambda: pool_of(client).send("EVAL", "return 1", 0)):
        with pytest.raises(ValueError, match="slot"):
            ask()


def test_a_transaction_stays_within_a_slot(client: Redis) -> None:
    with client.pipeline() as pipe:
        pipe.set(service_key("one"), 1)
        pipe.incr(service_key("one"))
        assert pipe.execute() == [True, 2]

        pipe.xlen(feed_key("p00"))
        pipe.zcard(due_key("p01"))
        with pytest.raises(ValueError, match="2 slots"):
            pipe.execute()


def test_the_weakest_and_the_fullest_master_speak_for_all(client: Redis, fresh_cluster: Cluster) -> None:
    one, *others = fresh_cluster.masters
    try:
        for node in others:
            node.ask("CONFIG", "SET", "save", "60 1")
        assert durability(client).policy == "none"
        one.ask("CONFIG", "SET", "save", "60 1")
        assert durability(client).policy == "snapshots"

        assert not memory(client, 10).full
        one.ask("CONFIG", "SET", "maxmemory", 10**6)
        assert memory(client, 10).full
        assert memory(client, 10).limit == 10**6
    finally:
        for node in fresh_cluster.masters:
            node.ask("CONFIG", "SET", "save", "", "maxmemory", 0)

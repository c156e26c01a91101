"""A table leaves a store as data and comes back as it was, in one step for every reader."""

from collections.abc import Sequence
from typing import Any

import pytest
from redis import Redis

from events.damaged.damage import Damage
from events.errors import BrokenLog
from events.store.event_store import IdempotencyRecord, KeptReceipts, Proposal, Rematch, StoreUnavailable
from events.store.keys import exports_key, log_key, staged_keys_key, staged_log_key, state_key
from events.store.levels import NEWEST_LEVEL
from events.store.memory_store import MemoryStore
from events.store.redis_store import RedisStore
from events.store.redis_whole_tables import LINES_PER_PAGE, STAGE, STAGED_FOR_MS, _stage
from events.store.store import Store
from events.store.whole_table import WholeTable
from tests.events.store.tables import Log, any_table

NOW = 1_700_000_000_000
RECEIPTS = KeptReceipts(b'{"created":1}', b'{"finished":1}')
PROPOSAL = Proposal(any_table(), 1, "seed", "c" * 64, "2026-11-28T12:00:00.000Z", NOW)


def with_everything(log: Log, **more: Any) -> WholeTable:
    """The whole of a table that has everything a table can have."""
    log.append(2, secret="s" * 64, creator="key:one")
    log.append(3, receipts=RECEIPTS, due=5, **more)
    log.store.note_fork(log.table, any_table(), NOW)
    for seat in (1, 0):
        log.store.name_rematch(log.table, seat, PROPOSAL)
    if isinstance(log.store, MemoryStore):
        log.store._stored[log.table].exports["json"] = b"{}"
    if isinstance(log.store, RedisStore):
        log.store._client.hset(exports_key(log.table), "json", "{}")
    whole = log.store.read_whole(log.table)
    assert whole is not None
    return whole


def elsewhere(whole: WholeTable) -> WholeTable:
    """The same content as that of a table which does not exist."""
    return whole._replace(table=whole.table[:3] + any_table()[3:])


def test_everything_that_a_store_has_of_a_table_is_read(log: Log) -> None:
    whole = with_everything(log)

    assert whole.table == log.table
    assert [*whole.lines] == log.lines
    assert whole.snapshot == log.snapshot(5)
    assert whole.records == {"key 0": IdempotencyRecord("print", 1, 2), "key 2": IdempotencyRecord("print", 3, 5)}
    assert (whole.secret, whole.creator, whole.receipts, whole.due) == ("s" * 64, "key:one", RECEIPTS, 5)
    assert [*whole.forks.values()] == [NOW]
    assert whole.rematch == Rematch(PROPOSAL, (0, 1))
    assert whole.exports == {"json": b"{}"}


def test_a_table_comes_back_as_it_was(log: Log) -> None:
    other = elsewhere(with_everything(log))

    assert log.store.put_back(other, NOW) == "stored"

    assert log.store.read_whole(other.table) == other
    assert log.store.load(other.table, "key 2", 0) == log.load("key 2")
    assert other.table in log.store.tables()
    assert {log.table, other.table} <= {*log.store.take_due(5, 1000, 100)}


def test_a_table_with_nothing_but_events_comes_back(log: Log) -> None:
    log.append(1)
    whole = log.store.read_whole(log.table)
    assert whole is not None
    other = elsewhere(whole._replace(snapshot=None))

    assert log.store.put_back(other, NOW) == "stored"

    assert log.store.read_whole(other.table) == other
    assert (other.secret, other.creator, other.receipts, other.due) == (None, "", KeptReceipts(), None)
    assert (other.forks, other.rematch, other.exports) == ({}, None, {})


def test_a_table_that_exists_is_not_replaced(log: Log) -> None:
    whole = with_everything(log)
    log.append(1, key="later")

    assert log.store.put_back(whole, NOW) == "exists"
    assert log.load().version == 6


def test_a_table_that_is_put_back_twice_is_there_once(log: Log) -> None:
    other = elsewhere(with_everything(log))

    assert [log.store.put_back(other, NOW) for _ in range(2)] == ["stored", "stored"]
    assert log.store.read_whole(other.table) == other


def test_a_removed_table_stays_removed(log: Log) -> None:
    whole = with_everything(log)
    log.store.remove(log.table, NOW, forked=True)

    assert log.store.put_back(whole, NOW) == "removed"
    assert log.load().version == 0


def test_there_is_nothing_to_read_of_a_table_that_never_was(store: Store) -> None:
    table = any_table()

    assert store.read_whole(table) is None
    assert table not in store.archived_tables()


def test_a_table_that_is_set_aside_is_not_read(log: Log) -> None:
    log.append(1)
    log.store.set_aside(log.table, Damage(version=1, reason="something", found_at=""))

    with pytest.raises(BrokenLog, match="something"):
        log.store.read_whole(log.table)


def test_a_snapshot_of_another_event_is_left_behind(log: Log) -> None:
    log.append(3)
    log.plant(log.snapshot(2))

    whole = log.store.read_whole(log.table)

    assert whole is not None
    assert whole.snapshot is None


def test_a_log_with_a_gap_is_not_read(redis_log: Log, client: Redis) -> None:
    redis_log.append(3)
    client.xdel(log_key(redis_log.table), "2-0")

    with pytest.raises(BrokenLog, match="2 entries"):
        redis_log.store.read_whole(redis_log.table)


def test_what_has_another_type_is_left_behind(redis_log: Log, client: Redis) -> None:
    redis_log.append(1)
    client.delete(state_key(redis_log.table))
    client.set(state_key(redis_log.table), "nonsense")
    client.set(exports_key(redis_log.table), "nonsense")

    whole = redis_log.store.read_whole(redis_log.table)

    assert whole is not None
    assert (whole.snapshot, whole.exports) == (None, {})


def test_a_table_of_many_pages_appears_in_one_step(redis_log: Log, client: Redis) -> None:
    redis_log.append(LINES_PER_PAGE)
    redis_log.append(1)
    whole = redis_log.store.read_whole(redis_log.table)
    assert whole is not None
    other = elsewhere(whole)

    _stage(client.execute_command, other, NEWEST_LEVEL)

    assert redis_log.store.load(other.table, None, 0).version == 0
    assert other.table not in redis_log.store.tables()
    assert len(keys_of(client, other.table)) == 2
    assert redis_log.store.put_back(other, NOW) == "stored"
    assert redis_log.store.read_whole(other.table) == other
    assert {client.ttl(key) for key in keys_of(client, other.table)} == {-1}


def test_what_an_interrupted_call_has_staged_expires(redis_log: Log, client: Redis) -> None:
    redis_log.append(1)
    whole = redis_log.store.read_whole(redis_log.table)
    assert whole is not None
    other = elsewhere(whole)

    _stage(client.execute_command, other, NEWEST_LEVEL)

    staged = keys_of(client, other.table)
    assert staged
    assert all(0 < client.pttl(key) <= STAGED_FOR_MS for key in staged)


def test_a_page_whose_reply_was_lost_is_staged_once(redis_log: Log, client: Redis) -> None:
    names = staged_log_key(redis_log.table), staged_keys_key(redis_log.table)
    for first, lines in ((1, ["a", "b"]), (3, ["c"]), (3, ["c"])):
        assert STAGE(client.execute_command, names, first, len(lines), 1000, *lines, "name", "value") == 3 - (first == 1)

    assert client.xrange(names[0]) == [(b"%d-0" % version, {b"e": text}) for version, text in enumerate((b"a", b"b", b"c"), 1)]


def test_two_processes_that_put_one_table_back_do_not_mix_its_pages(redis_log: Log, client: Redis) -> None:
    redis_log.append(2)
    whole = redis_log.store.read_whole(redis_log.table)
    assert whole is not None
    other = elsewhere(whole)
    names = staged_log_key(other.table), staged_keys_key(other.table)

    assert STAGE(client.execute_command, names, 3, 1, 1000, "c") == 0
    with pytest.raises(StoreUnavailable, match="another process"):
        redis_log.store.put_back(other._replace(records={}), NOW)
    assert redis_log.store.load(other.table, None, 0).version == 0


def test_a_table_is_read_as_it_was_when_the_reading_began(redis_log: Log, client: Redis) -> None:
    class Meanwhile(RedisStore):
        def read(self, table: str, after: int, limit: int) -> Sequence[bytes]:
            redis_log.append(1)
            return super().read(table, after, limit)

    redis_log.append(2, key="first")

    whole = Meanwhile(client).read_whole(redis_log.table)

    assert whole is not None
    assert whole.version == 2
    assert whole.snapshot == redis_log.snapshot(2)
    assert [*whole.records] == ["first"]
    assert redis_log.load().version == 3


def test_a_log_that_a_fail_over_has_changed_meanwhile_is_read_later(redis_log: Log, client: Redis) -> None:
    class FailedOver(RedisStore):
        def read(self, table: str, after: int, limit: int) -> Sequence[bytes]:
            client.delete(log_key(table))
            return super().read(table, after, limit)

    redis_log.append(2)

    with pytest.raises(StoreUnavailable, match="has changed while it was read"):
        FailedOver(client).read_whole(redis_log.table)


def keys_of(client: Redis, table: str) -> list[bytes]:
    return [*client.scan_iter(f"*{table}*")]

from pathlib import Path

from redis import Redis

from events.store.event_store import Conflict, IdempotencyRecord, KeptReceipts
from events.store.keys import receipts_key
from events.store.redis_connection import connect
from events.store.redis_store import RedisStore
from events.store.store import Store
from tests.events.store.proxy import Proxy
from tests.events.store.tables import Log, any_table

CREATED, FINISHED = KeptReceipts(created=b'{"a":1}'), KeptReceipts(finished=b'{"b":2}')


def test_a_table_has_no_receipts_until_an_append_brings_one(log: Log) -> None:
    log.append(1)

    assert log.store.receipts(log.table) == log.store.receipts(any_table()) == KeptReceipts()


def test_each_append_adds_its_receipt_and_leaves_the_other_as_it_is(log: Log) -> None:
    log.append(1, receipts=CREATED)
    log.append(1)
    assert log.store.receipts(log.table) == CREATED

    log.append(2, receipts=FINISHED)
    assert log.store.receipts(log.table) == KeptReceipts(b'{"a":1}', b'{"b":2}')


def test_one_append_may_bring_both(log: Log) -> None:
    log.append(1, receipts=KeptReceipts(b"one", b"two"))

    assert log.store.receipts(log.table) == (b"one", b"two")


def test_an_append_that_stores_nothing_leaves_the_receipts_as_they_are(log: Log) -> None:
    first = log.append(1, key="create", receipts=CREATED)

    again = log.store.append(first._replace(receipts=KeptReceipts(b"another", b"another")))
    late = log.store.append(first._replace(key=first.key._replace(name="late"), receipts=KeptReceipts(b"another", b"another")))

    assert isinstance(again, IdempotencyRecord)
    assert isinstance(late, Conflict)
    assert log.store.receipts(log.table) == CREATED


def test_an_append_whose_reply_is_lost_leaves_one_receipt(store_url: str, redis_log: Log) -> None:
    batch = redis_log.batch(2, key="decision 1", receipts=CREATED)

    with Proxy(Path(store_url.removeprefix("unix://"))) as proxy, connect(proxy.url) as through:
        proxy.cut_reply_to(b"decision 1")
        assert RedisStore(through).append(batch) == IdempotencyRecord("print", 1, 2)

    assert redis_log.store.receipts(redis_log.table) == CREATED


def test_whatever_lies_in_the_place_of_receipts_counts_as_none_and_gives_way(redis_log: Log, client: Redis) -> None:
    client.rpush(receipts_key(redis_log.table), "nonsense")

    assert redis_log.store.receipts(redis_log.table) == KeptReceipts()
    redis_log.append(1, receipts=CREATED)
    assert redis_log.store.receipts(redis_log.table) == CREATED


def test_receipts_of_one_table_are_not_those_of_another(store: Store) -> None:
    one, other = Log(store), Log(store)

    one.append(1, receipts=CREATED)
    other.append(1, receipts=FINISHED)

    assert (store.receipts(one.table), store.receipts(other.table)) == (CREATED, FINISHED)

"""A reply can be lost after the server has executed the command. Then the client library sends it again."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from events.access.api_keys import ApiKeys, service_secret
from events.store.event_store import Appended, IdempotencyRecord, StoreUnavailable
from events.store.redis_connection import connect
from events.store.redis_store import RedisStore
from tests.events.store.proxy import Proxy
from tests.events.store.tables import Log


@pytest.fixture
def proxy(store_url: str) -> Iterator[Proxy]:
    with Proxy(Path(store_url.removeprefix("unix://"))) as proxy:
        yield proxy


@pytest.fixture
def through(proxy: Proxy) -> Iterator[Redis]:
    with connect(proxy.url) as client:
        yield client


def test_an_append_whose_reply_is_lost_is_made_once_and_recalled(proxy: Proxy, through: Redis, redis_log: Log) -> None:
    redis_log.append(1)
    before = redis_log.store.feed_ends()
    batch = redis_log.batch(2, key="decision 1")
    proxy.cut_reply_to(b"decision 1")

    answer = RedisStore(through).append(batch)

    assert proxy.cuts == 1
    assert isinstance(answer, IdempotencyRecord)
    assert answer == ("print", 2, 3)
    assert redis_log.store.read(redis_log.table, 0, 10) == [*redis_log.lines, *redis_log.plain(batch)]
    assert len(redis_log.store.follow(before, 0)) == 1


def test_without_a_second_try_the_append_is_unknown_and_can_be_recalled(proxy: Proxy, redis_log: Log) -> None:
    batch = redis_log.batch(2, key="decision 1")
    proxy.cut_reply_to(b"decision 1")

    with connect(proxy.url, retries=0) as impatient, pytest.raises(StoreUnavailable):
        RedisStore(impatient).append(batch)

    assert redis_log.load("decision 1").idempotency_record == IdempotencyRecord("print", 1, 2)
    assert redis_log.store.append(batch) == IdempotencyRecord("print", 1, 2)


def test_an_append_sent_whole_whose_reply_is_lost_is_made_once(proxy: Proxy, through: Redis, redis_log: Log) -> None:
    batch = redis_log.batch(1)
    through.script_flush()
    proxy.cut_reply_to(b"EVAL\r\n")

    answer = RedisStore(through).append(batch)

    assert proxy.cuts == 1
    assert isinstance(answer, IdempotencyRecord)
    assert redis_log.load().version == 1


def test_a_load_whose_reply_is_lost_is_made_again(proxy: Proxy, through: Redis, redis_log: Log) -> None:
    redis_log.append(2)
    proxy.cut_reply_to(b"EVALSHA")

    assert RedisStore(through).load(redis_log.table, None, 0) == redis_log.load()
    assert proxy.cuts == 1


def test_a_wait_that_is_cut_off_is_told_to_the_follower(proxy: Proxy, through: Redis) -> None:
    store = RedisStore(through)
    proxy.cut_reply_to(b"XREAD")

    with pytest.raises(StoreUnavailable):
        store.follow({"p00": "0-0"}, 100)

    assert store.follow({"p00": store.feed_ends()["p00"]}, 100) == []


def test_a_secret_and_a_key_whose_replies_are_lost_are_kept_once(proxy: Proxy, through: Redis, client: Redis) -> None:
    client.delete("rs:{service}:secret", "rs:{service}:api-keys")
    proxy.cut_reply_to(b"SET")
    secret = service_secret(through, b"a" * 32)
    proxy.cut_reply_to(b"HSETNX")
    text = ApiKeys(through).mint("owner", None, id="abcdefgh", secret="s" * 32, created_at="2025-01-01T00:00:00Z")
    proxy.cut_reply_to(b"HDEL")
    revoked = ApiKeys(through).revoke("abcdefgh")

    assert proxy.cuts == 3
    assert secret == service_secret(client, b"b" * 32) == b"a" * 32
    assert text == "rsk_abcdefgh_" + "s" * 32
    assert revoked


def test_an_append_through_a_sound_connection_is_no_recollection(through: Redis, redis_log: Log) -> None:
    assert isinstance(RedisStore(through).append(redis_log.batch(1)), Appended)

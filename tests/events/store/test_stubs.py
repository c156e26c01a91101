"""Stubs on one server and on a cluster: found, listed, and left out where nobody answers."""

import pytest
from redis import Redis

from events.store.keys import archived_key, loose_key
from events.store.redis_store import RedisStore
from events.store.stub import Stub, file_name
from events.store.stubs import Stubs
from tests.events.store.tables import Log, any_table

LONGEST = Stub(999, "0a1b2c3d", 2**32 - 1, "all-rolls", "address:" + "0" * 24)
CREATED = Stub(2, "00ff00ff", 1_700_000_000, "", "key:one")


def let_go(log: Log, stub: Stub = CREATED) -> bool:
    assert isinstance(log.store, RedisStore)
    stubs, whole = Stubs(log.store._client), log.store.read_whole(log.table)
    assert whole is not None
    stubs.hold_file(file_name(log.table, stub.token), 0)
    return stubs.let_go(whole, stub)


@pytest.fixture(params=["redis", "cluster"])
def log(request: pytest.FixtureRequest) -> Log:
    return Log(request.getfixturevalue(f"{request.param}_store"))


@pytest.mark.parametrize("stub", [LONGEST, CREATED, CREATED._replace(creator="")])
def test_a_stub_is_read_as_it_was_written_and_short(stub: Stub) -> None:
    assert Stub.read(str(stub).encode()) == stub
    assert len(str(stub)) <= 64


def test_the_store_lets_a_table_go_and_keeps_its_stub(log: Log) -> None:
    log.append(2, due=5, creator="key:one")

    assert let_go(log)

    assert isinstance(log.store, RedisStore)
    stubs = Stubs(log.store._client)
    assert stubs.find(log.table) == CREATED
    assert stubs.of([any_table(), log.table]) == {log.table: CREATED}
    assert log.table in stubs.tables()
    assert log.store.creators([any_table(), log.table, log.table]) == ["", "key:one", "key:one"]
    assert log.table not in log.store.tables()
    assert log.table not in log.store.take_due(10, 1000, 100)
    assert file_name(log.table, CREATED.token) not in stubs.take_loose_files(0)


def test_nothing_is_let_go_that_has_changed_or_is_not_finished(redis_log: Log, client: Redis) -> None:
    """A table that is not finished has a secret."""
    redis_log.append(1, secret="s")
    assert not let_go(redis_log)
    redis_log.append(1, secret="")
    whole = redis_log.store.read_whole(redis_log.table)
    assert whole is not None
    redis_log.append(1)

    stubs, name = Stubs(client), file_name(redis_log.table, CREATED.token)
    assert not stubs.let_go(whole, CREATED)
    stubs.forget_file(name)
    assert not stubs.let_go(whole._replace(lines=redis_log.lines), CREATED)
    assert redis_log.load().version == 3
    assert client.hlen(archived_key(redis_log.table)) == 0


def test_a_loose_file_is_taken_until_it_is_forgotten(client: Redis) -> None:
    stubs, name = Stubs(client), file_name(any_table(), "0a1b2c3d")
    stubs.hold_file(name, 5000)

    assert name not in stubs.take_loose_files(4999)
    assert [name in stubs.take_loose_files(since) for since in (5000, 0)] == [True, True]
    stubs.forget_file(name)
    assert name not in stubs.take_loose_files(5000)
    assert not client.hexists(loose_key(name[:3]), name)


def test_no_table_is_let_go_to_a_file_that_is_being_deleted(redis_log: Log, client: Redis) -> None:
    """The process that took it may be about to delete it."""
    redis_log.append(1)
    stubs, whole = Stubs(client), redis_log.store.read_whole(redis_log.table)
    assert whole is not None
    stubs.hold_file(file_name(redis_log.table, CREATED.token), 0)

    assert file_name(redis_log.table, CREATED.token) in stubs.take_loose_files(0)
    assert not stubs.let_go(whole, CREATED)

"""Tables are rewritten in the newest forms, whatever happens to them meanwhile."""

from collections.abc import Callable, Sequence

import pytest
from redis import Redis

from events.store import rewriting
from events.store.connection_pool import Command
from events.store.keys import keys_key, log_key
from events.store.levels import FORMAT_LEVEL, OLDEST_LEVEL
from events.store.redis_store import RedisStore
from events.store.rewriting import KEPT_SECONDS, Rewriter
from tests.events.store.tables import Log


@pytest.fixture
def old(fresh_client: Redis) -> Log:
    """A log that the release before has written."""
    fresh_client.set(FORMAT_LEVEL, OLDEST_LEVEL)
    log = Log(RedisStore(fresh_client))
    log.append(3, fingerprint="a" * 32)
    log.append(2)
    return log


def test_a_table_is_rewritten_once_and_nothing_else_changes(old: Log, fresh_client: Redis) -> None:
    before = old.load("key 0")

    assert [Rewriter(fresh_client)(old.table) for _ in range(2)] == ["rewritten", "unchanged"]

    assert old.load("key 0") == before
    assert old.store.read(old.table, 0, 10) == old.lines
    assert (fresh_client.ttl(log_key(old.table)), fresh_client.ttl(keys_key(old.table))) == (-1, -1)
    assert fresh_client.exists(f"{log_key(old.table)}:new", f"{keys_key(old.table)}:new") == 0


def test_a_long_table_is_rewritten_in_small_steps(old: Log, fresh_client: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rewriting, "AT_ONCE", 2)
    for _ in range(5):
        old.append()

    assert Rewriter(fresh_client)(old.table) == "rewritten"
    assert old.store.read(old.table, 0, 20) == old.lines
    assert old.load("key 9").idempotency_record is not None


class Moving(Rewriter):
    """Rewrites a table to which something happens between reading and replacing it."""

    def __init__(self, client: Redis, happens: list[Callable[[], object]]) -> None:
        super().__init__(client)
        self._happens = happens

    def _write(self, key: str, commands: Sequence[Command]) -> None:
        super()._write(key, commands)
        if self._happens:
            self._happens.pop()()


def test_a_move_in_between_is_not_lost(old: Log, fresh_client: Redis) -> None:
    assert Moving(fresh_client, [old.append, old.append])(old.table) == "rewritten"

    assert len(old.lines) == 7
    assert old.store.read(old.table, 0, 10) == old.lines


def test_a_table_that_never_rests_is_left_as_it_is(old: Log, fresh_client: Redis) -> None:
    assert Moving(fresh_client, [old.append] * 100)(old.table) == "busy"
    assert old.store.read(old.table, 0, 100) == old.lines


def test_an_interrupted_rewriting_leaves_the_table_and_keys_that_expire(old: Log, fresh_client: Redis) -> None:
    def killed() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Moving(fresh_client, [killed])(old.table)

    assert old.store.read(old.table, 0, 10) == old.lines
    assert 0 < fresh_client.ttl(f"{log_key(old.table)}:new") <= KEPT_SECONDS
    assert Rewriter(fresh_client)(old.table) == "rewritten"
    assert old.store.read(old.table, 0, 10) == old.lines


def test_a_table_that_is_removed_in_between_stays_removed(old: Log, fresh_client: Redis) -> None:
    result = Moving(fresh_client, [lambda: old.store.remove(old.table, 0)])(old.table)

    assert result == "unchanged"
    assert old.load().version == 0


@pytest.mark.parametrize("kind", ["another field", "a hole", "no log", "another type", "no record"])
def test_a_damaged_table_is_left_as_it_is(old: Log, fresh_client: Redis, kind: str) -> None:
    log, records = log_key(old.table), keys_key(old.table)
    match kind:
        case "another field":
            fresh_client.xadd(log, {"e": old.lines[-1], "f": "x"}, id="6-0")
        case "a hole":
            fresh_client.xdel(log, "3-0")
        case "no log":
            fresh_client.delete(log)
        case "another type":
            fresh_client.delete(log)
            fresh_client.set(log, "x")
        case "no record":
            fresh_client.hset(records, "x", "y")
    before = fresh_client.dump(log), fresh_client.dump(records)

    assert Rewriter(fresh_client)(old.table) == "damaged"
    assert (fresh_client.dump(log), fresh_client.dump(records)) == before


def test_a_table_that_does_not_exist_is_unchanged(fresh_client: Redis) -> None:
    assert Rewriter(fresh_client)("p00-" + "0" * 26) == "unchanged"

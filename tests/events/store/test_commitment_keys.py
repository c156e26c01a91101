"""The keys of reservations, in a real store: processes agree on the first key, keys are numbered, invalid data stops reservations."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest
from redis import Redis

from events.fairness.commitments import KEY_BYTES, CommitmentKey, CommitmentKeys
from events.store.event_store import StoreUnavailable

NAME = "rs:{service}:commitment-keys"
NOON = datetime(2026, 11, 2, 12, tzinfo=UTC)
SINCE = "2026-11-02T12:00:00.000Z"


@pytest.fixture
def fresh(client: Redis) -> Iterator[Redis]:
    client.delete(NAME)
    yield client
    client.delete(NAME)


def process(client: Redis, sign: bytes) -> CommitmentKeys:
    return CommitmentKeys(client, lambda size: sign * size, lambda: NOON)


def test_the_first_process_to_ask_makes_the_key_of_all(fresh: Redis) -> None:
    first, second = process(fresh, b"a").all(), process(fresh, b"b").all()

    assert first == second == [CommitmentKey(1, b"a" * KEY_BYTES, SINCE)]


def test_twenty_processes_at_once_have_one_key(fresh: Redis) -> None:
    with ThreadPoolExecutor(20) as pool:
        found = list(pool.map(lambda number: process(fresh, bytes([number])).all(), range(20)))

    assert all(keys == found[0] for keys in found)
    assert len(found[0]) == 1


def test_a_new_key_has_the_next_number_and_comes_first(fresh: Redis) -> None:
    process(fresh, b"a").all()

    numbers = [process(fresh, sign).rotate() for sign in (b"b", b"c")]

    assert numbers == [2, 3]
    assert [(key.number, key.key[:1]) for key in process(fresh, b"d").all()] == [(3, b"c"), (2, b"b"), (1, b"a")]


def test_the_tenth_key_is_newer_than_the_ninth(fresh: Redis) -> None:
    keys = process(fresh, b"a")
    for _ in range(10):
        keys.rotate()

    assert [key.number for key in keys.all()] == [*range(11, 0, -1)]


@pytest.mark.parametrize(
    "lie",
    [
        lambda client: client.set(NAME, "x"),
        lambda client: client.hset(NAME, "1", ""),
        lambda client: client.hset(NAME, "1", "a" * 64),
        lambda client: client.hset(NAME, "1", f"{'a' * 63}g {SINCE}"),
        lambda client: client.hset(NAME, "1", b"\xff" * 64),
        lambda client: client.hset(NAME, "0", f"{'a' * 64} {SINCE}"),
        lambda client: client.hset(NAME, "one", f"{'a' * 64} {SINCE}"),
    ],
    ids=["text", "empty", "no time", "no hex", "bytes", "zero", "word"],
)
def test_something_else_in_the_place_of_a_key_reserves_nothing_until_it_is_gone(
    fresh: Redis, lie: Callable[[Redis], object], caplog: pytest.LogCaptureFixture
) -> None:
    lie(fresh)

    with pytest.raises(StoreUnavailable, match="something else in the place of a key"):
        process(fresh, b"a").all()
    assert "no commitment is reserved until that is put right" in caplog.text

    fresh.delete(NAME)
    assert process(fresh, b"a").all()

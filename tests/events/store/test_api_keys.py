from collections.abc import Callable

import pytest
from redis import Redis

from events.access.api_keys import ApiKey, ApiKeys, secret_when_needed, service_secret
from events.store.event_store import StoreUnavailable
from events.store.keys import service_key
from events.store.redis_connection import connect
from tests.events.store.conftest import OwnServer

SECRET = "abc_DEF-" * 4
WHEN = "2025-01-01T00:00:00.000Z"


@pytest.fixture
def keys(client: Redis) -> ApiKeys:
    client.delete("rs:{service}:api-keys", "rs:{service}:secret")
    return ApiKeys(client)


def test_the_first_secret_is_everybodys(keys: ApiKeys, client: Redis) -> None:
    first = service_secret(client, b"a" * 32)

    assert first == b"a" * 32
    assert service_secret(client, b"b" * 32) == first


def test_a_secret_is_not_asked_for_before_it_is_needed_and_then_once(own_server: OwnServer) -> None:
    own_server.stop()
    with connect(own_server.url) as client:
        secret = secret_when_needed(client, b"a" * 32)
        with pytest.raises(StoreUnavailable):
            secret()

        own_server.start()
        assert secret() == b"a" * 32
        client.flushall()

    assert secret() == b"a" * 32


@pytest.mark.parametrize(
    "lie",
    [
        lambda client, name: client.set(name, b""),
        lambda client, name: client.set(name, b"a" * 31),
        lambda client, name: client.set(name, b"a" * 33),
        lambda client, name: client.rpush(name, b"a" * 32),
    ],
    ids=["empty", "short", "long", "list"],
)
def test_what_lies_in_the_place_of_the_secret_signs_nothing_until_it_is_gone(
    keys: ApiKeys, client: Redis, lie: Callable[[Redis, str], object], caplog: pytest.LogCaptureFixture
) -> None:
    secret = secret_when_needed(client, b"a" * 32)
    lie(client, service_key("secret"))

    with pytest.raises(StoreUnavailable, match="is no secret of 32 bytes"):
        secret()
    assert "no seat's token is good until it is put right" in caplog.text

    client.delete(service_key("secret"))
    assert secret() == b"a" * 32


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_secret_has_32_bytes(keys: ApiKeys, client: Redis, size: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        service_secret(client, b"a" * size)


def test_a_minted_key_is_found_by_its_text(keys: ApiKeys) -> None:
    text = keys.mint("owner é", 600, id="key00001", secret=SECRET, created_at=WHEN)

    assert text == f"rsk_key00001_{SECRET}"
    assert keys.look_up(text) == ApiKey(id="key00001", name="owner é", limit=600, created_at=WHEN)


def test_a_wrong_key_is_not_found(keys: ApiKeys) -> None:
    text = keys.mint("owner", None, id="key00001", secret=SECRET, created_at=WHEN)

    wrong = [
        "",
        "rsk_",
        text[:-1],
        text + "a",
        text[:-1] + "x",
        text.replace("key00001", "key00002"),
        text.upper(),
        text + "\n",
        " " + text,
        "é" * 50,
    ]
    assert [keys.look_up(each) for each in wrong] == [None] * len(wrong)


def test_what_is_stored_does_not_let_anybody_in(keys: ApiKeys, client: Redis) -> None:
    keys.mint("owner", None, id="key00001", secret=SECRET, created_at=WHEN)

    (kept,) = client.hvals("rs:{service}:api-keys")

    assert isinstance(kept, bytes)
    assert SECRET.encode() not in kept
    assert SECRET not in repr(keys.list())


def test_keys_are_listed_oldest_first_and_revoked(keys: ApiKeys) -> None:
    late = keys.mint("late", None, id="key00001", secret=SECRET, created_at="2025-01-02T00:00:00.000Z")
    keys.mint("early", 5, id="key00002", secret=SECRET, created_at=WHEN)
    listed = [key.name for key in keys.list()]

    revoked = keys.revoke("key00001")

    assert listed == ["early", "late"]
    assert revoked
    assert keys.look_up(late) is None
    assert [key.name for key in keys.list()] == ["early"]
    assert not keys.revoke("key00001")


def test_an_id_is_given_once(keys: ApiKeys) -> None:
    text = keys.mint("owner", None, id="key00001", secret=SECRET, created_at=WHEN)

    with pytest.raises(ValueError, match="taken"):
        keys.mint("other", None, id="key00001", secret=SECRET[::-1], created_at=WHEN)

    found = keys.look_up(text)
    assert found is not None
    assert found.name == "owner"


@pytest.mark.parametrize(("id", "secret"), [("short", SECRET), ("key_0001", SECRET), ("key00001", "short"), ("key00001", SECRET + "é")])
def test_an_id_and_a_secret_that_could_not_be_looked_up_are_refused(keys: ApiKeys, id: str, secret: str) -> None:
    with pytest.raises(ValueError, match="API key"):
        keys.mint("owner", None, id=id, secret=secret, created_at=WHEN)

    assert keys.list() == []

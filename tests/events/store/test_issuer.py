import logging
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from redis import Redis

from events.fairness.issuer import KEY_REREAD_SECONDS, RELISTED_AFTER, Issuer, SigningKeys
from events.fairness.public_keys import PublicKey, key_set, read_key_set
from events.fairness.receipts import Receipt, signed
from events.fairness.signing import SigningKey
from events.proof.issuing import unsigned
from events.store.event_store import StoreUnavailable
from events.store.keys import service_key
from events.store.redis_connection import connect
from events.store.redis_store import RedisStore
from events.tables.envelope import canonical
from events.timestamps import stamp
from tests.events.store.conftest import OwnServer
from tests.events.store.tables import any_table

NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)
ONE, TWO, THREE = (SigningKey(seed * 32) for seed in (b"1", b"2", b"3"))
PRIVATE, LIST = service_key("signing-key"), service_key("signing-keys")


@pytest.fixture
def keys(client: Redis) -> SigningKeys:
    client.delete(PRIVATE, LIST)
    return SigningKeys(client)


class Process:
    """A process that signs. Its random bytes are all the same byte."""

    def __init__(self, keys: SigningKeys, chance: bytes, configured: SigningKey | None = None) -> None:
        self.seconds = 0.0
        self.issuer = Issuer(
            keys,
            None if configured is None else configured.seed,
            lambda size: chance * size,
            lambda: NOON + timedelta(seconds=self.seconds),
            lambda: self.seconds,
        )

    def signs_with(self, after: float = 0.0) -> str:
        self.seconds += after
        return self.issuer.key().id

    def signs(self, after: float = 0.0) -> Receipt:
        self.seconds += after
        at = stamp(NOON + timedelta(seconds=self.seconds))
        return msgspec.json.decode(signed(self.issuer.key(), table="p00", commitment="c", version=1, at=at, head="h"), type=Receipt)


def not_issued(receipts: Sequence[Receipt], keys: SigningKeys) -> Sequence[str]:
    """The faults of receipts, checked with the published keys."""
    published = read_key_set(msgspec.json.encode(key_set(keys.all())))
    return [fault for receipt in receipts if (fault := unsigned(receipt, published)) is not None]


def public(key: SigningKey, since: int, until: int | None = None) -> PublicKey:
    began, ended = (None if hour is None else f"2026-11-28T{hour}:00:00.000Z" for hour in (since, until))
    return PublicKey(kid=key.id, x=key.x, valid_from=began, valid_until=ended)


def test_the_first_process_makes_the_key_of_all(keys: SigningKeys) -> None:
    first, second = Process(keys, b"1"), Process(keys, b"2")

    assert first.signs_with() == second.signs_with() == ONE.id
    assert keys.all() == [public(ONE, 12)]


def test_the_operators_key_signs_in_place_of_that_in_the_store_and_is_kept_nowhere(keys: SigningKeys, client: Redis) -> None:
    assert Process(keys, b"1", configured=TWO).signs_with() == TWO.id

    assert client.get(PRIVATE) is None
    assert [key.kid for key in keys.all()] == [TWO.id]


def test_a_rotated_key_reaches_a_running_process_within_a_minute(keys: SigningKeys) -> None:
    process = Process(keys, b"1")
    process.signs_with()

    keys.rotate(TWO.seed, NOON)

    assert process.signs_with(after=KEY_REREAD_SECONDS - 1) == ONE.id
    assert process.signs_with(after=1) == TWO.id


def test_every_key_stays_listed_with_its_time_the_newest_first(keys: SigningKeys) -> None:
    keys.enlist(ONE, NOON)
    keys.rotate(TWO.seed, NOON.replace(hour=13))
    keys.enlist(THREE, NOON.replace(hour=14))
    keys.enlist(THREE, NOON.replace(hour=15))

    assert keys.all() == [public(THREE, 14), public(TWO, 13, 14), public(ONE, 12, 13)]


def test_a_key_that_is_put_back_has_been_valid_from_its_first_day(keys: SigningKeys) -> None:
    for hour, key in ((12, ONE), (13, TWO), (14, ONE), (15, THREE)):
        keys.enlist(key, NOON.replace(hour=hour))

    assert keys.all() == [public(THREE, 15), public(ONE, 12, 15), public(TWO, 13, 14)]


def test_two_processes_that_list_a_key_at_once_list_it_once(keys: SigningKeys, client: Redis) -> None:
    keys.enlist(ONE, NOON)
    client.rpush(LIST, client.lrange(LIST, 0, 0)[0])
    keys.enlist(TWO, NOON.replace(hour=13))

    assert keys.all() == [public(TWO, 13), public(ONE, 12, 13)]


def test_a_running_process_lists_its_key_again_if_the_store_has_lost_that(keys: SigningKeys, client: Redis) -> None:
    process = Process(keys, b"1", configured=TWO)
    process.signs_with()
    client.delete(LIST)

    process.signs_with(after=KEY_REREAD_SECONDS)

    assert [key.kid for key in keys.all()] == [TWO.id]


def test_of_two_processes_with_different_keys_the_older_does_not_take_its_turn_back(keys: SigningKeys) -> None:
    old, new = Process(keys, b"1", configured=ONE), Process(keys, b"1", configured=TWO)
    old.signs_with()
    new.signs_with()

    assert old.signs_with(after=KEY_REREAD_SECONDS) == ONE.id
    assert [key.kid for key in keys.all()] == [TWO.id, ONE.id]


def test_what_two_processes_sign_with_different_keys_for_days_is_issued_and_the_list_stays_short(
    keys: SigningKeys, client: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    one, two = Process(keys, b"1", configured=ONE), Process(keys, b"1", configured=TWO)

    receipts = [process.signs(after=3600) for _ in range(10 * 24) for process in (one, two)]

    assert not_issued(receipts, keys) == []
    assert client.llen(LIST) <= 2 + 2 * 10
    assert "two keys are in use" in caplog.text
    assert len([record for record in caplog.records if record.levelno >= logging.WARNING]) <= 2 * 10


def test_a_process_that_signs_again_days_after_another_key_took_its_place_is_issued(keys: SigningKeys) -> None:
    old, new = Process(keys, b"1", configured=ONE), Process(keys, b"1", configured=TWO)
    receipts = [old.signs(), new.signs(after=60), old.signs(after=RELISTED_AFTER.total_seconds() * 9)]

    assert not_issued(receipts, keys) == []


def test_a_key_that_was_replaced_is_not_prolonged_by_a_process_that_hears_of_it_late(keys: SigningKeys) -> None:
    process = Process(keys, b"1")
    process.signs()
    keys.rotate(TWO.seed, NOON.replace(hour=13))

    assert process.signs_with(after=RELISTED_AFTER.total_seconds() * 9) == TWO.id
    assert keys.all() == [public(TWO, 13), public(ONE, 12, 13)]


@pytest.mark.parametrize("later", [KEY_REREAD_SECONDS, 5 * 24 * 3600.0], ids=["at once", "days later"])
def test_what_was_signed_with_a_key_that_the_store_has_lost_again_is_issued(keys: SigningKeys, client: Redis, later: float) -> None:
    process, rotated = Process(keys, b"1"), NOON + timedelta(seconds=30)
    receipts = [process.signs()]
    keys.rotate(TWO.seed, rotated)
    receipts.append(process.signs(after=KEY_REREAD_SECONDS))
    client.set(PRIVATE, ONE.seed)  # as after a fail-over to a copy from before the rotation
    client.rpop(LIST)

    receipts.append(process.signs(after=later))

    assert [receipt.key for receipt in receipts] == [ONE.id, TWO.id, ONE.id]
    assert not_issued(receipts, keys) == []
    assert [(key.kid, key.valid_until is None) for key in keys.all()] == [(ONE.id, True), (TWO.id, False)]


def test_a_key_that_is_listed_again_has_been_valid_since_the_process_first_signed_with_it(keys: SigningKeys, client: Redis) -> None:
    process = Process(keys, b"1", configured=TWO)
    receipts = [process.signs()]
    client.delete(LIST)

    receipts.append(process.signs(after=5 * 24 * 3600.0))

    assert not_issued(receipts, keys) == []


def test_the_keys_of_a_service_that_has_not_signed_yet_are_published_with_its_first(keys: SigningKeys) -> None:
    assert [key.kid for key in Process(keys, b"1").issuer.published()] == [ONE.id]


def test_the_store_is_not_asked_before_a_key_is_needed_nor_while_it_is_known(own_server: OwnServer) -> None:
    own_server.stop()
    with connect(own_server.url) as client:
        process = Process(SigningKeys(client), b"1")
        with pytest.raises(StoreUnavailable):
            process.signs_with()

        own_server.start()
        assert process.signs_with() == ONE.id
        own_server.stop()
        assert process.signs_with(after=KEY_REREAD_SECONDS - 1) == ONE.id
        own_server.start()


@pytest.mark.parametrize(
    "lie",
    [
        lambda client: client.set(PRIVATE, b""),
        lambda client: client.set(PRIVATE, b"a" * 33),
        lambda client: client.rpush(PRIVATE, b"a" * 32),
        lambda client: client.set(LIST, b"a"),
    ],
    ids=["empty", "long", "list", "no list"],
)
def test_what_lies_in_the_place_of_a_key_signs_nothing_until_it_is_gone(
    keys: SigningKeys, client: Redis, lie: Callable[[Redis], object], caplog: pytest.LogCaptureFixture
) -> None:
    process = Process(keys, b"1")
    lie(client)

    with pytest.raises(StoreUnavailable, match="is not what belongs there"):
        process.signs_with()
    assert "no table can be created or ended until it is put right" in caplog.text

    client.delete(PRIVATE, LIST)
    assert process.signs_with() == ONE.id


@pytest.mark.parametrize(
    "junk",
    [
        b"nonsense",
        canonical({"at": "x", "x": "y"}),
        canonical({"at": stamp(NOON), "x": "y"}),
        canonical({"at": stamp(NOON), "x": THREE.x + "="}),
        canonical({"at": stamp(NOON), "x": THREE.x[:-1] + "!"}),
        canonical({"at": "2026-11-28T12:00:00Z", "x": THREE.x}),
        canonical({"at": "2026-02-30T12:00:00.000Z", "x": THREE.x}),
    ],
)
def test_an_entry_that_cannot_be_published_is_left_out_and_logged(
    keys: SigningKeys, client: Redis, caplog: pytest.LogCaptureFixture, junk: bytes
) -> None:
    keys.enlist(ONE, NOON)
    client.rpush(LIST, junk)
    keys.enlist(TWO, NOON.replace(hour=13))

    assert keys.all() == [public(TWO, 13), public(ONE, 12, 13)]
    assert {*read_key_set(msgspec.json.encode(key_set(keys.all())))} == {ONE.id, TWO.id}
    assert "signing-keys cannot be read" in caplog.text


def test_a_change_of_key_is_logged_without_the_private_part(keys: SigningKeys, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    keys.enlist(ONE, NOON)
    keys.rotate(TWO.seed, NOON)

    assert f"key {TWO.id} from now on, not with {ONE.id}" in caplog.text
    assert "2222" not in caplog.text


def test_a_store_that_lets_nobody_read_its_keys_is_not_available(own_server: OwnServer) -> None:
    with connect(own_server.url) as client:
        client.execute_command("ACL", "SETUSER", "stranger", "on", ">password", "~elsewhere", "+@all")

    with connect(own_server.url.replace("unix://", "unix://stranger:password@")) as stranger:
        for ask in (SigningKeys(stranger).all, lambda: RedisStore(stranger).receipts(any_table())):
            with pytest.raises(StoreUnavailable, match="permission"):
                ask()

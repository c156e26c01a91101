"""Reservations: they are accepted unchanged or not at all, and the dice they fix do not depend on anything later."""

import hashlib
import hmac
import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest

from events.errors import CommitmentUnknown
from events.fairness.commitments import VALID_FOR, CommitmentKey, Commitments, Reservation, secret_of
from events.store.keys import is_table_id

NOON = datetime(2026, 11, 2, 12, tzinfo=UTC)
FIRST = CommitmentKey(1, b"first key of 32 bytes, for tests", "2026-11-01T00:00:00.000Z")
SECOND = CommitmentKey(2, b"other key of 32 bytes, for tests", "2026-11-02T12:05:00.000Z")


class Clock:
    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


def entropy() -> Callable[[int], bytes]:
    numbers = count(1)
    return lambda size: next(numbers).to_bytes(size, "big")


def service(keys: Sequence[CommitmentKey] = (FIRST,), now: Callable[[], datetime] = Clock()) -> Commitments:  # noqa: B008 - it stands still
    return Commitments(lambda: keys, entropy(), now)


def test_a_reservation_names_a_table_the_hash_of_its_secret_and_ten_minutes() -> None:
    commitments = service()

    reserved = commitments.reserve()

    secret = commitments.secret(reserved)
    assert is_table_id(reserved.table)
    assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == reserved.commitment
    assert reserved.good_until == "2026-11-02T12:10:00.000Z"


def test_the_secret_follows_from_key_number_table_and_time_alone() -> None:
    reserved = service().reserve()

    message = json.dumps(["rollstream-commitment-1", 1, reserved.table, reserved.good_until], separators=(",", ":"))
    expected = hmac.new(FIRST.key, message.encode(), hashlib.sha256).hexdigest()

    assert service().secret(reserved) == expected


def test_every_reservation_is_another_one() -> None:
    commitments = service()

    reserved = [commitments.reserve() for _ in range(100)]

    assert len({one.table for one in reserved}) == len({one.commitment for one in reserved}) == 100


@pytest.mark.parametrize(
    "change",
    [
        lambda one, other: one._replace(table=other.table),
        lambda one, other: one._replace(commitment=other.commitment),
        lambda one, other: one._replace(commitment=hashlib.sha256(b"mine").hexdigest()),
        lambda one, _: one._replace(good_until="2026-11-02T12:10:00.001Z"),
        lambda one, _: one._replace(good_until="2026-02-30T99:99:99.999Z"),
        lambda one, _: one._replace(good_until="2036-11-02T12:10:00.000Z"),
    ],
)
def test_a_reservation_of_which_anything_was_changed_is_unknown(change: Callable[[Reservation, Reservation], Reservation]) -> None:
    commitments = service()
    one, other = commitments.reserve(), commitments.reserve()

    with pytest.raises(CommitmentUnknown):
        commitments.secret(change(one, other))


def test_a_reservation_of_another_service_is_unknown() -> None:
    elsewhere = service([SECOND._replace(number=1)]).reserve()

    with pytest.raises(CommitmentUnknown):
        service().secret(elsewhere)


def test_it_is_over_after_ten_minutes_and_not_before() -> None:
    clock = Clock()
    commitments = service(now=clock)
    reserved = commitments.reserve()

    clock.now = NOON + VALID_FOR
    assert not commitments.is_over(reserved)

    clock.now += timedelta(milliseconds=1)
    assert commitments.is_over(reserved)
    assert commitments.secret(reserved), "who has created a table may still ask for it again"


def test_a_new_key_is_used_from_then_on_and_the_old_one_still_knows_its_own() -> None:
    before = service().reserve()
    clock = Clock()
    clock.now = NOON + timedelta(minutes=6)
    rotated = service([SECOND, FIRST], clock)

    after = rotated.reserve()

    assert rotated.secret(before) == secret_of(FIRST, before.table, before.good_until)
    assert rotated.secret(after) == secret_of(SECOND, after.table, after.good_until)


def test_who_has_stolen_an_old_key_forges_no_reservation_after_it_was_replaced() -> None:
    clock = Clock()
    clock.now = NOON + timedelta(minutes=6)
    forged = service(now=clock).reserve()

    with pytest.raises(CommitmentUnknown):
        service([SECOND, FIRST], clock).secret(forged)

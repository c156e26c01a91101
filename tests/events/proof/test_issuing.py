from typing import Any

import pytest
from msgspec import Raw, to_builtins

from events.fairness.public_keys import PublicKey
from events.fairness.receipts import Receipt, Receipts
from events.fairness.signing import SigningKey
from events.proof.issuing import Chain, contradiction, not_issued
from events.tables.envelope import Recorded, canonical
from tests.events.fairness.test_receipts import LATER, RECEIPT
from tests.signing import KEY

OTHER = SigningKey(b"o" * 32)
BOTH = Receipts(created=RECEIPT, finished=LATER)


def keys(of: SigningKey = KEY, since: str | None = None, until: str | None = None) -> dict[str, PublicKey]:
    return {of.id: PublicKey(kid=of.id, x=of.x, valid_from=since, valid_until=until)}


def changed(receipt: Receipt, **members: Any) -> Receipt:
    return Receipt(**{**{name: getattr(receipt, name) for name in receipt.__struct_fields__}, **members})


def test_a_table_is_issued_by_the_service_that_signed_its_end() -> None:
    assert not_issued(BOTH, keys()) is None
    assert not_issued(Receipts(finished=LATER), keys()) is None


@pytest.mark.parametrize(
    ("receipts", "known", "why"),
    [
        (Receipts(), keys(), "it has no receipt of its end"),
        (Receipts(created=RECEIPT), keys(), "it has no receipt of its end"),
        (BOTH, {}, f"the receipt of its end names the key {KEY.id}, which is not a key of this service"),
        (BOTH, keys(OTHER), f"the receipt of its end names the key {KEY.id}, which is not a key of this service"),
        (
            Receipts(created=RECEIPT, finished=changed(LATER, version=10)),
            keys(),
            f"the receipt of its end has no valid signature by the key {KEY.id}",
        ),
        (
            Receipts(created=changed(RECEIPT, version=6), finished=LATER),
            keys(),
            f"the receipt of its creation has no valid signature by the key {KEY.id}",
        ),
    ],
    ids=["none", "no end", "no keys", "other keys", "another end", "another creation"],
)
def test_a_table_without_a_good_receipt_of_its_end_is_not_issued(receipts: Receipts, known: dict[str, PublicKey], why: str) -> None:
    assert not_issued(receipts, known) == why


@pytest.mark.parametrize(
    ("since", "until"),
    [
        ("2026-11-28T12:00:00.000Z", "2026-11-28T12:00:00.000Z"),
        ("2026-11-29T12:00:00.000Z", None),
        (None, "2026-11-27T12:00:00.000Z"),
    ],
)
def test_a_receipt_may_be_a_day_outside_its_keys_time(since: str | None, until: str | None) -> None:
    assert not_issued(BOTH, keys(since=since, until=until)) is None


@pytest.mark.parametrize(
    ("since", "until", "why"),
    [
        ("2026-11-29T12:00:00.001Z", None, "was valid from 2026-11-29T12:00:00.001Z to now"),
        ("2026-01-01T12:00:00.000Z", "2026-11-27T11:59:59.999Z", "was valid from 2026-01-01T12:00:00.000Z to 2026-11-27T11:59:59.999Z"),
        ("9999-12-31T23:59:59.999Z", None, "was valid from 9999"),
        (None, "0001-01-01T00:00:00.000Z", "to 0001"),
    ],
)
def test_a_receipt_from_outside_its_keys_time_issues_nothing(since: str | None, until: str | None, why: str) -> None:
    fault = not_issued(BOTH, keys(since=since, until=until))

    assert fault is not None
    assert fault.startswith("the receipt of its end is dated 2026-11-28T12:00:00.000Z, but ")
    assert why in fault


def told(receipt: Receipt, **members: Any) -> Recorded:
    """The event of the receipt, with some changed members."""
    body = {"table": receipt.table, "version": receipt.version, "at": receipt.at, "hash": receipt.head, **members}
    return Recorded(type="x", schema=1, seat=None, decision=None, key="", data=Raw(b"{}"), **body)


FIRST = Receipt(**{**to_builtins(RECEIPT), "version": 1})


def test_a_receipt_is_of_the_table_whose_event_it_names() -> None:
    assert contradiction(FIRST, Chain(FIRST.commitment, [told(FIRST)])) is None


@pytest.mark.parametrize(
    ("event", "commitment", "receipt", "why"),
    [
        ({"table": "p00"}, "c" * 64, {}, "the receipt is of table p03-00000000000000000000000000, the file of p00"),
        ({}, "d" * 64, {}, f"the receipt has the commitment {'c' * 64}, the file {'d' * 64}"),
        ({}, "c" * 64, {"version": 2}, "the receipt is of version 2, the file ends with version 1"),
        ({}, "c" * 64, {"version": 0}, "the receipt is of version 0, the file ends with version 1"),
        ({"hash": "b" * 64}, "c" * 64, {}, f"at version 1 the receipt has the hash {'a' * 64}, the file {'b' * 64}"),
        ({"at": "then"}, "c" * 64, {}, "at version 1 the receipt has the time 2026-11-28T12:00:00.000Z, the file then"),
    ],
)
def test_a_receipt_contradicts_every_other_table(event: dict[str, Any], commitment: str, receipt: dict[str, Any], why: str) -> None:
    assert contradiction(changed(FIRST, **receipt), Chain(commitment, [told(FIRST, **event)])) == why


def test_a_receipt_without_a_time_is_outside_every_keys_time() -> None:
    members = {name: value for name, value in to_builtins(LATER).items() if name != "signature"} | {"at": "noon"}
    noon = Receipt(**members, signature=KEY.sign(canonical({**members, "format": "rollstream-receipt-1"})))

    assert "is dated noon, but" in (not_issued(Receipts(finished=noon), keys(since="2026-01-01T00:00:00.000Z")) or "")

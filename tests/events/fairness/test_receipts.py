import json
from typing import Any

import pytest

from events.fairness.receipts import Receipt, Receipts, kept_by_a_player, read, signed
from events.fairness.signing import SigningKey
from events.store.event_store import KeptReceipts
from events.tables.envelope import canonical
from tests.signing import KEY

FACTS: dict[str, Any] = {
    "table": "p03-" + "0" * 26,
    "commitment": "c" * 64,
    "version": 7,
    "at": "2026-11-28T12:00:00.000Z",
    "head": "a" * 64,
}
BYTES = signed(KEY, **FACTS)
RECEIPT = Receipt(**json.loads(BYTES))
LATER = Receipt(**json.loads(signed(KEY, **{**FACTS, "version": 9, "head": "b" * 64})))


def test_a_receipt_says_what_was_signed_and_by_which_key() -> None:
    assert json.loads(BYTES) == {**FACTS, "key": KEY.id, "signature": RECEIPT.signature}
    assert RECEIPT.is_signed_by(KEY.x)


def test_what_is_signed_is_the_canonical_json_of_the_other_members_with_the_name_of_the_format() -> None:
    message = canonical({**FACTS, "format": "rollstream-receipt-1", "key": KEY.id})

    assert RECEIPT.signature == KEY.sign(message)


def test_equal_facts_give_equal_bytes() -> None:
    assert signed(SigningKey(KEY.seed), **FACTS) == BYTES == canonical(RECEIPT)


@pytest.mark.parametrize(
    "changed",
    [
        {"at": "2026-11-28T12:00:00.001Z"},
        {"commitment": "d" * 64},
        {"head": "d" * 64},
        {"key": SigningKey(b"o" * 32).id},
        {"signature": SigningKey(b"o" * 32).sign(b"")},
        {"table": "p03-" + "1" * 26},
        {"version": 8},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_a_receipt_with_a_member_changed_is_not_signed(changed: dict[str, Any]) -> None:
    assert not Receipt(**{**json.loads(BYTES), **changed}).is_signed_by(KEY.x)


def test_a_receipt_that_the_store_has_spoilt_counts_as_missing_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    assert read(KeptReceipts(BYTES, None), "p03") == Receipts(created=RECEIPT)
    assert read(KeptReceipts(BYTES, b"{}"), "p03") == Receipts(created=RECEIPT)
    assert "a receipt of p03 cannot be read" in caplog.text


BOTH = {"created": json.loads(BYTES), "finished": json.loads(canonical(LATER))}


@pytest.mark.parametrize(
    ("kept", "receipts"),
    [
        (BOTH["created"], [RECEIPT]),
        (BOTH, [LATER, RECEIPT]),
        ({**BOTH, "finished": None}, [RECEIPT]),
        ({"view": {}, "tokens": {}, "receipt": BOTH["created"]}, [RECEIPT]),
        ({"format": "rollstream-table-2", "receipts": {**BOTH, "created": None}, "events": []}, [LATER]),
    ],
    ids=["one", "both", "before the end", "the answer to a creation", "a file"],
)
def test_a_player_may_keep_a_receipt_in_whatever_it_came(kept: Any, receipts: list[Receipt]) -> None:
    assert kept_by_a_player(json.dumps(kept, indent=1).encode()) == receipts


@pytest.mark.parametrize(
    ("kept", "complaint"),
    [
        (b"", "is not JSON"),
        (b'{"table": 1, "table": 2}', "a key stands twice"),
        (b"[]", "is no receipt: a receipt has the texts at, "),
        (b"{}", "is no receipt: a receipt has"),
        (b'{"receipt": null}', "is no receipt: a receipt has"),
        (b'{"created": null, "finished": null}', "holds no receipt"),
        (b'{"created": 1}', "is no receipt: a receipt has"),
        (canonical({**BOTH["created"], "more": 1}), "and nothing else"),
        (canonical({**BOTH["created"], "version": "7"}), "the whole number version"),
    ],
)
def test_what_is_no_receipt_is_refused_in_words(kept: bytes, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        kept_by_a_player(kept)

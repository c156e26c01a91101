"""Idempotency records in their stored forms."""

import pytest

from events.store.event_store import IdempotencyRecord
from events.store.stored_records import read_record, write_record

RECORDS = [
    IdempotencyRecord("0123456789abcdef" * 2, 1, 1),
    IdempotencyRecord("0123456789ABCDEF" * 2, 17, 19),
    IdempotencyRecord("0 1 2 3 4 5 6 7 8 9 a b c d e f ", 17, 19),
    IdempotencyRecord("", 2, 20_000),
    IdempotencyRecord("print:with:colons", 2**40, 2**40 + 2),
    IdempotencyRecord("ü" * 32, 1, 2),
]


@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize("record", RECORDS)
def test_a_record_comes_out_as_it_went_in(record: IdempotencyRecord, level: int) -> None:
    assert read_record(write_record(record, level)) == record


def test_a_record_of_a_move_has_at_most_24_bytes() -> None:
    assert len(write_record(IdempotencyRecord("0123456789abcdef" * 2, 19_990, 20_000), 2)) <= 24


@pytest.mark.parametrize("stored", [b"\x93", b"\x93\x01\x02\x03", b"print", b"print:a:b", b"\xff"])
def test_what_is_no_record_is_refused(stored: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_record(stored)

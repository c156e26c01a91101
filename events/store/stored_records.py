"""The stored forms of an idempotency record: text, `fingerprint:first:last`, and from format level 2 on MessagePack (ADR 72)."""

import re
from typing import Final

import msgspec

from events.store.event_store import IdempotencyRecord

COMPACT_FROM: Final = 2

_FINGERPRINT: Final = re.compile("[0-9a-f]{32}")
_COMPACT: Final = b"\x93"
"""The first byte of an array of three in MessagePack. No text in UTF-8 begins with it."""
_write = msgspec.msgpack.Encoder().encode
_read = msgspec.msgpack.Decoder(tuple[bytes, int, int]).decode


def write_record(record: IdempotencyRecord, level: int) -> bytes:
    """The record in the form of a format level. One whose fingerprint is not 32 hex digits is always text."""
    fingerprint, first, last = record
    if level < COMPACT_FROM or not _FINGERPRINT.fullmatch(fingerprint):
        return f"{fingerprint}:{first}:{last}".encode()
    return _write((bytes.fromhex(fingerprint), first, last - first))


def read_record(stored: bytes) -> IdempotencyRecord:
    """The record in any of its forms. Raises `ValueError`."""
    if stored.startswith(_COMPACT):
        digest, first, more = _read(stored)
        return IdempotencyRecord(digest.hex(), first, first + more)
    fingerprint, first_text, last_text = stored.decode().rsplit(":", 2)
    return IdempotencyRecord(fingerprint, int(first_text), int(last_text))

"""Receipts: the service's signed statements about a table's creation and end. This is a stored format.

A receipt names the table's newest event after an append: its version, time and hash. Every earlier event is chained to this hash.
"""

import logging
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from events.fairness.signing import SigningKey, is_signed
from events.msgspec_types import decoder, prepared
from events.store.event_store import KeptReceipts
from events.strict_json import NotJson, read_json
from events.tables.envelope import canonical
from events.tables.recording import Written
from rules.table_events import SeedRevealed

FORMAT: Final = "rollstream-receipt-1"
"""The name of the format. It is part of the signed message, but not of the receipt."""

RECEIPT_MEMBERS: Final = (
    "a receipt has the texts at, commitment, head, key, signature and table, the whole number version, and nothing else"
)

log = logging.getLogger(__name__)


class Receipt(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`at`, `version` and `head` are the time, version and hash of the last event of an append at `table`, whose dice have `commitment`.

    `key` is the thumbprint of the public key that verifies `signature`.
    """

    at: str
    commitment: str
    head: str
    key: str
    signature: str
    table: str
    version: int

    def is_signed_by(self, x: str) -> bool:
        """Whether the public key `x` (base64url) verifies the signature."""
        return is_signed(_message(msgspec.to_builtins(self)), self.signature, x)


@prepared
class Receipts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The receipts of a table's creation and end; None if there is none yet."""

    created: Receipt | None = None
    finished: Receipt | None = None


NO_RECEIPTS: Final = Receipts()
"""The receipts of a table without signatures."""

_decode = decoder(Receipt).decode


def signed(key: SigningKey, *, table: str, commitment: str, version: int, at: str, head: str) -> bytes:
    """The receipt in its stored form: canonical JSON, equal for equal arguments."""
    statement = {"at": at, "commitment": commitment, "head": head, "key": key.id, "table": table, "version": version}
    return canonical({**statement, "signature": key.sign(_message(statement))})


def sign(key: SigningKey, written: Written, commitment: str) -> KeptReceipts:
    """The receipts for an append that creates or ends a table, or both. `commitment` is the commitment to the table's dice."""
    batch = written.batch
    receipt = signed(key, table=batch.table, commitment=commitment, version=batch.snapshot.version, at=written.at, head=written.head)
    ends = batch.types[-1] == SeedRevealed.type
    return KeptReceipts(receipt if batch.expected == 0 else None, receipt if ends else None)


def read(stored: KeptReceipts, table: str) -> Receipts:
    """The stored receipts of a table. An unreadable receipt counts as missing, and is logged."""
    return Receipts(created=_read(stored.created, table), finished=_read(stored.finished, table))


def kept_by_a_player(data: bytes) -> Sequence[Receipt]:
    """The receipts in a player's file, the newest first. The file is one receipt, the answer to `GET …/receipts` or to a table's creation,
    or an exported file.

    Raises `ValueError` if it contains none. The message is the rest of a sentence.
    """
    try:
        value = read_json(data)
        if isinstance(value, dict):
            value = value.get("receipt", value.get("receipts", value))
        both = isinstance(value, dict) and value.keys() & {"created", "finished"}
        found = msgspec.convert(value, Receipts) if both else Receipts(created=msgspec.convert(value, Receipt))
    except NotJson as error:
        raise ValueError(error.detail) from error
    except msgspec.ValidationError as error:
        raise ValueError(f"is no receipt: {RECEIPT_MEMBERS}") from error
    receipts = [receipt for receipt in (found.finished, found.created) if receipt is not None]
    if not receipts:
        raise ValueError("holds no receipt")
    return receipts


def _read(stored: bytes | None, table: str) -> Receipt | None:
    try:
        return None if stored is None else _decode(stored)
    except msgspec.DecodeError as error:
        log.error("a receipt of %s cannot be read: %s", table, error)  # noqa: TRY400 - the stack adds nothing
        return None


def _message(members: Mapping[str, Any]) -> bytes:
    """The signed message: the canonical JSON of a receipt's members without the signature, and of the format's name."""
    return canonical({"format": FORMAT, **{name: value for name, value in members.items() if name != "signature"}})

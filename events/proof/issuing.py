"""Checks who issued a table, with the receipts in its file and those that a player has kept."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

import msgspec

from events.fairness.public_keys import PublicKey
from events.fairness.receipts import Receipt, Receipts
from events.proof.log import recorded
from events.proof.reading import read
from events.proof.shape import shaped
from events.tables.envelope import Recorded

KEY_TIME_TOLERANCE: Final = timedelta(days=1)
"""How far a receipt's time may lie outside its key's time: clocks differ, and a process uses the previous key until it reads the next."""


class Chain(NamedTuple):
    """What receipts sign of a table: the commitment to its dice, and all its events."""

    commitment: str
    events: Sequence[Recorded]

    @property
    def table(self) -> str:
        return self.events[0].table


def chain_in(data: bytes) -> Chain:
    """The chain in a file in which `verify` has found nothing wrong, whether or not its game is known."""
    file = shaped(read(data))
    return Chain(file.commitment, [recorded(file.table, event) for event in file.events])


def receipts_in(data: bytes) -> Receipts:
    """The receipts in a valid file; none for a file of the first format."""
    return msgspec.convert(read(data).get("receipts", {}), Receipts)


def contradiction(receipt: Receipt, chain: Chain) -> str | None:
    """Why the receipt does not belong to this chain; None if it does. The text continues "…, because "."""
    commitment, events = chain
    if receipt.table != chain.table:
        return f"the receipt is of table {receipt.table}, the file of {chain.table}"
    if receipt.commitment != commitment:
        return f"the receipt has the commitment {receipt.commitment}, the file {commitment}"
    if not 0 < receipt.version <= len(events):
        return f"the receipt is of version {receipt.version}, the file ends with version {len(events)}"
    event = events[receipt.version - 1]
    for what, signed, found in (("hash", receipt.head, event.hash), ("time", receipt.at, event.at)):
        if signed != found:
            return f"at version {receipt.version} the receipt has the {what} {signed}, the file {found}"
    return None


def not_issued(receipts: Receipts, keys: Mapping[str, PublicKey]) -> str | None:
    """Why the service with these keys has not issued the table with these receipts; None if it has.

    The receipt of the end is enough, because its hash covers all events. A table may have been created before there were receipts.
    """
    if receipts.finished is None:
        return "it has no receipt of its end"
    return next(_faults(receipts, keys), None)


def _faults(receipts: Receipts, keys: Mapping[str, PublicKey]) -> Iterator[str]:
    for what, receipt in (("end", receipts.finished), ("creation", receipts.created)):
        fault = None if receipt is None else unsigned(receipt, keys)
        if fault is not None:
            yield f"the receipt of its {what} {fault}"


def unsigned(receipt: Receipt, keys: Mapping[str, PublicKey]) -> str | None:
    """Why none of these keys signed the receipt in its time; None if one did. The text continues "The receipt …"."""
    key = keys.get(receipt.key)
    if key is None:
        return f"names the key {receipt.key}, which is not a key of this service"
    if not receipt.is_signed_by(key.x):
        return f"has no valid signature by the key {receipt.key}"
    if not _in_its_time(receipt.at, key):
        return f"is dated {receipt.at}, but the key {receipt.key} was valid from {key.valid_from} to {key.valid_until or 'now'}"
    return None


def _in_its_time(at: str, key: PublicKey) -> bool:
    try:
        when = datetime.fromisoformat(at)
        return not (
            (key.valid_from is not None and datetime.fromisoformat(key.valid_from) - when > KEY_TIME_TOLERANCE)
            or (key.valid_until is not None and when - datetime.fromisoformat(key.valid_until) > KEY_TIME_TOLERANCE)
        )
    except (ValueError, TypeError):  # not a time, or a time without a zone
        return False

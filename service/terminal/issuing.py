"""Checks who issued a table: against the published keys of a service and the receipts that a player has saved."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import IO, NamedTuple, TypeVar

from events.fairness.public_keys import PublicKey, read_key_set
from events.fairness.receipts import Receipt, Receipts, kept_by_a_player
from events.proof.issuing import Chain, contradiction, not_issued, unsigned
from service.terminal.safe_text import printable
from service.terminal.table_file import EXIT, NotShown, content

T = TypeVar("T")

Keys = Mapping[str, PublicKey]


class KeptReceipt(NamedTuple):
    """A receipt, and the name of the player's file that contains it."""

    name: str
    receipt: Receipt


class ReportLine(NamedTuple):
    """A line about a table, and the exit code that it causes. It may contain any text of the file."""

    words: str
    exit: int = EXIT["right"]


def read_keys(file: IO[bytes]) -> Keys:
    """The public keys in a file. Raises `NotShown`."""
    return _read(file, read_key_set)


def read_receipts(file: IO[bytes]) -> Sequence[KeptReceipt]:
    """The receipts in a file. Raises `NotShown`."""
    return [KeptReceipt(file.name, receipt) for receipt in _read(file, kept_by_a_player)]


def _read(file: IO[bytes], read: Callable[[bytes], T]) -> T:
    try:
        return read(content(file))
    except ValueError as error:
        raise NotShown(printable(f"{file.name} {error}"), "uncheckable") from error


def issuance(receipts: Receipts, keys: Keys | None) -> ReportLine:
    """Whether the service with these keys issued a valid file, as the end of a sentence; empty without keys."""
    if keys is None:
        return ReportLine("")
    why = not_issued(receipts, keys)
    if why is None and receipts.finished is not None:
        return ReportLine(f", issued by {receipts.finished.key}")
    return ReportLine(f", but not issued by this service: {why}", EXIT["wrong"])


def comparisons(chain: Chain, receipts: Receipts, kept: Sequence[KeptReceipt], keys: Keys | None) -> Iterator[ReportLine]:
    """Compares the table with the saved receipts for it."""
    for name, receipt in kept:
        if receipt.table != chain.table:
            continue
        fault = None if keys is None else unsigned(receipt, keys)
        why = contradiction(receipt, chain)
        if fault is not None:
            yield ReportLine(f"{name} is not from this service: the receipt {fault}.", EXIT["wrong"])
        elif why is None:
            yield ReportLine(f"It is the table that {name} was given for, up to version {receipt.version}.")
        else:
            both = " This service has signed both." if keys is not None and not_issued(receipts, keys) is None else ""
            yield ReportLine(f"It is not the table that {name} was given for: {why}.{both}", EXIT["wrong"])


def left_over(chains: Iterable[Chain], kept: Sequence[KeptReceipt]) -> Iterator[ReportLine]:
    """A line for each receipt that belongs to none of the tables."""
    known = {chain.table for chain in chains}
    for name, receipt in kept:
        if receipt.table not in known:
            yield ReportLine(f"{name} is a receipt of table {receipt.table}, and no right file here is of that table.", EXIT["wrong"])

"""Checks of a file that need no game: the hash chain of its events, the commitment to its dice, its receipts."""

from collections.abc import Collection, Sequence
from itertools import takewhile

from msgspec import UNSET

from events.proof.shape import EventOfFile, ReceiptOfFile, TableFile, names_of
from events.proof.verdict import Erased, Wrong
from events.tables.envelope import NO_HASH, NamedPlayer, chained
from events.tables.names import DIGESTED_SCHEMA, digest
from rules.dice import DiceSeed
from rules.table_events import SeatTaken


def check_versions(file: TableFile) -> None:
    """Raises `Wrong` unless the events are numbered from 1 without a gap."""
    for version, event in enumerate(file.events, 1):
        if event.version != version:
            raise Wrong("version-wrong", f"The version is {event.version}, not {version}.", version)


def broken_link(file: TableFile) -> Wrong | None:
    """The first event whose hash does not chain it to the one before; None if the chain is intact.

    Without a name that the hash covered, an event's hash cannot be derived: it is what the next one continues from (ADR 76).
    """
    previous = NO_HASH
    for event in file.events:
        link = chained(previous, _body(file.table, event))
        if event.hash != link and not lacks_hashed_name(event):
            return Wrong("hash-wrong", f"The hash should be {link}, not {event.hash}.", event.version)
        previous = event.hash
    return None


def wrong_names(file: TableFile) -> Sequence[Wrong]:
    """The names that do not fit the digest in their event."""
    digests = {event.version: event.data.get("name_digest") for event in file.events if event.type == SeatTaken.type}
    return [
        Wrong("name-wrong", f"The name {named.name!r} does not fit the digest of its event.", named.version)
        for named in names_of(file)
        if digests.get(named.version) != digest(NamedPlayer(named.name, named.salt))
    ]


def erased_names(file: TableFile) -> Erased:
    """The names that were erased from the file."""
    known = {named.version for named in names_of(file)}
    taken = [event for event in file.events if event.type == SeatTaken.type and event.data.get("name") is None]
    hashed = [event.version for event in taken if lacks_hashed_name(event)]
    return Erased(sum(event.version not in known for event in taken), max(hashed, default=0))


def lacks_hashed_name(event: EventOfFile) -> bool:
    """Whether a name was erased that the event's hash covered."""
    return event.type == SeatTaken.type and event.schema < DIGESTED_SCHEMA and event.data.get("name") is None


def wrong_secret(file: TableFile) -> Wrong | None:
    """The fault if the revealed secret does not match the commitment; None if it matches."""
    if DiceSeed(file.table, file.secret).commitment == file.commitment:
        return None
    revealed = file.events[-1].data.get("secret") == file.secret
    return Wrong(
        "commitment-wrong", f"The secret's SHA-256 is not the commitment {file.commitment}.", len(file.events) if revealed else None
    )


def wrong_receipts(file: TableFile, creation_ends: Collection[int]) -> Sequence[Wrong]:
    """The receipts that contradict the table's events. `creation_ends`: the versions at which the append that created it may have ended.

    Signatures are not checked here.
    """
    if file.receipts is UNSET:
        return []
    last = len(file.events)
    known = {"created": creation_ends, "finished": {last}}
    receipts = {"created": file.receipts.created, "finished": file.receipts.finished}
    return [
        Wrong("member-wrong", f"The receipt {name} differs from the events.")
        for name, receipt in receipts.items()
        if receipt is not None and not (receipt.version in known[name] and _matches(file, receipt))
    ]


def creation_ends(file: TableFile, created: int) -> Collection[int]:
    """The versions at which the creating append may have ended: the last events up to `created` may be people who joined later, each on
    the first open seat. A fork has no open seat.
    """
    ends = {created}
    if file.events[0].data.get("forked_from") is not None:
        return ends
    seats = [event for event in file.events[1:created] if event.type == "table.seat-taken"]
    return ends | {event.version - 1 for event in takewhile(_may_be_own_append, reversed(seats))}


def _may_be_own_append(taken: EventOfFile) -> bool:
    """Whether this event may be a separate append: a person joins on the first open seat."""
    return taken.data["kind"] == "human" and taken.seat == taken.version - 2


def _matches(file: TableFile, receipt: ReceiptOfFile) -> bool:
    event = file.events[receipt.version - 1]
    signed = (receipt.table, receipt.commitment, receipt.head, receipt.at)
    return signed == (file.table, file.commitment, event.hash, event.at)


def _body(table: str, event: EventOfFile) -> dict[str, object]:
    """The hashed part of an event: its published members, and its table."""
    return {
        "table": table,
        "version": event.version,
        "type": event.type,
        "schema": event.schema,
        "seat": event.seat,
        "at": event.at,
        "decision": event.decision,
        "data": event.data,
    }

"""The types of a file's members, published as docs/table.schema.json. The data of events is checked in `shaping`."""

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from events.msgspec_types import prepared
from events.proof.document import FORMAT, NAMES_IN_EVENTS, OLD_FORMAT
from events.proof.forms import END, Blinding, Count, EventType, Hex, Name, Seat, TableId, Timestamp, Version, Word, check_day
from events.proof.verdict import Wrong
from rules.table_events import Kind

Key = Annotated[str, Meta(pattern=rf"^[A-Za-z0-9_-]{{43}}{END}")]
Signature = Annotated[str, Meta(pattern=rf"^[A-Za-z0-9_-]{{86}}{END}")]


class EventOfFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An event, as every reader of a finished table sees it."""

    at: Timestamp
    data: dict[str, Any]
    decision: Version | None
    hash: Hex
    schema: Version
    seat: Seat | None
    type: EventType
    version: Version


class SourceOfFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    client_seeds: list[str]
    draws: Count
    secret: Hex
    table: str


class OriginOfFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    events: Count
    hash: Hex
    sources: list[SourceOfFile]
    table: str
    version: Version


class SeatOfFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: Kind
    level: str | None
    name: str | None
    seat: Seat


class NameOfFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name of the player who joins in the event of this version, and the salt with which the event's digest is made of it."""

    name: Name
    salt: Blinding
    version: Version


class FileStanding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    points: int
    rank: Version
    seat: Seat


class OutcomeOfFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ranking: list[FileStanding]
    reason: str
    winners: list[Seat]


class ReceiptOfFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The service's signed statement about a table: its last event at its creation, or at its end."""

    at: Timestamp
    commitment: Hex
    head: Hex
    key: Key
    signature: Signature
    table: TableId
    version: Version


class ReceiptsOfFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    created: ReceiptOfFile | None
    finished: ReceiptOfFile | None


@prepared
class TableFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished table of rollstream: all its events, and members derived from them."""

    client_seeds: Annotated[list[str], Meta(description="The players' seeds for the dice; fixed before the first draw.")]
    commitment: Annotated[Hex, Meta(description="The SHA-256 of the secret's 32 bytes, published when the table was created.")]
    events: Annotated[list[EventOfFile], Meta(min_length=1, description="Everything that happened, in order, versions 1, 2, 3 …")]
    forked_from: Annotated[OriginOfFile | None, Meta(description="The finished table that this one continues, if it is a fork.")]
    format: Annotated[
        Literal["rollstream-table-1", "rollstream-table-2", "rollstream-table-3"], Meta(description="The name of the file format.")
    ]
    game: Word
    head: Annotated[Hex, Meta(description="The hash of the last event.")]
    options: Annotated[dict[str, Any], Meta(description="The game's options, complete.")]
    outcome: Annotated[OutcomeOfFile, Meta(description="The result: reason, all winners, every seat by rank and then by seat.")]
    ruleset: Annotated[Version, Meta(description="The number of the game's rules.")]
    scores: Annotated[list[int], Meta(description="The points by seat; empty if the outcome has no ranking.")]
    seats: Annotated[list[SeatOfFile], Meta(description="The last holder of each seat.")]
    secret: Annotated[Hex, Meta(description="The secret of the dice, revealed after the end.")]
    table: Annotated[TableId, Meta(description="The table's id.")]
    receipts: Annotated[ReceiptsOfFile | msgspec.UnsetType, Meta(description="The service's receipts; since format 2.")] = msgspec.UNSET
    names: Annotated[
        list[NameOfFile] | msgspec.UnsetType,
        Meta(description="The names that lie beside the events, by ascending versions, without those that were erased; since format 3."),
    ] = msgspec.UNSET


FORMATS: Final = (OLD_FORMAT, NAMES_IN_EVENTS, FORMAT)

_SINCE: Final = {"receipts": FORMATS[1:], "names": FORMATS[2:]}
"""The members that came later -> the formats that have them."""


def shaped(value: Any) -> TableFile:
    """The file in JSON values.

    Raises `Wrong` if a member is missing, unknown or not of its type: for the first such event, otherwise for the file.
    """
    if isinstance(value, dict) and isinstance(value.get("format"), str) and value["format"] not in FORMATS:
        raise Wrong("unreadable", f"This is not a file of the format {' or '.join(FORMATS)}.")
    if isinstance(value, dict) and isinstance(value.get("events"), list):
        for version, event in enumerate(value["events"], 1):
            _check_event(event, version)
    try:
        file = msgspec.convert(value, TableFile)
    except msgspec.ValidationError as error:
        raise Wrong("malformed", f"{error}.") from error
    for member, formats in _SINCE.items():
        if (getattr(file, member) is not msgspec.UNSET) != (file.format in formats):
            has = "the" if file.format in formats else "no"
            raise Wrong("malformed", f"A file of the format {file.format} has {has} member {member}.")
    _check_receipts(file)
    _check_names(file)
    return file


def _check_names(file: TableFile) -> None:
    """Raises `Wrong` unless the versions of the names ascend."""
    last = 0
    for named in names_of(file):
        if named.version <= last:
            raise Wrong("malformed", f"The name of version {named.version} is not in its place.")
        last = named.version


def names_of(file: TableFile) -> Sequence[NameOfFile]:
    """The names beside the events; none in a file of an older format."""
    return () if file.names is msgspec.UNSET else file.names


def _check_event(event: Any, version: int) -> None:
    try:
        parsed = msgspec.convert(event, EventOfFile)
    except msgspec.ValidationError as error:
        raise Wrong("malformed", f"{error}.", version) from error
    _check_day(parsed.at, version)


def _check_receipts(file: TableFile) -> None:
    if file.receipts is not msgspec.UNSET:
        for receipt in (file.receipts.created, file.receipts.finished):
            if receipt is not None:
                _check_day(receipt.at)


def _check_day(at: str, version: int | None = None) -> None:
    try:
        check_day(at)
    except ValueError as error:
        raise Wrong("malformed", f"{at} is not a time: {error}.", version) from error

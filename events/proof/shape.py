"""The types of a file's members; docs/table.schema.json says the same to others."""

import re
from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from events.learnt import learnt
from events.proof.document import FORMAT
from events.proof.verdict import Wrong
from rules.table_events import Kind

Hex = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", min_length=64, max_length=64)]
Moment = Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$", min_length=24, max_length=24)]
Seat = Annotated[int, Meta(ge=0, le=99)]
Version = Annotated[int, Meta(ge=1)]
Count = Annotated[int, Meta(ge=0)]


class Told(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An event, as every reader of a finished table is told it."""

    at: Moment
    data: dict[str, Any]
    decision: Version | None
    hash: Hex
    schema: Version
    seat: Seat | None
    type: str
    version: Version


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    client_seeds: list[str]
    draws: Count
    secret: Hex
    table: str


class Origin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    events: Count
    hash: Hex
    sources: list[Source]
    table: str
    version: Version


class Held(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: Kind
    level: str | None
    name: str | None
    seat: Seat


class Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    points: int
    rank: Version
    seat: Seat


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ranking: list[Standing]
    reason: str
    winners: list[Seat]


@learnt
class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished table of rollstream: all its events, and beside them what follows from these."""

    client_seeds: Annotated[list[str], Meta(description="What the players have added to the dice; fixed before the first draw.")]
    commitment: Annotated[Hex, Meta(description="The SHA-256 of the secret's 32 bytes, published when the table was laid.")]
    events: Annotated[list[Told], Meta(min_length=1, description="Everything that happened, in order, versions 1, 2, 3 …")]
    forked_from: Annotated[Origin | None, Meta(description="The finished table that this one has gone on from, if it has.")]
    format: Annotated[Literal["rollstream-table-1"], Meta(description="The name of this shape of file.")]
    game: str
    head: Annotated[Hex, Meta(description="The hash of the last event.")]
    options: Annotated[dict[str, Any], Meta(description="The game's options, complete.")]
    outcome: Annotated[Outcome, Meta(description="The result: reason, all winners, every seat by rank and then by seat.")]
    ruleset: Annotated[Version, Meta(description="The number of the game's rules.")]
    scores: Annotated[list[int], Meta(description="The points by seat; empty if the outcome ranks nobody.")]
    seats: Annotated[list[Held], Meta(description="Who held each seat in the end.")]
    secret: Annotated[Hex, Meta(description="What the dice were made of, revealed after the end.")]
    table: Annotated[str, Meta(description="The table's id.")]


_AT_EVENT = re.compile(r"`\$\.events\[(\d+)\]")


def shaped(value: Any) -> File:
    """The file in JSON values. Raises `Wrong` if a member is missing, unknown or not of its type."""
    if isinstance(value, dict) and isinstance(value.get("format"), str) and value["format"] != FORMAT:
        raise Wrong("unreadable", f"This is no file of the format {FORMAT}.")
    try:
        file = msgspec.convert(value, File)
    except msgspec.ValidationError as error:
        place = _AT_EVENT.search(str(error))
        raise Wrong("malformed", f"{error}.", int(place[1]) + 1 if place else None) from error
    for event in file.events:
        _check_moment(event)
    return file


def _check_moment(event: Told) -> None:
    try:
        datetime.fromisoformat(event.at)
    except ValueError as error:
        raise Wrong("malformed", f"{event.at} is no time: {error}.", event.version) from error

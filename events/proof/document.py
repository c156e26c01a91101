"""The file of a finished table: the export `json`. It is canonical JSON, and all members beside its events are derived from them.

The members and their types are published as docs/table.schema.json and described in docs/proof.md.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from events.tables.envelope import Recorded, canonical
from rules.table_events import SeatTaken

FORMAT = "rollstream-table-3"
"""The name of this file format. A different format gets another name."""

NAMES_IN_EVENTS: Final = "rollstream-table-2"
"""The format of tables all of whose names are in the chain: nothing lies beside it, so every build reads and writes it."""

OLD_FORMAT = "rollstream-table-1"
"""The format before there were receipts. It stays readable."""

EVENT_MEMBERS = ("version", "type", "schema", "seat", "at", "decision", "data", "hash")
"""The published members of an event."""


NO_RECEIPTS: Final[Mapping[str, Any]] = {"created": None, "finished": None}
"""The receipts in the file of a table without signatures."""


def document(events: Iterable[Recorded], receipts: Mapping[str, Any] = NO_RECEIPTS) -> dict[str, Any]:
    """The file of a finished table, as JSON values. `events` are all its events. Raises `ValueError` if the table is not finished."""
    recorded = tuple(events)
    if not recorded or recorded[-1].type != "table.seed-revealed":
        raise ValueError("only a finished table has a file")
    published = [_event(event) for event in recorded]
    if not any(event["type"] == SeatTaken.type and event["data"]["name"] is None for event in published):
        return {**rebuilt(recorded[0].table, published), "format": NAMES_IN_EVENTS, "receipts": receipts}
    named = ((event.version, event.named) for event in recorded if event.named is not None)
    names = [{"name": one.name, "salt": one.salt, "version": version} for version, one in named]
    return {**rebuilt(recorded[0].table, published, names), "format": FORMAT, "receipts": receipts, "names": names}


def write(document: Mapping[str, Any]) -> bytes:
    """The file's bytes: equal for equal tables, on every system."""
    return canonical(document) + b"\n"


def rebuilt(table: str, events: Sequence[Mapping[str, Any]], names: Sequence[Mapping[str, Any]] = ()) -> dict[str, Any]:
    """All members of a finished table's file except format, receipts and names, derived from its id, its events and the `names` beside
    them, as JSON values.
    """
    newest = {event["type"]: event["data"] for event in events}
    created, outcome = newest["table.created"], newest["table.finished"]["outcome"]
    return {
        "table": table,
        "game": created["game"],
        "ruleset": created["ruleset"],
        "options": created["options"],
        "commitment": created["commitment"],
        "client_seeds": newest.get("table.started", {"client_seeds": []})["client_seeds"],
        "secret": newest["table.seed-revealed"]["secret"],
        "forked_from": created.get("forked_from"),
        "seats": _seats(created["seats"], events, {named["version"]: named["name"] for named in names}),
        "outcome": outcome,
        "scores": _scores(outcome),
        "head": events[-1]["hash"],
        "events": events,
    }


def _event(event: Recorded) -> dict[str, Any]:
    values = {name: getattr(event, name) for name in EVENT_MEMBERS}
    return {**values, "data": msgspec.json.decode(event.data)}


def _seats(count: int, events: Sequence[Mapping[str, Any]], names: Mapping[int, str]) -> list[dict[str, Any]]:
    """The last holder of each seat; an open seat has none. An erased name is None."""
    holders: list[Mapping[str, Any]] = [{"kind": "open"}] * count
    for event in events:
        if event["type"] == "table.seat-taken":
            holders[event["seat"]] = {**event["data"], "name": names.get(event["version"], event["data"]["name"])}
        elif event["type"] == "table.seat-left":
            holders[event["seat"]] = {"kind": "open"}
    return [
        {"seat": seat, "kind": holder["kind"], "name": holder.get("name"), "level": holder.get("level")}
        for seat, holder in enumerate(holders)
    ]


def _scores(outcome: Mapping[str, Any]) -> list[int]:
    """The final points of every seat; empty if the outcome has no ranking."""
    return [standing["points"] for standing in sorted(outcome["ranking"], key=lambda standing: standing["seat"])]

"""What a stand-in for the service answers to followers: events, frames, views with their tags."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from tests.events.proof.tables import made
from tests.service.command_line.stand_in import Scripted

Told = Mapping[str, Any]

EVENTS: Sequence[Told] = json.loads(made("glacial for two"))["events"]
LAST: Told = EVENTS[-1]
OVER = Scripted(204, b"")
STREAMS = (("Content-Type", "text/event-stream; charset=utf-8"),)


def place(event: Told) -> str:
    """The id of an event."""
    return f"{event['version']}-{event['hash'][:8]}"


def stream(*events: Told, reset: bool = False) -> Scripted:
    """A stream that ends after these events, by itself or with a reset."""
    frames = [f"id: {place(event)}\ndata: {json.dumps(event)}\n\n" for event in events]
    told = {"reason": "ahead", "version": 1, "detail": "Load the table again."}
    frames += [f"event: reset\nid: 1-00000000\ndata: {json.dumps(told)}\n\n"] if reset else []
    return Scripted(200, "".join(["retry: 1000\n\n: keep-alive\n\n", *frames]).encode(), STREAMS)


def view(event: Told, weak: str = "", **more: str) -> Scripted:
    """The table as it is after this event."""
    return Scripted(200, {"version": event["version"], **more}, (("ETag", f'{weak}"{place(event)}-0123456789abcdef"'),))


def unchanged(event: Told) -> Scripted:
    """A view that the client has already."""
    return Scripted(304, b"", view(event).headers)


def page(*events: Told, following: int | None = None) -> Scripted:
    return Scripted(200, {"events": events, "next": following})


def moves_of(decision: int, *kinds: str, following: int | None = None) -> Scripted:
    """A part of the moves of a decision: one of each type."""
    return Scripted(200, {"decision": decision, "moves": [{"type": kind, "decision": decision} for kind in kinds], "next": following})

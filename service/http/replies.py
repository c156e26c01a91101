"""Answers as JSON: encoded by msgspec, since schemas describe what goes out and need not walk it again."""

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

import msgspec
from flask import Response, request

from events.tables.handler import Answer
from events.tables.lineage import LogPosition
from events.tables.opening import LoadedTable
from events.tables.presenting import present_event, present_table
from rules.game import Seat
from service.metrics import count_events

_encode = msgspec.json.Encoder().encode


def json_reply(body: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A JSON response."""
    return Response(_encode(body) + b"\n", status, headers, content_type="application/json")


def answer_reply(answer: Answer, viewer: Seat | None, status: int) -> Response:
    """The events that an order caused and the table after them; 200 if an earlier asking had caused them."""
    events = [present_event(answer.opened, happened, viewer) for happened in answer.events]
    return once(answer, {"events": events, "view": present_table(answer.opened, viewer)}, status)


def once(answer: Answer, body: Any, status: int, headers: Mapping[str, str] | None = None) -> Response:
    """The reply to an order: its own status for the first asking, 200 and `Idempotent-Replayed` for a repeated one."""
    count_events(answer)
    if not answer.replayed:
        return json_reply(body, status, headers)
    return json_reply(body, 200, {**(headers or {}), "Idempotent-Replayed": "true"})


def view_reply(opened: LoadedTable, viewer: Seat | None, keeping: Mapping[str, str]) -> Response:
    """The table as the viewer may see it; 304 if the client has just this view. `keeping` are the headers about caches.

    The tag names the newest event, since a version alone could be one of a lost branch, and covers all of the body: who is connected
    changes without an event.
    """
    body = _encode(present_table(opened, viewer)) + b"\n"
    tag = f"{LogPosition(opened.table.version, opened.head)}-{blake2b(body, digest_size=8).hexdigest()}"
    headers = {**keeping, "ETag": f'"{tag}"'}
    if request.if_none_match.contains_weak(tag):
        return Response(status=304, headers=headers)
    return Response(body, 200, headers, content_type="application/json")

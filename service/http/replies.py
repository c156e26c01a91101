"""JSON responses, encoded by msgspec. Outgoing data is not validated again."""

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

import msgspec
from flask import request

from events.tables.handler import Answer
from events.tables.lineage import LogPosition
from events.tables.opening import LoadedTable
from events.tables.presenting import present_event, present_table
from rules.game import Seat
from service.http.framework import Reply
from service.metrics import count_events

_encode = msgspec.json.Encoder().encode


def json_reply(body: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Reply:
    """A JSON response."""
    return Reply(_encode(body) + b"\n", status, headers, content_type="application/json")


def answer_reply(answer: Answer, viewer: Seat | None, status: int) -> Reply:
    """The events that an order caused and the table after them. 200 instead of `status` if the answer repeats an earlier one."""
    events = [present_event(answer.loaded, recorded_event, viewer) for recorded_event in answer.events]
    return once(answer, {"events": events, "view": present_table(answer.loaded, viewer)}, status)


def once(answer: Answer, body: Any, status: int, headers: Mapping[str, str] | None = None) -> Reply:
    """The response to an order: `status` for the first request, 200 and `Idempotent-Replayed` for a repeated one."""
    count_events(answer)
    if not answer.replayed:
        return json_reply(body, status, headers)
    return json_reply(body, 200, {**(headers or {}), "Idempotent-Replayed": "true"})


def view_reply(loaded: LoadedTable, viewer: Seat | None, cache_headers: Mapping[str, str]) -> Reply:
    """The table as the viewer may see it; 304 if the client already has this view. `cache_headers` are the headers about caches.

    The tag contains the newest event's hash, because a version alone could belong to a lost branch. It also covers the whole body, because
    connections change without an event.
    """
    body = _encode(present_table(loaded, viewer)) + b"\n"
    tag = f"{LogPosition(loaded.table.version, loaded.head)}-{blake2b(body, digest_size=8).hexdigest()}"
    headers, known = {**cache_headers, "ETag": f'"{tag}"'}, request.environ.get("HTTP_IF_NONE_MATCH")
    if known is not None and (known == headers["ETag"] or request.if_none_match.contains_weak(tag)):
        return Reply(status=304, headers=headers)
    return Reply(body, 200, headers, content_type="application/json")

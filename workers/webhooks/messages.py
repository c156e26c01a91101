"""The messages to a webhook, in the form of Standard Webhooks 1.0: type, timestamp, data. The same append gives the same messages."""

import hashlib
from base64 import b32encode
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, Final

import msgspec

from events.tables.presenting import present_event
from events.timestamps import stamp
from workers.webhooks.delivery import Delivery
from workers.webhooks.kinds import KINDS
from workers.webhooks.reading import TableAppend
from workers.webhooks.registry import Webhook

PING: Final = "webhook.ping"
"""The type of the message by which an owner tests a webhook."""


def messages(webhook: Webhook, step: TableAppend, now: datetime) -> Iterator[Delivery]:
    """The messages of an append for this webhook: its events in order, as a spectator sees them, then those of `workers.webhooks.kinds`."""
    loaded = step.loaded
    about_table = {"table": loaded.id, "game": loaded.game.name}
    for recorded_event in step.events:
        recorded = recorded_event.recorded
        if webhook.wanted(recorded.type, recorded.at):
            data = {**about_table, "version": recorded.version, "event": present_event(loaded, recorded_event, None)}
            yield _delivery(webhook, recorded.type, recorded.at, data, f"{recorded.type} {recorded.hash}", now)
    for kind in KINDS:
        if webhook.wanted(kind.type, step.at):
            for part in kind.parts(step):
                yield _delivery(webhook, kind.type, step.at, {**about_table, **part.data}, f"{kind.type}.{part.key} {step.end.hash}", now)


def ping(webhook: Webhook, id: str, now: datetime) -> Delivery:
    """A test message without an event. `id` makes the message's id and must be new each time."""
    body = _body(PING, stamp(now), {"webhook": webhook.id})
    return Delivery(id=_id(webhook.id, id), type=PING, table=None, version=None, created_at=stamp(now), body=body)


def _delivery(webhook: Webhook, type: str, at: str, data: Mapping[str, Any], identity: str, now: datetime) -> Delivery:
    """`identity` distinguishes the message from all others of this version, also from those of an event that was lost and replaced."""
    table, version = data["table"], data["version"]
    return Delivery(
        id=_id(webhook.id, table, str(version), identity),
        type=type,
        table=table,
        version=version,
        created_at=stamp(now),
        next_at=stamp(now),
        body=_body(type, at, data),
    )


def _body(type: str, timestamp: str, data: Mapping[str, Any]) -> str:
    return msgspec.json.encode({"type": type, "timestamp": timestamp, "data": data}).decode()


def _id(*parts: str) -> str:
    """An id that is derived from its parts: 128 bits."""
    digest = hashlib.sha256("\n".join(parts).encode()).digest()
    return "msg_" + b32encode(digest[:20]).decode().lower()[:26]

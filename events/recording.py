"""From facts to what is stored: envelopes chained to the log's head, and the snapshot after them."""

from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec

from events.codec import Codec
from events.envelope import Recorded, canonical, write_line
from events.opening import Happened
from events.orders import Order
from events.store import Append, Snapshot
from rules.table import Decided


class Written(NamedTuple):
    """A batch ready to append, and its events as they will stand in the log; `head` is the last one's hash."""

    batch: Append
    events: tuple[Happened, ...]
    head: str


def write(codec: Codec, order: Order, head: str, decided: Decided, now: datetime, secret: str | None) -> Written:
    """The batch that stores what `order` caused at a table whose newest event has the hash `head`.

    `secret` is kept with the table as its dice secret, unless these events reveal it (None: it is kept already).
    """
    first = decided.table.version - len(decided.facts) + 1
    at = stamp(now)
    key = f"{order.key.name}#{order.key.fingerprint}"
    lines: list[bytes] = []
    events: list[Happened] = []
    for version, fact in enumerate(decided.facts, first):
        body: dict[str, Any] = {
            "table": order.table,
            "version": version,
            "type": fact.type,
            "schema": fact.schema,
            "seat": getattr(fact, "seat", None),
            "at": at,
            "decision": order.decision,
            "data": msgspec.Raw(canonical(codec.data(fact))),
        }
        line, head = write_line(head, body, key)
        lines.append(line)
        events.append(Happened(Recorded(**body, key=key, hash=head), fact))
    batch = Append(
        table=order.table,
        expected=first - 1,
        key=order.key,
        lines=lines,
        types=[fact.type for fact in decided.facts],
        snapshot=Snapshot(decided.table.version, head, codec.freeze(decided.table)),
        secret="" if decided.table.secret else secret,
    )
    return Written(batch, tuple(events), head)


def stamp(moment: datetime) -> str:
    """UTC with milliseconds and Z (RFC 3339)."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

"""From facts to what is stored: envelopes chained to the log's head, and the snapshot after them."""

from datetime import datetime
from typing import Any, NamedTuple

import msgspec

from events.codec import Codec
from events.due import automatic_seats, due_time
from events.envelope import Recorded, canonical, write_line
from events.moments import stamp
from events.opening import Happened
from events.orders import Order, stored_key
from events.store import Append, Snapshot
from rules.table import Decided


class Written(NamedTuple):
    """A batch ready to append, and its events as they will stand in the log; `head` is the last one's hash."""

    batch: Append
    events: tuple[Happened, ...]
    head: str


def write(codec: Codec, order: Order, head: str, decided: Decided, now: datetime, secret: str | None) -> Written:
    """The batch that stores what `order` caused, `now`, at a table whose newest event has the hash `head`.

    `secret` is kept with the table as its dice secret, unless these events reveal it (None: it is kept already).
    """
    first = decided.table.version - len(decided.facts) + 1
    at = stamp(now)
    key = stored_key(order.key)
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
        due=due_time(decided.table, now),
        calls=("play",) if automatic_seats(decided.table) and not order.attended else (),
    )
    return Written(batch, tuple(events), head)

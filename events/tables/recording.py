"""Turns facts into stored data: envelopes chained to the log's head, and the snapshot after them."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final, NamedTuple

import msgspec

from events.store.event_line import EventLine
from events.store.event_store import Append
from events.tables.codec import Codec
from events.tables.due import automatic_seats, due_time
from events.tables.envelope import Recorded, canonical, write_line
from events.tables.keyed_orders import Order, stored_key
from events.tables.names import Parted, parted, with_name
from events.tables.opening import RecordedEvent
from events.timestamps import stamp
from rules.dice import DiceSeed
from rules.game import Seat
from rules.table import Decided
from rules.table_events import TableCreated
from rules.table_state import Table

ADVICE_SCHEMA: Final = 5
"""The schema of `table.created` since which it says who is told of advice."""

ADVICE_FROM: Final = 2
"""The format level of the store (ADR 71) from which tables announce advice by default."""


class Written(NamedTuple):
    """A batch ready to append, and its events in their stored form. `head` is the hash of the last one, `at` the time of all."""

    batch: Append
    events: tuple[RecordedEvent, ...]
    head: str
    at: str


class Chances(NamedTuple):
    """Where the secret bytes of stored events come from: the table's `seed`, and the `salts` of names (None: names are part of the chain,
    as builds expect them that do not know digests).
    """

    seed: DiceSeed
    salts: Callable[[int], bytes] | None


def write(codec: Codec, order: Order, head: str, before: Table[Any] | None, decided: Decided, now: datetime, chances: Chances) -> Written:
    """The batch that stores the effects of `order` at `now`. `before` is the table before it (None: no table), `head` its newest event's
    hash.

    The secret of the dice is stored with a new table, until an event reveals it.
    """
    seed = chances.seed
    first = decided.table.version - len(decided.facts) + 1
    at = stamp(now)
    previous, key = head, stored_key(order.key)
    lines: list[EventLine] = []
    events: list[RecordedEvent] = []
    for version, fact in enumerate(decided.facts, first):
        stored, schema, named = _stored(fact, chances.salts)
        body: dict[str, Any] = {
            "table": order.table,
            "version": version,
            "type": fact.type,
            "schema": schema,
            "seat": getattr(fact, "seat", None),
            "at": at,
            "decision": order.decision,
            "data": msgspec.Raw(canonical(codec.stored_data(stored, schema, seed, version))),
        }
        line = write_line(head, body, key, named)
        head = line.hash
        lines.append(line)
        events.append(RecordedEvent(Recorded(**body, key=key, hash=head, named=named), with_name(stored, named)))
    batch = Append(
        table=order.table,
        expected=first - 1,
        previous=previous,
        key=order.key,
        lines=lines,
        types=[fact.type for fact in decided.facts],
        snapshot=codec.freeze(order.table, head, decided.table),
        secret="" if decided.table.secret else seed.secret if before is None else None,
        due=_soonest(decided.table, due_time(decided.table, now), order.due_by),
        calls=calls(before, decided.table, attended=order.attended),
    )
    return Written(batch, tuple(events), head, at)


def _stored(fact: Any, salts: Callable[[int], bytes] | None) -> Parted:
    """The event as the chain contains it. Without `salts`, builds that do not know rules for advice can read a table without one."""
    if salts is None and isinstance(fact, TableCreated) and fact.advice == "private":
        return Parted(fact, ADVICE_SCHEMA - 1)
    return parted(fact, salts)


def _soonest(table: Table[Any], due: int | None, by: int | None) -> int | None:
    return due if by is None or table.status != "open" else min(by, by if due is None else due)


def calls(before: Table[Any] | None, after: Table[Any], *, attended: bool) -> tuple[str, ...]:
    """The jobs that the feed requests from workers.

    `play`: a built-in player owes a decision and no process attends to the table. `bot`: a new decision of a bot is open. `turn.<seat>`:
    the turn of this seat, held by a person or a bot, has begun.
    """
    version = 0 if before is None else before.version
    requested = ["play"] if automatic_seats(after) and not attended else []
    if any(after.seats[seat].kind == "bot" and after.decisions[seat] > version for seat in after.owing):
        requested.append("bot")
    return (*requested, *(f"turn.{seat}" for seat in turns_begun(before, after)))


def turns_begun(before: Table[Any] | None, after: Table[Any]) -> tuple[Seat, ...]:
    """The seats of people and bots whose turn begins with an append: they owe a decision now and did not before."""
    owed = () if before is None else before.owing
    return tuple(seat for seat in after.owing if seat not in owed and after.seats[seat].kind != "ai")

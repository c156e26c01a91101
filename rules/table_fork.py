"""Forks: a new table that continues from a point of a finished one, with its own dice."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules.same_fields import shared
from rules.table_commands import SeatRequest
from rules.table_events import TABLE_EVENTS, Origin, SeatResigned, Source
from rules.table_state import SeatState, Table

REJECTIONS: Mapping[str, str] = {
    "table-not-finished": "The game is still in progress; a table can be exported and forked only when it is finished.",
    "fork-too-late": "The game is over at this point; choose an earlier version.",
    "fork-clock": "The options of the table require a clock: set `turn_seconds`.",
    "fork-inherited": "At this point the table is a copy of the one that it was forked from: fork that table.",
}

_NOT_INHERITED = frozenset(TABLE_EVENTS) - {SeatResigned}


def inherited(facts: Iterable[Any]) -> tuple[Any, ...]:
    """The events that a fork inherits: those that make the state of the game, without the table's own events."""
    return tuple(fact for fact in facts if type(fact) not in _NOT_INHERITED)


def sources(source: Table[Any], table_id: str, draws: int) -> tuple[Source, ...]:
    """The tables that the first `draws` draws of a finished table come from, oldest source first."""
    older = () if source.forked_from is None else source.forked_from.sources
    own = Source(table=table_id, secret=source.secret or "", client_seeds=source.client_seeds, draws=draws)
    found: list[Source] = []
    for candidate in (*older, own):
        if candidate.draws > (found[-1].draws if found else 0):
            found.append(candidate)
    return tuple(found)


def origin(source: Table[Any], table_id: str, version: int, hash: str, inherited_events: Sequence[Any]) -> Origin:
    """The origin in the fork's `table.created`, for a finished table and the inherited events."""
    draws = max((fact.draw.n + 1 for fact in inherited_events if getattr(fact, "draw", None) is not None), default=0)
    return Origin(table=table_id, version=version, hash=hash, events=len(inherited_events), sources=sources(source, table_id, draws))


def same_seats(source: Table[Any]) -> tuple[SeatRequest, ...]:
    """The seats of a table as requests for a new one."""
    return tuple(SeatRequest(**{**shared(holder, SeatRequest), **_taken(holder)}) for holder in source.seats)


def _taken(holder: SeatState) -> Mapping[str, Any]:
    return {"kind": "human"} if holder.kind == "open" else {}

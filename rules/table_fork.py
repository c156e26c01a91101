"""A new table that goes on from a point of a finished one, with dice of its own."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules.table_commands import SeatRequest
from rules.table_events import TABLE_EVENTS, Origin, SeatResigned, Source
from rules.table_state import Table

REJECTIONS: Mapping[str, str] = {
    "table-not-finished": "The game is still in progress; a table can be exported and forked only when it is finished.",
    "fork-too-late": "The game is over at this point; choose an earlier version.",
    "fork-clock": "The options of the table require a clock: set `turn_seconds`.",
    "fork-inherited": "At this point the table is a copy of the one that it was forked from: fork that table.",
}

_KEPT_BY_THE_TABLE = frozenset(TABLE_EVENTS) - {SeatResigned}


def inherited(facts: Iterable[Any]) -> tuple[Any, ...]:
    """What a fork takes over of these events: what made the state of the game, without the table's own doings."""
    return tuple(fact for fact in facts if type(fact) not in _KEPT_BY_THE_TABLE)


def sources(source: Table[Any], table_id: str, draws: int) -> tuple[Source, ...]:
    """Where the first `draws` draws of a finished table come from, oldest source first."""
    older = () if source.forked_from is None else source.forked_from.sources
    own = Source(table=table_id, secret=source.secret or "", client_seeds=source.client_seeds, draws=draws)
    found: list[Source] = []
    for candidate in (*older, own):
        if candidate.draws > (found[-1].draws if found else 0):
            found.append(candidate)
    return tuple(found)


def origin(source: Table[Any], table_id: str, version: int, hash: str, taken_over: Sequence[Any]) -> Origin:
    """What the fork's `table.created` tells of a finished table, of whose events it takes over some."""
    draws = max((fact.draw.n + 1 for fact in taken_over if getattr(fact, "draw", None) is not None), default=0)
    return Origin(table=table_id, version=version, hash=hash, events=len(taken_over), sources=sources(source, table_id, draws))


def same_seats(source: Table[Any]) -> tuple[SeatRequest, ...]:
    """The seats of a table as they would be asked for."""
    return tuple(
        SeatRequest(kind="human" if place.kind == "open" else place.kind, name=place.name, level=place.level, bot=place.bot)
        for place in source.seats
    )

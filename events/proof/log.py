"""A file's events, each with its published form and the fact that the rules use."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple, overload

import msgspec

from events.proof.shape import EventOfFile, TableFile, names_of
from events.proof.shaping import Shaping
from events.proof.verdict import Wrong
from events.tables.codec import Codec
from events.tables.envelope import NamedPlayer, Recorded, canonical
from events.tables.names import with_name
from rules.dice import DiceSeed
from rules.table_events import SeatTaken

LONGEST_QUOTE: Final = 300
"""The most characters of an event that a message quotes."""

OWN_DATA_HINT: Final = " Or the table uses a deployment's own cards or board: then the check needs its ROLLSTREAM_CONFIG."
"""A hint for the first event of a game: the table may be valid, but use cards or boards that this build does not have."""


class FileEvent(NamedTuple):
    """An event of the file: its published form, its data in the newest schema, and the fact for the rules."""

    event: EventOfFile
    data: Mapping[str, Any]
    fact: Any


class ReplayContext(NamedTuple):
    """The context for replaying a file's table: the codec of its game, and the seed of its dice and blindings."""

    codec: Codec
    seed: DiceSeed


class LogSlice(Sequence[FileEvent]):
    """A slice of a log without copying: a log has many appends, and each is checked on its own slice."""

    __slots__ = ("_log", "_start", "_stop")

    def __init__(self, log: Sequence[FileEvent], start: int, stop: int | None = None) -> None:
        self._log = log
        self._start = start
        self._stop = len(log) if stop is None else min(stop, len(log))

    def __len__(self) -> int:
        return max(0, self._stop - self._start)

    def __iter__(self) -> Iterator[FileEvent]:
        return (self._log[index] for index in range(self._start, self._stop))

    @overload
    def __getitem__(self, index: int) -> FileEvent: ...
    @overload
    def __getitem__(self, index: slice) -> "LogSlice": ...
    def __getitem__(self, index: "int | slice") -> "FileEvent | LogSlice":
        if isinstance(index, slice):
            start, stop, _ = index.indices(len(self))
            return LogSlice(self._log, self._start + start, self._start + stop)
        return self._log[range(self._start, self._stop)[index]]


def entries(codec: Codec, file: TableFile) -> tuple[Sequence[FileEvent], Wrong | None]:
    """The events of a file up to the first malformed one, and the fault of that one (None: there is none)."""
    found, shaping, named = list[FileEvent](), Shaping(codec, file), named_players(file)
    for event in file.events:
        try:
            data, fact = shaping.fact(event)
        except Wrong as wrong:
            return found, wrong
        found.append(FileEvent(event, data, with_name(fact, named.get(event.version))))
    return found, None


def named_players(file: TableFile) -> Mapping[int, NamedPlayer]:
    """The names beside events in which players join, by version."""
    joining = {event.version for event in file.events if event.type == SeatTaken.type}
    return {named.version: NamedPlayer(named.name, named.salt) for named in names_of(file) if named.version in joining}


def recorded(table: str, event: EventOfFile, named: NamedPlayer | None = None) -> Recorded:
    """The event's envelope. A file does not contain idempotency keys."""
    return Recorded(
        table=table,
        version=event.version,
        type=event.type,
        schema=event.schema,
        seat=event.seat,
        at=event.at,
        decision=event.decision,
        key="",
        data=msgspec.Raw(canonical(event.data)),
        hash=event.hash,
        named=named,
    )


def check_fact(context: ReplayContext, entry: FileEvent, made: Any) -> None:
    """Raises `Wrong` unless the event equals the fact that the rules produced."""
    event, made = entry.event, _named_as(entry.fact, made)
    data = context.codec.stored_data(made, made.schema, context.seed, event.version)
    seat = getattr(made, "seat", None)
    if made.type == event.type and seat == event.seat and canonical(entry.data) == canonical(data):
        return
    drawn, expected = event.data.get("draw"), data.get("draw")
    if made.type == event.type and drawn is not None and expected is not None and canonical(drawn) != canonical(expected):
        raise Wrong("draw-wrong", f"The secret gives {_quoted(expected)}, not {_quoted(drawn)}.", event.version)
    by_rules, in_file = f"{made.type} {_quoted({'seat': seat, **data})}", f"{event.type} {_quoted({'seat': event.seat, **event.data})}"
    hint = OWN_DATA_HINT if made.type == event.type == context.codec.game.events[0].type else ""
    raise Wrong("event-wrong", f"By the rules it is {by_rules}, not {in_file}.{hint}", event.version)


def _named_as(fact: Any, made: Any) -> Any:
    """The fact of the rules with the name as the file's event has it. No rule says how a player is called."""
    if not isinstance(made, SeatTaken) or not isinstance(fact, SeatTaken):
        return made
    is_beside = fact.name is None or fact.name_digest is not None
    return replace(made, name=None if is_beside else made.name, name_digest=fact.name_digest)


def check_envelope(event: EventOfFile, at: str, decision: int | None) -> None:
    """Raises `Wrong` unless the event has the time of its append, and answers the append's decision."""
    if event.at != at:
        raise Wrong("time-wrong", f"Its time should be {at}, as before it, not {event.at}.", event.version)
    if event.decision != decision:
        raise Wrong("decision-wrong", f"Its decision should be {decision}, not {event.decision}.", event.version)


def _quoted(value: Any) -> str:
    text = canonical(value).decode("utf-8")
    return text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "…"

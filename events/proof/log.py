"""A file's events as the rules know them, each beside what the file tells of it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, overload

import msgspec

from events.proof.shape import EventOfFile, TableFile
from events.proof.shaping import Shaping
from events.proof.verdict import Wrong
from events.tables.codec import Codec
from events.tables.envelope import Recorded, canonical
from rules.dice import DiceSeed

LONGEST_SHOWN: Final = 300
"""Signs of an event that are quoted at most."""

OWN_DATA: Final = " Or a deployment's own cards or board were laid: then the check needs its ROLLSTREAM_CONFIG."
"""What is said of the event that a game begins with: a table may be honest, and laid from data that are not known here."""


class FileEvent(NamedTuple):
    """An event of the file: as it is told, its data raised to the newest schema, and what it is to the rules."""

    told: EventOfFile
    data: Mapping[str, Any]
    fact: Any


class ReplayContext(NamedTuple):
    """What a file's table is checked by: the rules of its game, and what its dice and its blindings are made of."""

    codec: Codec
    seed: DiceSeed


class LogSlice(Sequence[FileEvent]):
    """The events from one place of a log on, or those up to another. Nothing is copied, whatever is cut off: a log has many appends."""

    __slots__ = ("_log", "_start", "_stop")

    def __init__(self, log: Sequence[FileEvent], start: int, stop: int | None = None) -> None:
        self._log = log
        self._start = start
        self._stop = len(log) if stop is None else min(stop, len(log))

    def __len__(self) -> int:
        return max(0, self._stop - self._start)

    def __iter__(self) -> Iterator[FileEvent]:
        return (self._log[place] for place in range(self._start, self._stop))

    @overload
    def __getitem__(self, place: int) -> FileEvent: ...
    @overload
    def __getitem__(self, place: slice) -> "LogSlice": ...
    def __getitem__(self, place: "int | slice") -> "FileEvent | LogSlice":
        if isinstance(place, slice):
            start, stop, _ = place.indices(len(self))
            return LogSlice(self._log, self._start + start, self._start + stop)
        return self._log[range(self._start, self._stop)[place]]


def entries(codec: Codec, file: TableFile) -> tuple[Sequence[FileEvent], Wrong | None]:
    """The events of a file up to the first that has not its shape, and what is wrong with that one."""
    found, shaping = list[FileEvent](), Shaping(codec, file)
    for told in file.events:
        try:
            data, fact = shaping.fact(told)
        except Wrong as wrong:
            return found, wrong
        found.append(FileEvent(told, data, fact))
    return found, None


def recorded(table: str, told: EventOfFile) -> Recorded:
    """The event's envelope; its idempotency key is in no file."""
    return Recorded(
        table=table,
        version=told.version,
        type=told.type,
        schema=told.schema,
        seat=told.seat,
        at=told.at,
        decision=told.decision,
        key="",
        data=msgspec.Raw(canonical(told.data)),
        hash=told.hash,
    )


def check_fact(lore: ReplayContext, entry: FileEvent, made: Any) -> None:
    """Raises `Wrong` unless the event is the one that the rules have made."""
    told, data = entry.told, lore.codec.stored_data(made, lore.seed, entry.told.version)
    seat = getattr(made, "seat", None)
    if made.type == told.type and seat == told.seat and canonical(entry.data) == canonical(data):
        return
    drawn, expected = told.data.get("draw"), data.get("draw")
    if made.type == told.type and drawn is not None and expected is not None and canonical(drawn) != canonical(expected):
        raise Wrong("draw-wrong", f"From the secret comes {_shown(expected)}, not {_shown(drawn)}.", told.version)
    by_rules, in_file = f"{made.type} {_shown({'seat': seat, **data})}", f"{told.type} {_shown({'seat': told.seat, **told.data})}"
    hint = OWN_DATA if made.type == told.type == lore.codec.game.events[0].type else ""
    raise Wrong("event-wrong", f"By the rules it is {by_rules}, not {in_file}.{hint}", told.version)


def check_envelope(told: EventOfFile, at: str, decision: int | None) -> None:
    """Raises `Wrong` unless the event has the time of the append that it belongs to, and answers the same decision."""
    if told.at != at:
        raise Wrong("time-wrong", f"It happened at {at} with the events before it, not at {told.at}.", told.version)
    if told.decision != decision:
        raise Wrong("decision-wrong", f"It answers the decision {decision}, not {told.decision}.", told.version)


def _shown(value: Any) -> str:
    text = canonical(value).decode("utf-8")
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"

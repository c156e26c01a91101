"""A file's events as the rules know them, each beside what the file tells of it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from events.codec import Codec
from events.envelope import Recorded, canonical
from events.errors import BrokenLog
from events.proof.shape import File, Told
from events.proof.verdict import Wrong

HOSTILE: Final = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What code raises that trusts its input, where a forger wrote it."""

SHOWN: Final = 300
"""Signs of an event that are quoted at most."""

OWN_DATA: Final = " Or a deployment's own cards or board were laid: then the check needs its ROLLSTREAM_CONFIG."
"""What is said of the event that a game begins with: a table may be honest, and laid from data that are not known here."""


class Entry(NamedTuple):
    """An event of the file: as it is told, its data raised to the newest schema, and what it is to the rules."""

    told: Told
    data: Mapping[str, Any]
    fact: Any


def entries(codec: Codec, file: File) -> tuple[Sequence[Entry], Wrong | None]:
    """The events of a file up to the first that this build cannot read, and what is wrong with that one."""
    found: list[Entry] = []
    for told in file.events:
        try:
            found.append(_entry(codec, file.table, told))
        except BrokenLog:
            return found, Wrong("game-unknown", f"{told.type} with schema {told.schema} is no event that this build knows.", told.version)
        except (msgspec.DecodeError, *HOSTILE) as error:
            return found, Wrong("malformed", f"{told.type}: {error}.", told.version)
    return found, None


def recorded(table: str, told: Told) -> Recorded:
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


def _entry(codec: Codec, table: str, told: Told) -> Entry:
    data, _ = codec.raised(told.type, told.schema, told.data)
    return Entry(told, data, codec.event(recorded(table, told)))


def check_fact(codec: Codec, entry: Entry, made: Any) -> None:
    """Raises `Wrong` unless the event is the one that the rules have made."""
    told, data = entry.told, codec.data(made)
    seat = getattr(made, "seat", None)
    if made.type == told.type and seat == told.seat and _same(entry, made, data):
        return
    drawn, expected = told.data.get("draw"), data.get("draw")
    if made.type == told.type and drawn is not None and expected is not None and canonical(drawn) != canonical(expected):
        raise Wrong("draw-wrong", f"From the secret comes {_shown(expected)}, not {_shown(drawn)}.", told.version)
    by_rules, in_file = f"{made.type} {_shown({'seat': seat, **data})}", f"{told.type} {_shown({'seat': told.seat, **told.data})}"
    hint = OWN_DATA if made.type == told.type == codec.game.events[0].type else ""
    raise Wrong("event-wrong", f"By the rules it is {by_rules}, not {in_file}.{hint}", told.version)


def _same(entry: Entry, made: Any, data: dict[str, Any]) -> bool:
    """An older build's event may lack what has a default now; nothing may stand in it that is not known."""
    return canonical(entry.data) == canonical(data) or (entry.fact == made and _within(entry.data, data))


def _within(told: Any, made: Any) -> bool:
    if isinstance(told, Mapping) and isinstance(made, Mapping):
        return all(name in made and _within(value, made[name]) for name, value in told.items())
    if isinstance(told, list) and isinstance(made, list | tuple):
        return len(told) == len(made) and all(map(_within, told, made))
    return canonical(told) == canonical(made)


def _shown(value: Any) -> str:
    text = canonical(value).decode("utf-8")
    return text if len(text) <= SHOWN else text[:SHOWN] + "…"

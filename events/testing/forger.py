"""Forges files by one change at a time: every member of every kind of event and of the file, to other plausible values; every kind of
event of the game left out, or the last; every kind of move where another one was made.

All hashes, the head and the derived members are then made consistent. `legal` knows the changes that the service could have written.
"""

import copy
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple, TypeAlias

from events.proof.document import rebuilt, write
from events.tables.envelope import chained

Path: TypeAlias = tuple[str | int, ...]

Value: TypeAlias = dict[str, Any]
"""An object of a file."""

MORE: Final = "more"
"""A member that no object has."""

TEXTS: Final[Mapping[str, str]] = {
    "empty": "",
    "steering": "x\u001b]0;right\u0007\n\u202ex",
    "too long": "x" * 200,
    "another word": "word",
    "no NFC": "e\u0301",
}
NUMBERS: Final[Mapping[str, int]] = {"none": 0, "negative": -5, "large": 1_000_000_000, "largest": 2**53 - 1}
TIMES: Final[Mapping[str, str]] = {
    "long ago": "1970-01-01T00:00:00.000Z",
    "too long ago": "1969-12-31T23:59:59.999Z",
    "at the end": "2999-12-31T23:59:59.999Z",
    "beyond": "9999-12-31T23:59:59.999Z",
    "no day": "2026-02-30T18:00:00.000Z",
    "no hour": "2026-11-27T24:00:00.000Z",
    "no second": "2026-11-27T18:00:60.000Z",
    "another zone": "2026-11-27T18:00:00.000+00:00",
    "no milliseconds": "2026-11-27T18:00:00Z",
}


FORMS: Final = frozenset({*TEXTS, *TIMES, "large", "as a text", "as a number", "as a list", "an object"}) - {"another word"}
"""Kinds of values that always have another form than the replaced value."""


MANY: Final = 1000
"""From this number of seats on, no list of seats is built."""


class MemberChange(NamedTuple):
    """A change: in an event of this type and schema ("" and 0: beside the events), the member at this path, and its old and new value.

    Without a path: the event itself.
    """

    type: str
    schema: int
    path: Path
    kind: str
    before: Any
    after: Any


class Forged(NamedTuple):
    """A file with one change, the name of its table, and the version of the changed event."""

    change: MemberChange
    table: str
    version: int
    file: bytes


def forged(files: Mapping[str, bytes]) -> Iterator[Forged]:
    """Every change of every kind once, in the smallest file that contains such a member. `files` are valid ones, by name."""
    done: set[tuple[object, ...]] = set()
    values: dict[str, Value] = {name: json.loads(file) for name, file in sorted(files.items(), key=lambda file: len(file[1]))}
    seen = _seen(values.values())
    for name, value in values.items():
        yield from _beside(name, value, done)
        for event in value["events"]:
            yield from _within(name, value, event, seen, done)
        yield from _without(name, value, done)
        yield from _again(name, value, done)


def _beside(name: str, value: Value, done: set[tuple[object, ...]]) -> Iterator[Forged]:
    """Changes of the members beside the events. Nothing else is made consistent."""
    around = {member: inside for member, inside in value.items() if member != "events"}
    for path, before in places(around):
        for kind, after in others(before):
            change = MemberChange("", 0, path, kind, before, after)
            if _new(change, done):
                yield Forged(change, name, 0, write({**put(around, path, after), "events": value["events"]}))
    for path, before in (((), around), *places(around)):
        if isinstance(before, dict):
            for kind, after in reshaped(before):
                change = MemberChange("", 0, path, kind, before, after)
                if _new(change, done):
                    yield Forged(change, name, 0, write({"events": value["events"], **put(around, path, after)}))


def _within(name: str, value: Value, event: Value, seen: Mapping[Any, list[Any]], done: set[tuple[object, ...]]) -> Iterator[Forged]:
    """Changes of one event. All hashes and members are made consistent."""
    body = {member: inside for member, inside in event.items() if member not in {"version", "hash"}}
    for path, before in (((), body), *places(body)):
        known = _met(before, seen.get((event["type"], _shape(path)), []))
        values = (*others(before), *known) if path else ()
        for kind, after in (*values, *(reshaped(before) if isinstance(before, dict) else ())):
            change = MemberChange(event["type"], event["schema"], path, kind, before, after)
            if _new(change, done):
                yield Forged(change, name, event["version"], sealed(value, event["version"], put(body, path, after)))


def _without(name: str, value: Value, done: set[tuple[object, ...]]) -> Iterator[Forged]:
    """Events of the game left out, for each kind of neighbours, and everything after them cut off."""
    events = value["events"]
    for place, event in enumerate(events[:-1]):
        if event["type"].startswith(f"{value['game']}."):
            between = f"left out between {events[place - 1]['type']} and {events[place + 1]['type']}"
            for kind, others in ((between, [*events[:place], *events[place + 1 :]]), ("the last", events[: place + 1])):
                change = MemberChange(event["type"], event["schema"], (), kind, event, None)
                if _new(change, done):
                    yield Forged(change, name, event["version"], relinked(value, others, place))


def _again(name: str, value: Value, done: set[tuple[object, ...]]) -> Iterator[Forged]:
    """A move that was made before, once more in the place of another answer, by the seat that answered."""
    events = value["events"]
    made: dict[str, Value] = {}
    for place, event in enumerate(events):
        if place and event["decision"] not in {None, events[place - 1]["decision"]} and event["type"].startswith(f"{value['game']}."):
            for kind, earlier in {**made, event["type"]: event}.items():
                again = {**earlier, "seat": event["seat"], "decision": event["decision"], "at": event["at"]}
                change = MemberChange(kind, event["schema"], (), f"again before {event['type']}", event, again)
                if _new(change, done):
                    yield Forged(change, name, event["version"], relinked(value, [*events[:place], again, *events[place:]], place))
            made[event["type"]] = event


def _new(change: MemberChange, done: set[tuple[object, ...]]) -> bool:
    """Whether the change is the first of its kind. Forms are tried once per member of any event, but everywhere in a table's own events."""
    of = (change.type, change.schema)
    if change.kind in FORMS and (change.path[0] != "data" or not change.type.startswith("table.")):
        of = ("", 0) if change.path[0] == "data" else ("any", 0)
    key = (*of, _shape(change.path), change.kind, type(change.before))
    fresh = key not in done and (type(change.before), change.before) != (type(change.after), change.after)
    if fresh:
        done.add(key)
    return fresh


def _shape(path: Path) -> tuple[str, ...]:
    """The path without the indices of lists."""
    return tuple("*" if isinstance(step, int) else step for step in path)


def places(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every value inside, with its path; of a list only the first and the last item."""
    inside: Iterable[tuple[str | int, Any]] = ()
    if isinstance(value, dict):
        inside = value.items()
    elif isinstance(value, list):
        inside = [(at, item) for at, item in enumerate(value) if at in {0, len(value) - 1}]
    for step, part in inside:
        yield (*path, step), part
        yield from places(part, (*path, step))


def put(value: Any, path: Path, after: Any) -> Any:
    """A copy of the value with another value at this path."""
    if not path:
        return after
    whole = copy.copy(value)
    whole[path[0]] = put(value[path[0]], path[1:], after)
    return whole


def others(before: Any) -> Iterator[tuple[str, Any]]:
    """Other plausible values, by their kind."""
    if before is not None:
        yield "null", None
    match before:
        case bool():
            yield from (("other", not before), ("as a number", int(before)))
        case int():
            yield from (("one more", before + 1), ("one less", before - 1), ("as a text", str(before)), *NUMBERS.items())
        case str():
            yield from (("another sign", before[:-1] + ("0" if before[-1:] != "0" else "1")), ("a sign more", before + "0"))
            yield from (*TEXTS.items(), *(TIMES.items() if before[4:5] == "-" and before[-1:] == "Z" else ()), ("as a number", 7))
        case list():
            yield from (("empty", []), ("one less", before[:-1]), ("one twice", before + before[-1:]), ("turned", before[::-1]))
        case dict():
            yield from (("empty", {}), ("as a list", []))
            if before:
                last = [*before][-1]
                yield from (("its last member", before[last]), ("within itself", {**before, last: before}))
        case _:
            yield from (("a number", 1), ("a text", "word"), ("an object", {}))


def reshaped(before: Value) -> Iterator[tuple[str, Any]]:
    """The object without each of its members, and with one more."""
    yield "one too many", {**before, MORE: None}
    for name in before:
        yield f"without {name}", {other: value for other, value in before.items() if other != name}


def _seen(values: Iterable[Value]) -> Mapping[Any, list[Any]]:
    """The values of each member of any event of a type, in all files."""
    found: dict[Any, dict[str, Any]] = {}
    for value in values:
        for event in value["events"]:
            body = {member: inside for member, inside in event.items() if member not in {"version", "hash", "at"}}
            for path, inside in places(body):
                found.setdefault((event["type"], _shape(path)), {}).setdefault(repr(inside), inside)
    return {place: list(inside.values()) for place, inside in found.items()}


def _met(before: Any, known: list[Any]) -> Iterator[tuple[str, Any]]:
    """A value that this member has elsewhere."""
    for number, after in enumerate([value for value in known if value != before][:1]):
        yield f"met {number}", after


def sealed(value: Value, version: int, body: Value) -> bytes:
    """The file with a changed event, with consistent hashes and, if the events allow it, members."""
    return relinked(value, [*value["events"][: version - 1], body, *value["events"][version:]], version - 1)


def relinked(value: Value, events: Sequence[Value], since: int) -> bytes:
    """The file with these events, of which the first `since` are its own: with versions without a gap and all else consistent."""
    linked, previous = list(events), events[since - 1]["hash"] if since else ""
    for place in range(since, len(linked)):
        bare = {**{name: inside for name, inside in linked[place].items() if name != "hash"}, "version": place + 1}
        previous = chained(previous, {**bare, "table": value["table"]})
        linked[place] = {**bare, "hash": previous}
    around: Value = {"events": linked, "head": previous}
    with suppress(KeyError, IndexError, TypeError, AttributeError):
        if linked[0]["data"]["seats"] < MANY:
            around = rebuilt(value["table"], linked, value.get("names", ()))
    return write({**value, **around})

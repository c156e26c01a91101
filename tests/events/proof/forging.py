"""Tools of a forger who knows the format: find events, and make all hashes and derived members consistent after a change."""

import json
from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

from events.proof.document import rebuilt, write
from events.tables.envelope import NO_HASH, chained

Value = dict[str, Any]


class Forgery(NamedTuple):
    """`change` returns the version of the event that is now wrong, None if it is a member beside the events."""

    table: str
    code: str
    change: Callable[[Value], int | None]


def parsed(file: bytes) -> Value:
    value: Value = json.loads(file)
    return value


def chained_anew(value: Value) -> bytes:
    """The file with contiguous versions, consistent hashes and, as far as the events allow, consistent members. Names stay with their
    events.
    """
    previous, named = NO_HASH, dict[int, Value]()
    for event in value["events"]:
        named.setdefault(event["version"], event)
    for version, event in enumerate(value["events"], 1):
        event["version"] = version
        event["hash"] = previous = chained(previous, {**{name: event[name] for name in event if name != "hash"}, "table": value["table"]})
    for name in value.get("names", ()):
        if name["version"] in named:
            name["version"] = named[name["version"]]["version"]
    try:
        return write({**value, **rebuilt(value["table"], value["events"], value.get("names", ()))})
    except (KeyError, IndexError, TypeError):
        return write({**value, "head": previous})


def with_names_in_events(value: Value) -> Value:
    """The file as builds wrote it that had every name in its event; its hashes and members are still to be made consistent."""
    names = {named["version"]: named["name"] for named in value.pop("names")}
    for event in value["events"]:
        if event["version"] in names:
            event["schema"], event["data"]["name"] = 3, names[event["version"]]
            del event["data"]["name_digest"]
    return {**value, "format": "rollstream-table-2"}


def shown_events(value: Value) -> list[Value]:
    """The events of a file as the API answers them, if no name was erased."""
    named = {name["version"]: {"name": name["name"], "name_salt": name["salt"]} for name in value["names"]}
    return [{**event, "data": event["data"] | named.get(event["version"], {})} for event in value["events"]]


def find(value: Value, kind: str, number: int = 0) -> Value:
    """An event of this type; number 0 is the first, -1 the last."""
    found: Value = [event for event in value["events"] if event["type"] == kind][number]
    return found


def of_game(value: Value, name: str, number: int = 0) -> Value:
    """An event of the game itself, by the second part of its type."""
    return find(value, f"{value['game']}.{name}", number)


def answered(value: Value, number: int) -> Value:
    """The first event of the answer to a decision."""
    pairs = pairwise(value["events"])
    answers: list[Value] = [event for before, event in pairs if event["decision"] not in {None, before["decision"]}]
    return answers[number]


def first_draw(value: Value) -> Value:
    """The first event with a draw."""
    return next(event for event in value["events"] if event["data"].get("draw"))


def version(event: Value) -> int:
    return int(event["version"])

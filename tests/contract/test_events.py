"""An event in the contract has exactly the fields of its class."""

import dataclasses
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest

from events.tables.codec import BLINDING
from events.tables.envelope import read_line
from events.tables.names import BESIDE_NAME, shown_data
from rules.registry import games
from rules.table_events import TABLE_EVENTS
from tests.contract.checker import faults, published, resolve, schema

EVENTS: list[Any] = [*TABLE_EVENTS, *(event for game in games().values() for event in game.events)]
PLAIN = {int: "integer", bool: "boolean", str: "string"}
SAMPLES = sorted((Path(__file__).parents[1] / "samples").glob("*.json"))
"""Every type and schema of events that was ever stored."""
TOLD = ("version", "type", "schema", "seat", "at", "decision", "data", "hash")
NEVER_NULL = {"SeatTaken.name", "SeatTaken.name_digest"}
"""Null is an erased name, which is shown as that of a player without a name, and an event of a schema without digests."""


def _name(event: Any) -> str:
    game, _, what = event.type.partition(".")
    return "".join(part.capitalize() for part in [*game.split("-"), *what.split("-")])


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.type)
def test_an_event_is_as_its_class(event: Any) -> None:
    promised = _promised(event, event.schema)["properties"]
    fields = {field.name for field in dataclasses.fields(event)}

    assert promised["type"] == {"type": "string", "const": event.type}
    assert promised["schema"] == {"type": "integer", "const": event.schema}
    assert ("integer" if "seat" in fields else "null") == resolve(promised["seat"])["type"]
    _check_fields(event, promised["data"], without="seat", hidden=_hidden(event))


def _hidden(event: Any) -> frozenset[str]:
    """The fields that a spectator does not see while the game is played, by the recorded event of this type."""
    game = games().get(event.type.partition(".")[0])
    if game is None:
        return frozenset()
    recorded = json.loads((SAMPLES[0].parent / f"{event.type}@{event.schema}.json").read_text(encoding="utf-8"))
    data = {name: value for name, value in recorded["data"].items() if name != BLINDING}
    fact = msgspec.convert(data if recorded["seat"] is None else {"seat": recorded["seat"], **data}, event)
    return frozenset(data) - frozenset(game.visible(fact, None))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.stem)
def test_an_event_is_told_as_it_was_stored_however_long_ago(sample: Path) -> None:
    stored = read_line(sample.read_bytes())
    [event] = [event for event in EVENTS if event.type == stored.type]
    for shown in (stored, msgspec.structs.replace(stored, named=None)):  # a name may be erased
        told = {**{name: getattr(shown, name) for name in TOLD}, "data": shown_data(shown)}

        assert faults({"$ref": "#/components/schemas/Event"}, told) == []
        assert faults(_promised(event, stored.schema), told) == []


def _promised(event: Any, number: int) -> Mapping[str, Any]:
    """The exact schema of a stored event with this number. If there are several numbers, the type's own schema allows any of them."""
    if event.schema == 1:
        return schema(_name(event))
    found: Mapping[str, Any] = schema(_name(event))["oneOf"][number - 1]
    return found


def test_the_contract_has_every_event_and_no_other() -> None:
    chosen, wider = schema("Event"), published()["components"]["schemas"]["Event"]
    by_type = {event.type: f"#/components/schemas/{_name(event)}" for event in EVENTS}

    assert {option["$ref"] for option in chosen["oneOf"]} == set(by_type.values())
    assert wider["discriminator"]["mapping"] == by_type | {"OtherEvent": "#/components/schemas/OtherEvent"}
    assert [option["$ref"] for option in wider["anyOf"]] == [*wider["discriminator"]["mapping"].values()]


def _check_fields(of: Any, promised: Mapping[str, Any], without: str = "", hidden: frozenset[str] = frozenset()) -> None:
    """The schema has the fields of the class, and a blinding if some are hidden: those may be missing."""
    hints = {field.name: get_type_hints(of)[field.name] for field in dataclasses.fields(of) if field.name != without}
    properties = promised.get("properties", {})
    if "name_digest" in hints:
        properties = {name: value for name, value in properties.items() if name not in BESIDE_NAME}

    assert properties.keys() == hints.keys() | ({BLINDING} if hidden else set())
    assert set(promised.get("required", ())) == hints.keys() - hidden
    for name, hint in hints.items():
        _check(hint, properties[name], f"{of.__name__}.{name}")


def _check(hint: Any, node: Any, where: str) -> None:
    """The schema allows only values of this type. For a `str` it may be stricter (an enum, a pattern)."""
    promised = resolve(node)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in {Union, UnionType}:
        rest = [argument for argument in arguments if argument is not NoneType]
        options = [*_options(promised)]
        assert ({"type": "null"} in options) == (NoneType in arguments and where not in NEVER_NULL), where
        for argument, option in zip(rest, (option for option in options if option != {"type": "null"}), strict=True):
            _check(argument, option, where)
    elif origin is Literal:
        assert set(promised["enum"]) == set(arguments), where
    elif origin is tuple:
        assert promised["type"] == "array", where
        _check(arguments[0], promised["items"], where)
    elif dataclasses.is_dataclass(hint):
        _check_fields(hint, promised)
    elif hint in PLAIN:
        assert promised["type"] == PLAIN[hint], where
    else:
        assert origin is Mapping, f"{where}: {hint}"
        assert {resolve(option)["type"] for option in promised.get("oneOf", [promised])} == {"object"}, where


def _options(node: Mapping[str, Any]) -> Iterator[Any]:
    """The schemas of which a value has one, null among them."""
    if "anyOf" in node or "oneOf" in node:
        yield from node.get("anyOf", node.get("oneOf", ()))
        return
    kinds = node["type"] if isinstance(node["type"], list) else [node["type"]]
    for kind in kinds:
        yield {"type": "null"} if kind == "null" else {**node, "type": kind}

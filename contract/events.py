"""The schemas of events, from their classes. A part says in words what a field means, and may narrow its values.

An event is answered for ever as it was stored, so a type's schema allows what any of its stored schemas has: a later field may be missing.
The exact one (`x-exact`) knows which fields each stored schema has. A field that spectators do not see may be missing, too, and so may a
member that is shown but lies `beside` the stored data.
"""

import dataclasses
from collections.abc import Collection, Mapping
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from contract.names import known_games, pascal
from contract.shorthand import Naming, Node, expanded
from events.tables.codec import BLINDING, Codec
from events.tables.envelope import read_line
from events.tables.names import shown_data
from rules.game import AnyGame
from rules.table_events import TABLE_EVENTS
from rules.table_view import hidden_fields

SAMPLES: Final = Path(__file__).parents[1] / "tests" / "samples"
ENVELOPE: Final = ("version", "type", "schema", "seat", "at", "decision", "data", "hash")
PLAIN: Final = {int: "integer", bool: "boolean", str: "string"}
WORDS: Final = "about"
BESIDE: Final = "beside"


def schema_name(type: str) -> str:
    """The name of the schema of an event: `TableCreated`."""
    return pascal(type)


def table_events(words: Mapping[str, Any], named: Naming) -> dict[str, Node]:
    """The schemas of the events of every game, by name, given the part about them."""
    return _schemas(next(iter(known_games().values())), TABLE_EVENTS, words, named)


def game_events(game: AnyGame, words: Mapping[str, Any], named: Naming) -> dict[str, Node]:
    """The same of a game's own events; its part names them without the game."""
    return _schemas(game, game.events, {f"{game.name}.{name}": event for name, event in words.items()}, named)


def _schemas(game: AnyGame, events: tuple[Any, ...], words: Mapping[str, Any], named: Naming) -> dict[str, Node]:
    if {event.type for event in events} != words.keys():
        raise ValueError(f"the parts describe {sorted(words)}, but there are {sorted(event.type for event in events)}")
    return {schema_name(event.type): _schema(Codec(game), event, words[event.type], named) for event in events}


def _schema(codec: Codec, event: Any, words: Mapping[str, Any], named: Naming) -> Node:
    hints = get_type_hints(event)
    fields = {field.name: hints[field.name] for field in dataclasses.fields(event) if field.name != "seat"}
    said = {name: told for name, told in words.items() if name not in {WORDS, BESIDE}}
    if unknown := said.keys() - fields.keys():
        raise ValueError(f"{event.type} has no {', '.join(sorted(unknown))}")
    properties = {name: expanded(said[name], named) if name in said else of_type(hint, named) for name, hint in fields.items()}
    hidden = hidden_fields(codec.game).get(event.type, ())
    if hidden:
        properties[BLINDING] = expanded("Blinding")
    beside = {name: expanded(short, named) for name, short in words.get(BESIDE, {}).items()}
    properties |= beside
    optional = {*hidden, BLINDING, *beside}
    first = [name for name in properties if name not in {*codec.added(event.type, 1), *optional}]
    seat, exact_seat = (expanded("Seat"), expanded("Seat")) if "seat" in hints else (expanded("Seat?"), {"type": "null"})
    number: Node = {"type": "integer", "minimum": 1, "maximum": 1_000_000}
    exact = [
        _envelope(event, {"type": "integer", "const": n}, exact_seat, _data(codec, event, n, properties, optional))
        for n in range(1, event.schema + 1)
    ]
    return {
        **_envelope(event, number, seat, _object(first, properties)),
        "description": words[WORDS] + _of_hidden(hidden),
        "examples": [_sample(event)],
        "x-exact": exact[0] if len(exact) == 1 else {"oneOf": exact},
    }


def _of_hidden(fields: tuple[str, ...]) -> str:
    if not fields:
        return ""
    listed = " and ".join([", ".join(f"`{name}`" for name in fields[:-1]), f"`{fields[-1]}`"]) if fields[1:] else f"`{fields[0]}`"
    return f" Until the table is finished, {listed} {'are' if fields[1:] else 'is'} missing for those who may not know."


def _data(codec: Codec, event: Any, number: int, properties: Mapping[str, Node], optional: Collection[str]) -> Node:
    """The data of an event as this schema of it stores them. Who sees the blinding sees everything."""
    hidden = hidden_fields(codec.game).get(event.type, ())
    later = codec.added(event.type, number)
    had = {name: value for name, value in properties.items() if name not in later}
    found = _object([name for name in had if name not in optional], had)
    return {**found, "dependentRequired": {BLINDING: [*hidden]}} if hidden else found


def _object(required: list[str], properties: Node) -> Node:
    return {"type": "object", **({"required": required} if required else {}), "properties": properties}


def _envelope(event: Any, number: Node, seat: Node, data: Node) -> Node:
    values: Mapping[str, Any] = {
        "version": expanded("Version"),
        "type": {"type": "string", "const": event.type},
        "schema": number,
        "seat": seat,
        "at": expanded("Time"),
        "decision": expanded("EventCause"),
        "data": data,
        "hash": expanded("Hash"),
    }
    return {"type": "object", "required": [*ENVELOPE], "properties": values}


def _sample(event: Any) -> Node:
    """The recorded event of the newest schema, as it is answered."""
    recorded = read_line((SAMPLES / f"{event.type}@{event.schema}.json").read_bytes())
    return {name: getattr(recorded, name) for name in ENVELOPE} | {"data": shown_data(recorded)}


def of_type(hint: Any, named: Naming) -> Node:
    """The schema of a field of this type. Raises `TypeError` for a type that no event has yet."""
    origin, arguments = get_origin(hint), get_args(hint)
    if hint in PLAIN:
        return expanded({"type": PLAIN[hint]})
    if origin in {Union, UnionType} and len(arguments) == 2 and NoneType in arguments:
        return {**of_type(next(part for part in arguments if part is not NoneType), named), "nullable": True}
    if origin is Literal:
        return {"type": "string", "enum": [*arguments]}
    if origin is tuple:
        return {"type": "array", "items": of_type(arguments[0], named)}
    if dataclasses.is_dataclass(hint):
        return expanded(hint.__name__, named)  # type: ignore[union-attr]  # a class
    raise TypeError(f"no schema for {hint}")

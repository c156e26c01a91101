"""The published schema of a table's file, made from the types in the code: `python -m tests.docs.table_schema` updates it."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

import msgspec

from events.proof.document import FORMAT, NAMES_IN_EVENTS, OLD_FORMAT
from events.proof.forms import END, Blinding
from events.proof.game_shapes import exact
from events.proof.shape import TableFile
from events.proof.table_forms import RESERVATION_SCHEMA
from events.proof.table_shapes import TABLE_SHAPES
from events.tables.codec import BLINDING, Codec
from events.tables.names import DIGESTED_SCHEMA
from rules.registry import games
from rules.table_events import TABLE_EVENTS
from rules.table_view import hidden_fields
from tests.docs.links import ROOT

PUBLISHED = ROOT / "docs" / "table.schema.json"

KNOWN = (*TABLE_EVENTS, *(event for game in games().values() for event in game.events))
OF_SEATS = {event.type: any(field.name == "seat" for field in fields(event)) for event in KNOWN}
"""Every type of event -> whether it is a seat's."""

PUBLISHED_NAMES = {"EventOfFile": "Told", "FileStanding": "Standing", "SeatOfFile": "Held"}
"""The name of a class -> its name in the published schema. All others lose the endings `OfFile` and `Shape`."""


def shapes() -> Mapping[tuple[str, int], type[msgspec.Struct]]:
    """The data of every event that any build has written, by type and schema."""
    codecs = [Codec(game) for game in games().values()]
    kinds: list[tuple[Codec, Any]] = [(codec, event) for codec in codecs for event in codec.game.events]
    every = [(codec, event, schema) for codec, event in kinds for schema in range(1, event.schema + 1)]
    return {
        **TABLE_SHAPES,
        **{(event.type, schema): exact(event, frozenset(codec.added(event.type, schema))) for codec, event, schema in every},
    }


def hiding() -> frozenset[str]:
    """The types of the events of which not everybody sees everything while the table is played."""
    return frozenset(kind for game in games().values() for kind in hidden_fields(game))


def made() -> dict[str, Any]:
    """The schema: the file's members, and the data of every event in each of its schemas."""
    parts: dict[str, Any] = {}
    top = _own(TableFile, parts)
    data = {f"{name}@{schema}": _blinded(_own(shape, parts), name) for (name, schema), shape in shapes().items()}
    parts["Told"]["allOf"] = [*map(_of_type, OF_SEATS), *(_of_schema(*of) for of in shapes())]
    parts["Told"]["properties"]["type"] = {"enum": list(OF_SEATS)}
    made: dict[str, Any] = _plain(
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": "urn:rollstream:table:3",
            **top,
            "title": "A finished table of rollstream",
            "allOf": list(_of_format()),
            "$defs": {**parts, **data},
        }
    )
    return made


def _own(shape: type, parts: dict[str, Any]) -> dict[str, Any]:
    """The schema of a shape. The schemas of its parts are added to the others; an exact schema replaces one from beside the events."""
    (reference,), found = msgspec.json.schema_components([shape], ref_template="#/$defs/{name}")
    own: dict[str, Any] = _renamed(found.pop(reference["$ref"].rsplit("/", 1)[1]))
    parts.update({_published(name): _renamed(part) for name, part in found.items()})
    return {name: value for name, value in own.items() if name != "title"}


def _blinded(data: dict[str, Any], name: str) -> dict[str, Any]:
    """The schema of an event's data, with the blinding if the event hides something."""
    if name not in hiding():
        return data
    blinding = msgspec.json.schema(Blinding)
    return {**data, "required": [*data["required"], BLINDING], "properties": {**data["properties"], BLINDING: blinding}}


def _published(name: str) -> str:
    return PUBLISHED_NAMES.get(name, name.removesuffix("OfFile").removesuffix("Shape"))


def _renamed(value: Any) -> Any:
    """The schema with published names."""
    if isinstance(value, dict):
        return {name: _renamed(inside) for name, inside in value.items()} | (
            {"title": _published(value["title"])} if isinstance(value.get("title"), str) else {}
        )
    if isinstance(value, list):
        return [_renamed(item) for item in value]
    if isinstance(value, str) and value.startswith("#/$defs/"):
        return "#/$defs/" + _published(value.removeprefix("#/$defs/"))
    return value


def _of_type(name: str) -> dict[str, Any]:
    schemas = [schema for known, schema in shapes() if known == name]
    seat = {"type": "integer" if OF_SEATS[name] else "null"}
    return {"if": {"properties": {"type": {"const": name}}}, "then": {"properties": {"seat": seat, "schema": {"enum": schemas}}}}


def _of_schema(name: str, schema: int) -> dict[str, Any]:
    return {
        "if": {"properties": {"type": {"const": name}, "schema": {"const": schema}}},
        "then": {"properties": {"data": {"$ref": f"#/$defs/{name}@{schema}"}}},
    }


def _of_format() -> Iterable[dict[str, Any]]:
    """The first format has no receipts and no reservations, and before the third every name is in its event."""
    unreserved = _if_type("table.created", {"schema": {"maximum": RESERVATION_SCHEMA - 1}})
    with_name = {"schema": {"maximum": DIGESTED_SCHEMA - 1}, "data": {"properties": {"name": {"type": "string"}}}}
    named = _if_type("table.seat-taken", with_name)
    yield _if_format(OLD_FORMAT, {"properties": {"receipts": False, "names": False, "events": {"items": {"allOf": [unreserved, named]}}}})
    yield _if_format(NAMES_IN_EVENTS, {"required": ["receipts"], "properties": {"names": False, "events": {"items": named}}})
    yield _if_format(FORMAT, {"required": ["receipts", "names"]})


def _if_type(name: str, properties: dict[str, Any]) -> dict[str, Any]:
    return {"if": {"properties": {"type": {"const": name}}}, "then": {"properties": properties}}


def _if_format(name: str, then: dict[str, Any]) -> dict[str, Any]:
    return {"if": {"properties": {"format": {"const": name}}}, "then": then}


def _plain(value: Any) -> Any:
    """The schema for publication: patterns end with `$`, descriptions are one line."""
    if isinstance(value, dict):
        return {name: _text(name, inside) if isinstance(inside, str) else _plain(inside) for name, inside in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list) else value


def _text(name: str, text: str) -> str:
    return text.replace(END, "$") if name == "pattern" else " ".join(text.split()) if name == "description" else text


def written(schema: dict[str, Any]) -> str:
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def main() -> None:
    PUBLISHED.write_text(written(made()), encoding="utf-8")


if __name__ == "__main__":
    main()

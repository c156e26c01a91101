"""The published schema of a table's file, made from the types in the code: `python -m tests.docs.table_schema` writes it anew."""

import json
from typing import Any

import msgspec

from events.proof.shape import File
from rules.registry import games
from rules.table_events import TABLE_EVENTS
from tests.docs.links import ROOT

PUBLISHED = ROOT / "docs" / "table.schema.json"


def made() -> dict[str, Any]:
    """The schema: the file's members, and the data of every event in its newest schema."""
    known = [*TABLE_EVENTS, *(event for game in games().values() for event in game.events)]
    (top,), shapes = msgspec.json.schema_components([File], ref_template="#/$defs/{name}")
    references, parts = msgspec.json.schema_components(known, ref_template="#/$defs/{name}")
    data = {event.type: parts.pop(reference["$ref"].rsplit("/", 1)[1]) for event, reference in zip(known, references, strict=True)}
    shapes["Told"]["allOf"] = [_of_type(event, data[event.type]) for event in known]
    for schema in data.values():
        schema["properties"].pop("seat", None)
        schema["additionalProperties"] = False
        del schema["title"]
    for schema in (*parts.values(), *data.values()):
        if "description" in schema:
            schema["description"] = " ".join(schema["description"].split())
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:rollstream:table:1",
        **shapes.pop(top["$ref"].rsplit("/", 1)[1]),
        "title": "A finished table of rollstream",
        "$defs": {**parts, **shapes, **data},
    }


def _of_type(event: Any, data: dict[str, Any]) -> dict[str, Any]:
    seat = {"type": "integer" if "seat" in data["properties"] else "null"}
    data["required"] = [name for name in data.get("required", []) if name != "seat"]
    return {
        "if": {"properties": {"type": {"const": event.type}, "schema": {"const": event.schema}}},
        "then": {"properties": {"seat": seat, "data": {"$ref": f"#/$defs/{event.type}"}}},
    }


def written(schema: dict[str, Any]) -> str:
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def main() -> None:
    PUBLISHED.write_text(written(made()), encoding="utf-8")


if __name__ == "__main__":
    main()

"""The contract as the fuzzer can make requests of it: conditions are alternatives, so that it need not guess."""

import itertools
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from tests.contract.checker import document
from tests.size import at_size

Schema: TypeAlias = dict[str, Any]
NULL: Schema = {"type": "null"}
BOT = {"$ref": "#/components/schemas/BotSeatWanted"}
OF_CLOCKS, OF_BOTS = ("on_expiry",), ("bot_seconds", "on_failure")


def fuzzed() -> dict[str, Any]:
    """The exact contract without conditions on requests."""
    whole = document()
    components = whole["components"]
    turns = itertools.count()
    schemas = {name: _alternatives(schema, turns) for name, schema in components["schemas"].items()}
    return {**whole, "components": {**components, "schemas": schemas}}


def _alternatives(schema: Schema, turns: Iterator[int]) -> Schema:
    if {*OF_CLOCKS, *OF_BOTS} <= schema.get("dependentSchemas", {}).keys():
        variants = [variant for timed in _with_and_without_clock(schema) for variant in _with_and_without_bots(timed)]
        return {"anyOf": at_size(_few(variants, schema, turns), variants)}
    if {"if", "then", "else"} <= schema.keys() and "properties" in schema:
        return {"anyOf": [*_with_and_without_value(schema)]}
    return schema


def _few(variants: list[Schema], schema: Schema, turns: Iterator[int]) -> list[Schema]:
    """A clock without bots, and bots without a clock: for tables of a game one of both in turn, because what they share is all the same."""
    few = [variants[0], variants[-1]]
    return [few[next(turns) % 2]] if "game" in schema["properties"] else few


def _with_and_without_clock(schema: Schema) -> list[Schema]:
    """With `turn_seconds` as a number, and without a clock. Where the rules have one, it is what holds if nothing is said."""
    plain = {name: value for name, value in schema.items() if name not in {"dependentSchemas", "dependentRequired"}}
    ruled = "dependentRequired" not in schema
    seconds = {**schema["properties"]["turn_seconds"], "type": "integer"}
    timed = _changed(plain, {"turn_seconds": seconds}, [] if ruled else ["turn_seconds"])
    untimed = _changed(plain, {"turn_seconds": NULL}, ["turn_seconds"] if ruled else [], without=OF_CLOCKS)
    return [timed, untimed]


def _with_and_without_bots(schema: Schema) -> list[Schema]:
    seats = {**schema["properties"]["seats"], "contains": BOT}
    return [_changed(schema, {}, [], without=OF_BOTS), _changed(schema, {"seats": seats}, ["seats"])]


def _with_and_without_value(schema: Schema) -> list[Schema]:
    """For a condition on the value of one option, that value and all others."""
    plain = {name: value for name, value in schema.items() if name not in {"if", "then", "else"}}
    [(option, condition)] = schema["if"]["properties"].items()
    [needed] = schema["then"]["required"]
    others = [value for value in _enum(schema["properties"][option]) if value != condition["const"]]
    [list_of, *_] = schema["properties"][needed]["anyOf"]
    return [
        _changed(plain, {option: condition, needed: list_of}, [option, needed]),
        _changed(plain, {option: {"type": "string", "enum": others}, needed: NULL}, []),
    ]


def _enum(node: Schema) -> list[str]:
    found: list[str] = document()["components"]["schemas"][node["$ref"].rpartition("/")[2]]["enum"]
    return found


def _changed(schema: Schema, properties: Mapping[str, Any], required: list[str], without: tuple[str, ...] = ()) -> Schema:
    """The schema with some properties changed, some required, and some left out."""
    kept = {name: value for name, value in schema["properties"].items() if name not in without}
    return {**schema, "properties": {**kept, **properties}, "required": [*dict.fromkeys((*schema.get("required", ()), *required))]}

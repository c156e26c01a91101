"""The schemas of moves, from the commands of the games.

A move is one of a flat union with one schema for each type, whatever games have it. Where several games have a move of the same type, the
schema allows what any of them has: `reroll` has `freeze` at one game only. The exact ones of each game are beside it.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from contract.names import pascal
from contract.shorthand import Naming, Node, expanded, reference
from events.tables.move_schema import json_schema
from rules.game import AnyGame

DECISION: Final = "decision"
WORDS: Final = "about"
OTHER: Final = "OtherMove"


def exact_name(game: str, kind: str) -> str:
    """The name of the exact schema of a game's move: `IceDiceReroll`."""
    return pascal(game, kind)


def shared_name(kind: str) -> str:
    """The name of the schema of a type of move: `RerollMove`."""
    return pascal(kind, "move")


def exact_moves(game: AnyGame, words: Mapping[str, Any], named: Naming) -> dict[str, Node]:
    """The schemas of a game's moves, by name, and their union, given the part about them."""
    if words.keys() != game.commands.keys():
        raise ValueError(f"the part of {game.name} describes {sorted(words)}, but there are {sorted(game.commands)}")
    moves = {exact_name(game.name, kind): _move(kind, game.commands[kind], words[kind], named) for kind in game.commands}
    return {pascal(game.name, "move"): {"oneOf": [reference(name) for name in moves]}, **moves}


def _move(kind: str, command: type[Any], words: Mapping[str, Any], named: Naming) -> Node:
    derived = _without_names(json_schema(kind, command))
    said = {name: expanded(told, named) for name, told in words.items() if name != WORDS}
    if unknown := said.keys() - derived["properties"].keys():
        raise ValueError(f"the move {kind} has no {', '.join(sorted(unknown))}")
    properties = {**derived["properties"], **said, "type": {"type": "string", "const": kind}, DECISION: reference("Decision")}
    del derived["additionalProperties"]
    return {**derived, "properties": properties, "description": words[WORDS]}


def _without_names(node: Any) -> Any:
    """The schema without `x-names`, which belongs to the catalogue."""
    if isinstance(node, list):
        return [_without_names(item) for item in node]
    if isinstance(node, dict):
        return {name: _without_names(value) for name, value in node.items() if name != "x-names"}
    return node


def shared_moves(games: Sequence[AnyGame], schemas: Mapping[str, Node]) -> dict[str, Node]:
    """A schema for each type of move of these games, and their union `Move`, given all other schemas."""
    by_kind = defaultdict[str, dict[str, Node]](dict)
    for game in games:
        for kind in game.commands:
            by_kind[kind][game.name] = schemas[exact_name(game.name, kind)]
    moves = {shared_name(kind): _merged(moves, schemas) for kind, moves in by_kind.items()}
    whole = {
        "description": "A move of the table's game.",
        "oneOf": [reference(name) for name in moves],
        "by": "type",
        "other": OTHER,
        "apart": True,
        "x-exact": {"oneOf": [reference(pascal(game.name, "move")) for game in games]},
    }
    return {"Move": whole, **moves, OTHER: _other(schemas[OTHER], by_kind)}


def _other(schema: Node, kinds: Iterable[str]) -> Node:
    """The schema of moves of no type that this document knows, so that a move fits exactly one member of `Move`."""
    kind = {**schema["properties"]["type"], "pattern": f"^(?!({'|'.join(kinds)})$)"}
    return {**schema, "properties": {**schema["properties"], "type": kind}}


def _merged(moves: Mapping[str, Node], schemas: Mapping[str, Node]) -> Node:
    """One schema for the moves of the same type in several games."""
    if len(moves) == 1:
        return next(iter(moves.values()))
    fields = defaultdict[str, dict[str, Node]](dict)
    for game, move in moves.items():
        for name, value in move["properties"].items():
            fields[name][game] = value
    everywhere = [name for name, found in fields.items() if len(found) == len(moves)]
    return {
        "type": "object",
        "required": everywhere,
        "properties": {name: _field(found, schemas, everywhere=name in everywhere) for name, found in fields.items()},
        "description": " ".join(f"`{game}`: {move['description']}" for game, move in moves.items()),
    }


def _field(found: Mapping[str, Node], schemas: Mapping[str, Node], *, everywhere: bool) -> Node:
    several = [*found.values()]
    if not everywhere:
        return {**several[0], "description": f"Only at {' and '.join(f'`{game}`' for game in found)}, and always there."}
    if all(value == several[0] for value in several):
        return several[0]
    plain = [schemas[value["$ref"].rpartition("/")[2]] if "$ref" in value else value for value in several]
    return _widened(plain)


def _widened(several: Sequence[Node]) -> Node:
    """The schema that allows what any of these arrays of integers does. Raises `ValueError` for others: give such moves other names."""
    items = [node.get("items", {}) for node in several]
    if any(node.get("type") != "array" or item.get("type") != "integer" for node, item in zip(several, items, strict=True)):
        raise ValueError(f"games mean different things by the same field of a move: {several}")
    bounds = {"minimum": min(item["minimum"] for item in items), "maximum": max(item["maximum"] for item in items)}
    return {"type": "array", "items": {"type": "integer", **bounds}, **({"uniqueItems": True} if several[0].get("uniqueItems") else {})}

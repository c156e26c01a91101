"""What the contract says of a game, from its code and its part: options, requests for a table, moves, events, its view."""

from collections.abc import Mapping
from typing import Any, Final

from contract.events import game_events
from contract.moves import exact_moves
from contract.names import pascal
from contract.shorthand import SCHEMAS, Naming, Node, expanded, reference
from rules.game import AnyGame
from rules.texts.catalogue import catalogue

OF_LEVELS: Final = ("AiSeatWanted", "SeatWanted", "SubstituteWanted", "OnExpiryWanted")
"""The schemas that each game has with its own levels of built-in players, and for that with its own name."""
CONDITIONS: Final = ("if", "then", "else")


def naming(game: AnyGame, part: Mapping[str, Any]) -> Naming:
    """The full name of a schema that the game's part names: its own is `IceDiceToken`, another one stays `Draw`."""
    own = {*part["schemas"], "Seats", *(pascal(name) for name in game.catalogue.options)}
    return lambda name: pascal(game.name) + name if name in own else name


def game_schemas(game: AnyGame, part: Mapping[str, Any], general: Mapping[str, Node]) -> dict[str, Node]:
    """The schemas of a game, by name, given its part and the schemas of every game."""
    named, prefix = naming(game, part), pascal(game.name)
    seats = {"type": "integer", "minimum": game.seats[0], "maximum": game.seats[-1], "description": "The number of seats."}
    return {
        **_wanted(game, general),
        **_options(game, part.get("options", {}), named),
        f"{prefix}Seats": seats,
        **{prefix + name: expanded(short, named) for name, short in part["schemas"].items()},
        f"{prefix}View": _view(game, part["view"]),
        **exact_moves(game, part["moves"], named),
        **game_events(game, part["events"], named),
    }


def _wanted(game: AnyGame, general: Mapping[str, Node]) -> dict[str, Node]:
    """The request that creates a table of this game, with its levels and its number of seats."""
    prefix = pascal(game.name)
    renamed = {name: prefix + name for name in OF_LEVELS} | {"LevelWanted": f"{prefix}Level"}
    own: dict[str, Node] = {prefix + name: _renamed(general[name], renamed) for name in OF_LEVELS}
    level = {"type": "string", "enum": [*game.players], "description": f"A level of the built-in players of `{game.name}`."}
    request: Node = {name: value for name, value in _renamed(general["CreateTableOfAnyGame"], renamed).items() if name != "x-internal"}
    properties = request["properties"] | {
        "game": {"type": "string", "const": game.name},
        "options": reference(f"{prefix}OptionsWanted"),
        "seats": {**request["properties"]["seats"], "minItems": game.seats[0], "maxItems": game.seats[-1]},
    }
    if game.hides_default:
        about = "What happens when a bot does not answer. Needs a bot. Only a built-in player keeps its answer secret until all answer."
        properties["on_failure"] = reference(f"{prefix}SubstituteWanted") | {"description": about}
    if game.turn_seconds is not None:  # the rules have a clock: `on_expiry` needs none of the request's own
        del request["dependentRequired"]
    return {f"Create{prefix}Table": {**request, "properties": properties}, **own, f"{prefix}Level": level}


def _renamed(node: Any, names: Mapping[str, str]) -> Any:
    if isinstance(node, list):
        return [_renamed(item, names) for item in node]
    if not isinstance(node, dict):
        return node
    return {
        key: SCHEMAS + names.get(value.removeprefix(SCHEMAS), value.removeprefix(SCHEMAS)) if key == "$ref" else _renamed(value, names)
        for key, value in node.items()
    }


def _options(game: AnyGame, part: Mapping[str, Any], named: Naming) -> dict[str, Node]:
    """The complete options of a table, those of a request, and the values of each option that takes texts."""
    prefix, told = pascal(game.name), catalogue(game, "en")["options"]
    own: dict[str, Node] = {}
    complete: dict[str, Node] = {}
    for name, option in told.items():
        about = {"description": option["about"]}
        if name in part:
            complete[name] = {**expanded(part[name], named), **about}
        elif option["numbers"] is not None:
            complete[name] = {"type": "integer", **option["numbers"], **about}
        else:
            own[prefix + pascal(name)] = {"type": "string", "enum": [*option["values"]], **about}
            complete[name] = reference(prefix + pascal(name))
        if option["default"] is None:
            complete[name]["nullable"] = True
    conditions = {keyword: part[keyword] for keyword in CONDITIONS if keyword in part}
    kind: Node = {"type": "object"}
    return own | {
        f"{prefix}Options": {
            **kind,
            "required": [name for name in complete if name not in game.added_options],  # stored tables may be older
            "properties": complete,
            "description": "Complete, with the defaults.",
        },
        f"{prefix}OptionsWanted": {
            **kind,
            "properties": complete,
            **({"x-exact": conditions} if conditions else {}),
            "description": f"What is left out has its default: {_defaults(told)}.{part.get('about', '')}",
        },
    }


def _defaults(options: Mapping[str, Any]) -> str:
    return ", ".join(f"`{name}`: {'null' if option['default'] is None else option['default']}" for name, option in options.items())


def _view(game: AnyGame, about: str) -> Node:
    prefix = pascal(game.name)
    state = {"$ref": f"{prefix}State?", "description": "The game, as far as the asking seat may see it. Null before the start."}
    own = expanded({"properties": {"game": {"const": game.name}, "options": f"{prefix}Options", "state": state}})
    return {"description": about, "allOf": [reference("ViewOfAnyGame"), own]}

"""Builds the contract of its parts and of the code: `python -m contract.build` writes `openapi.yaml`, `--check` says whether it is in step.

`--edition 3.0` and `--edition 3.2` write the same contract for generators that need another version of OpenAPI.
"""

import argparse
import sys
from functools import cache
from pathlib import Path
from typing import Any, Final

from contract.editions import EDITIONS
from contract.events import schema_name, table_events
from contract.exact import exact
from contract.games import game_schemas
from contract.moves import shared_moves
from contract.names import known_games, pascal, reasons_told
from contract.opening import published
from contract.operations import Operations
from contract.parts import part, parts
from contract.problems import Problems
from contract.recorded import filled
from contract.shorthand import Node, expanded, reference
from contract.writing import as_yaml
from rules.table_events import TABLE_EVENTS

FILE: Final = Path(__file__).parents[1] / "openapi.yaml"
HEADER: Final = "# Made by `make openapi` of the parts in contract/ and of the code: change those.\n"


@cache
def whole() -> Node:
    """The contract of the parts and of the code, neither exact nor published."""
    problems = Problems.of(part("problems"))
    operations = Operations(problems)
    paths: Node = {}
    for tag, described in parts("paths"):
        for path, methods in described.items():
            paths[path] = operations.path(tag, path, methods)
    components = part("components")
    found: Node = filled(
        {
            **part("head"),
            "paths": paths,
            "webhooks": _webhooks(part("webhooks")),
            "components": {
                "securitySchemes": components["securitySchemes"],
                "parameters": {name: _with_schema(value) for name, value in components["parameters"].items()},
                "headers": {name: _with_schema(value) for name, value in components["headers"].items()},
                "responses": dict(sorted(operations.responses.items())),
                "examples": filled(part("examples"), named=True),
                "schemas": _schemas(),
            },
            "x-outside-operations": {"responses": _outside(part("outside"), problems)},
        }
    )
    return found


def _with_schema(short: Node) -> Node:
    return {**short, "schema": expanded(short["schema"])}


def _schemas() -> dict[str, Node]:
    general = {name: expanded(short) for _, described in parts("schemas") for name, short in described.items()}
    general["Outcome"]["properties"]["reason"]["description"] = reasons_told()
    known = known_games()
    own: dict[str, Node] = {}
    for game in known.values():
        own |= game_schemas(game, part(f"games/{game.name}"), general)
    events = table_events(part("events"), lambda name: name)
    names = [*map(pascal, known)]
    types = [schema_name(event.type) for event in (*TABLE_EVENTS, *(event for game in known.values() for event in game.events))]
    unions = {
        "CreateTable": {"oneOf": [reference(f"Create{name}Table") for name in names], "by": "game"},
        "View": {"oneOf": [reference(f"{name}View") for name in names], "by": "game", "other": "OtherView"},
        "Event": {**general["Event"], "oneOf": [*map(reference, types)], "by": "type", "other": "OtherEvent"},
        "TableOptions": {**general["TableOptions"], "x-exact": {"oneOf": [reference(f"{name}Options") for name in names]}},
    }
    moves = shared_moves([*known.values()], general | own)
    return {**general, **unions, **moves, **own, **events}


def _webhooks(described: Node) -> Node:
    """The messages to bots and webhooks, each with the headers of every message. Clients do not send them: they are `x-internal`."""
    headers = ("MessageId", "MessageTimestamp", "MessageSignature", "MessageAttempt")
    parameters = [{"$ref": f"#/components/parameters/{name}"} for name in headers]
    return {name: {"post": {**short, "x-internal": True, "parameters": parameters, **_message(short)}} for name, short in described.items()}


def _message(short: Node) -> Node:
    body = {"schema": reference(short["requestBody"]["schema"]), "examples": short["requestBody"]["examples"]}
    responses = {status: _message_answer(answer) for status, answer in short["responses"].items()}
    return {"requestBody": {"required": True, "content": {"application/json": body}}, "responses": responses}


def _message_answer(short: Node) -> Node:
    """What a receiver answers; the service asks for no headers of it but those that the part names."""
    found: Node = {"description": short["description"]}
    if "headers" in short:
        found["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in short["headers"]}
    if "schema" in short:
        found["content"] = {"application/json": {"schema": reference(short["schema"]), "examples": short["examples"]}}
    return found


def _outside(described: Node, problems: Problems) -> Node:
    """The responses to requests that are for no operation, with headers and forms that only they have."""
    own, forms = {name: _with_schema(header) for name, header in described.pop("headers").items()}, described.pop("content")
    responses: Node = {}
    for status, codes in problems.by_status(described).items():
        response = problems.response(codes, {"X-Request-Id": "X-Request-Id"})
        headers = {name: own.get(name, header) for name, header in response["headers"].items()}
        content = {**response["content"], **forms.get(str(status), {})}
        responses[str(status)] = {**response, "description": described[codes[0]], "headers": headers, "content": content}
    return responses


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m contract.build")
    parser.add_argument("--edition", choices=EDITIONS, help="write this edition to the standard output")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if openapi.yaml is out of step")
    chosen = parser.parse_args()
    if chosen.edition:
        sys.stdout.write(text(chosen.edition))
    elif not chosen.check:
        FILE.write_text(HEADER + text("3.1"), encoding="utf-8")
    elif FILE.read_text(encoding="utf-8") != HEADER + text("3.1"):
        sys.exit("openapi.yaml is out of step with contract/ and the code: run `make openapi`, and read what changed.")


def text(name: str) -> str:
    """An edition of the published contract as YAML."""
    return as_yaml(edition(name))


@cache
def exact_contract() -> Node:
    """The contract that our tests hold every answer against."""
    return exact(whole())


def edition(name: str) -> Any:
    """An edition of the published contract."""
    return EDITIONS[name](published(whole()))


if __name__ == "__main__":
    main()

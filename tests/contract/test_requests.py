"""The contract and the service know the same fields of bodies, the same parameters, and the same limits and words of both."""

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from marshmallow import Schema, fields, validate

from events.strict_schema import ShortList
from rules.registry import games
from rules.table_commands import SeatRequest, Sit
from rules.table_events import TABLE_EVENTS
from service.app import app_of
from service.http.query_schemas import QuerySchema
from service.http.request_checks import NO_PARAMETERS
from service.owners.bot_schemas import BotChangeSchema, BotSchema
from service.owners.webhook_schemas import SinceSchema, WebhookChangeSchema, WebhookSchema
from service.settings import Settings
from service.tables import table_schemas
from service.wiring import make_web_parts
from tests.contract.checker import Operation, operations, resolve, schema
from workers.webhooks.kinds import KINDS
from workers.webhooks.registry import ALL_TYPES

GAMES = games()
BODIES: Mapping[str, Schema] = {
    "reserveCommitment": table_schemas.NoBody(),
    "createTable": table_schemas.TableSchema(),
    "forkTable": table_schemas.ForkSchema(),
    "takeSeat": table_schemas.SitSchema(),
    "startTable": table_schemas.NoBody(),
    "claimSeat": table_schemas.ClaimSchema(),
    "askForRematch": table_schemas.RematchSchema(),
    "askPlayer": table_schemas.AiTurnSchema(),
    "requestExport": table_schemas.ExportSchema(),
    "registerBot": BotSchema(GAMES),
    "changeBot": BotChangeSchema(GAMES, partial=True),
    "addWebhook": WebhookSchema(GAMES),
    "changeWebhook": WebhookChangeSchema(GAMES, partial=True),
    "redeliverFailed": SinceSchema(),
}
"""The schema that reads the body of each operation."""
MOVES = "postMove"
"""Its bodies are held against the reader of moves (`test_moves.py`)."""
CHECKED_BY_THE_RULES = {("createTable", "game"), ("createTable", "options"), ("createTable", "seats"), ("forkTable", "seats")}
"""Fields whose words, members or numbers the service leaves to the games."""
WITH_BODY = [operation for operation in operations() if "requestBody" in operation.node]


def _alternatives(node: Any) -> Iterator[Mapping[str, Any]]:
    """The schemas of which a value has one, without null."""
    found = resolve(node)
    options = found.get("anyOf", found.get("oneOf"))
    if options is not None:
        for option in options:
            yield from _alternatives(option)
    elif found.get("type") != "null":
        yield found


def _members(node: Any) -> dict[str, list[Any]]:
    """The properties of an object by name, each with its schema in every alternative."""
    found: dict[str, list[Any]] = {}
    for option in _alternatives(node):
        for name, value in option.get("properties", {}).items():
            found.setdefault(name, []).append(value)
    return found


def _required(node: Any) -> set[str]:
    """The members that every alternative requires."""
    return set.intersection(*(set(option.get("required", ())) for option in _alternatives(node)))


def _check(reader: Schema, node: Any, where: tuple[str, ...]) -> None:
    members = _members(node)

    assert members.keys() == reader.load_fields.keys(), where
    required = {name for name, field in reader.load_fields.items() if field.required and not reader.partial}
    assert _required(node) == required, where
    for name, field in reader.load_fields.items():
        _check_field(field, members[name], (*where, name))


def _check_field(field: fields.Field[Any], nodes: list[Any], where: tuple[str, ...]) -> None:
    options = [option for node in nodes for option in _alternatives(node)]
    if isinstance(field, fields.Nested):
        _check(field.schema, {"oneOf": nodes}, where)  # a game may take less than the others
    elif isinstance(field, ShortList) and isinstance(field.inner, fields.Nested):
        for option in options:
            _check(field.inner.schema, option["items"], where)
    elif where[:2] not in CHECKED_BY_THE_RULES or len(where) > 2:
        _check_limits(field, options, where)


def _check_limits(field: fields.Field[Any], options: list[Mapping[str, Any]], where: tuple[str, ...]) -> None:
    for rule in field.validators:
        match rule:
            case validate.Range():
                assert {(option["minimum"], option["maximum"]) for option in options} == {(rule.min, rule.max)}, where
            case validate.OneOf():
                told = {word for option in options for word in option.get("enum", [option.get("const")])}
                assert told == set(rule.choices), where
            case _:
                pass


@pytest.mark.parametrize("operation", WITH_BODY, ids=lambda operation: operation.id)
def test_a_body_has_the_fields_limits_and_words_that_the_service_reads(operation: Operation) -> None:
    if operation.id != MOVES:
        _check(BODIES[operation.id], operation.node["requestBody"]["content"]["application/json"]["schema"], (operation.id,))


def test_a_request_may_say_all_that_the_rules_take_of_a_seat() -> None:
    sit, seat = table_schemas.SitSchema().load_fields.keys(), table_schemas.SeatSchema().load_fields.keys()

    assert sit == {field.name for field in dataclasses.fields(Sit)}
    assert seat - {"invitation"} == {field.name for field in dataclasses.fields(SeatRequest)}


def test_every_body_is_read_by_a_schema() -> None:
    assert {operation.id for operation in WITH_BODY} == BODIES.keys() | {MOVES}


def test_a_parameter_has_the_name_limits_and_words_that_the_service_reads(store_url: str) -> None:
    app = app_of(make_web_parts(Settings(redis_url=store_url)))
    routes = app.url_map.bind("here")
    for operation in operations():
        endpoint, _ = routes.match(operation.path.replace("{seat}", "0"), method=operation.method)
        reader: QuerySchema | None = getattr(app.view_functions[endpoint], "_query", NO_PARAMETERS)
        told = {found["name"]: found for node in operation.node.get("parameters", []) if (found := resolve(node))["in"] == "query"}
        if reader is not None:
            assert told.keys() == reader.load_fields.keys(), operation.id
            for name, field in reader.load_fields.items():
                _check_limits(field, [*_alternatives(told[name]["schema"])], (operation.id, name))


def test_a_webhook_takes_every_type_that_the_contract_names_and_no_other() -> None:
    events = {event.type for event in (*TABLE_EVENTS, *(event for game in GAMES.values() for event in game.events))}
    names = set(schema("MessageType")["enum"])

    assert names == {*events, *(kind.type for kind in KINDS), ALL_TYPES}
    for name in names:
        assert WebhookSchema(GAMES).validate({"url": "https://app.example/", "types": [name]}) == {}
    assert WebhookSchema(GAMES).validate({"url": "https://app.example/", "types": ["table.unheard-of"]}).keys() == {"types"}

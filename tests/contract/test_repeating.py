"""The service's advice on retrying a request matches the contract of the operation."""

from collections.abc import Iterator
from typing import Any

from service.app import app_of
from service.http.confirming import AT_TABLES, BESIDE_TABLES
from service.http.retry_safety import HARMLESS_TO_REPEAT, IDEMPOTENT, IDEMPOTENT_WITH_DECISION, IDEMPOTENT_WITH_KEY, READING_METHODS
from service.settings import Settings
from service.wiring import make_web_parts
from tests.contract.checker import Operation, operations

KEY = "#/components/parameters/IdempotencyKey"


def test_every_operation_that_changes_something_says_what_comes_of_sending_it_again(fresh_store_url: str) -> None:
    changing = dict(_changing(fresh_store_url))
    said = [*IDEMPOTENT, *HARMLESS_TO_REPEAT, *IDEMPOTENT_WITH_KEY, *IDEMPOTENT_WITH_DECISION]

    assert sorted(said) == sorted(changing)


def test_what_is_safe_with_a_key_only_takes_one(fresh_store_url: str) -> None:
    for endpoint, operation in _changing(fresh_store_url):
        assert _takes_key(operation) or endpoint not in IDEMPOTENT_WITH_KEY, operation.id
        assert not _takes_key(operation) or endpoint in IDEMPOTENT_WITH_KEY | IDEMPOTENT, operation.id


def test_every_operation_that_changes_something_waits_for_replicas_or_changes_nothing_that_is_missed(fresh_store_url: str) -> None:
    appending = ["play.play", "tables.create", "tables.go_on_from", "tables.leave", "tables.sit", "tables.start"]
    requested_again = ["jobs.ask_player", "exports.ask_for_file", "bots.test", "webhooks.test"]

    assert sorted([*appending, *requested_again, *BESIDE_TABLES, *AT_TABLES]) == sorted(dict(_changing(fresh_store_url)))


def _changing(store_url: str) -> Iterator[tuple[str, Operation]]:
    """Each operation that can change something, with the endpoint that serves it."""
    routes = app_of(make_web_parts(Settings(redis_url=store_url))).url_map.bind("here")
    for operation in operations():
        if operation.method not in READING_METHODS:
            endpoint, _ = routes.match(operation.path.replace("{seat}", "0"), method=operation.method)
            yield endpoint, operation


def _takes_key(operation: Operation) -> bool:
    parameters: list[dict[str, Any]] = operation.node.get("parameters", [])
    return any(parameter.get("$ref") == KEY for parameter in parameters)

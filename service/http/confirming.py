"""Answers that tell a client of a change wait until enough replicas of the store have it (ADR 69).

What is appended to a table's log is waited for where it is appended. Other routes whose changes a client would miss are in one of the sets
here.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from flask import Flask

from events.store.keys import partition_of
from service.wiring import web_parts

BESIDE_TABLES: Final = frozenset(
    {
        "commitments.reserve",
        "seat_links.offer",
        "seat_links.claim",
        "bots.register",
        "bots.change",
        "bots.remove",
        "bots.rotate",
        "bots.invite",
        "webhooks.add",
        "webhooks.change",
        "webhooks.remove",
        "webhooks.rotate",
        "webhooks.send_again",
        "webhooks.send_missed_again",
    }
)
"""Endpoints that change something that belongs to no table."""

AT_TABLES: Final = frozenset({"rematch.play_again"})
"""Endpoints that store something at the table of their path, beside its log."""


def confirm_changes(app: Flask) -> None:
    """Let these endpoints of the application wait before they answer. A refusal does not wait."""
    for endpoint in BESIDE_TABLES:
        app.view_functions[endpoint] = _confirmed(app.view_functions[endpoint], lambda _: ())
    for endpoint in AT_TABLES:
        app.view_functions[endpoint] = _confirmed(app.view_functions[endpoint], lambda names: (partition_of(names["table"]),))


def _confirmed(view: Callable[..., Any], partitions: Callable[[dict[str, str]], tuple[str, ...]]) -> Callable[..., Any]:
    @wraps(view)
    def wrapper(**names: str) -> Any:
        reply = view(**names)
        web_parts().replicas.confirm(partitions(names))
        return reply

    return wrapper

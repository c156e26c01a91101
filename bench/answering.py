"""Measures how long the opponent of a person takes to answer, by the times in the log. The person skips turn after turn."""

import json
import statistics
import time
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from bench.automatic import create_table, events
from bench.serving import Connection

MOST_SKIPS = 50
"""After so many skips the person leaves a game that has not ended."""


class Wait(NamedTuple):
    """Milliseconds from the event that opens a decision to the first event of its answer. `on_its_own`: the seat's own previous answer
    opened the decision, so no worker had to be called.
    """

    ms: float
    on_its_own: bool


def waits(connection: Connection, seat: dict[str, str]) -> list[Wait]:
    """The waits of one game between a person and the player of this seat."""
    seats = [{"kind": "human", "name": "Somebody"}, seat]
    created_table = create_table(connection, {"game": "dicy-cards", "options": {"first_seat": "creator"}, "seats": seats})
    table = created_table["view"]["table"]
    _skip(connection, table, created_table["tokens"]["0"])
    return list(_waits(events(connection, table)))


def summary(waits: Sequence[float]) -> str:
    """Median and 95th percentile, as text."""
    return f"median {statistics.median(waits):.0f} ms, 95 % within {sorted(waits)[len(waits) * 95 // 100]:.0f} ms"


def _skip(connection: Connection, table: str, token: str) -> None:
    turns = 0
    while (view := json.loads(connection.request(b"GET", f"/v1/tables/{table}")))["status"] == "playing":
        owed = [decision for decision in view["owed"] if decision["seat"] == 0]
        if not owed:
            time.sleep(0.01)
        elif turns == MOST_SKIPS:
            connection.request(b"DELETE", f"/v1/tables/{table}/seats/0", token=token)
        else:
            moves = json.loads(connection.request(b"GET", f"/v1/tables/{table}/moves", token=token))["moves"]
            connection.request(b"POST", f"/v1/tables/{table}/moves", json.dumps(moves[-1]).encode(), token=token)
            turns += moves[-1]["type"] == "skip"
            time.sleep(0.05)


def _waits(log: Sequence[dict[str, Any]]) -> Iterator[Wait]:
    actors: dict[tuple[int | None, str], int | None] = {}
    seen = set()
    for event in log:
        actor = actors.setdefault((event["decision"], event["at"]), event["seat"])  # the first event of an append is its actor's
        if actor != 1 or event["decision"] in seen or event["decision"] is None:
            continue
        seen.add(event["decision"])
        opening = log[event["decision"] - 1]
        passed = datetime.fromisoformat(event["at"]) - datetime.fromisoformat(opening["at"])
        yield Wait(passed.total_seconds() * 1000, on_its_own=actors[opening["decision"], opening["at"]] == 1)

"""How long a player waits beside a flood: one client creates tables of six experts, another plays against a built-in player and with a
clock.

Prints median, 95th percentile and maximum of two waits, alone and beside the flood: from the event that opens a built-in player's decision
to its answer, of the answers for which a worker was called; and from the deadline of a clock of one second to the event that it has
expired. Target: both within 1,000 ms beside 300 tables.

`python -m bench.bench_shares [TABLES] [--people]`; with `--people` each table of the flood seats a person who never moves and
whose clock expires.
"""

import argparse
import json
import statistics
import time
from collections.abc import Sequence
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

import requests

from bench.answering import waits
from bench.automatic import create_table, events, service
from bench.bench_answers import GREEDY
from bench.serving import Connection
from tests.service.keys import mint

EXPERT = {"kind": "ai", "level": "expert"}
HUMAN = {"kind": "human"}
CLOCKED = {"game": "dicy-cards", "seats": [HUMAN, HUMAN], "turn_seconds": 1, "on_expiry": {"policy": "skip"}}
LEAST_ANSWERS = 30
PAUSE_AFTER_FLOOD = 5.0
"""Seconds from the last table of a flood to the first measurement."""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("tables", type=int, nargs="?", default=300)
    options.add_argument("--people", action="store_true")
    chosen = options.parse_args()
    with service() as (whole, _):
        measure("alone", whole.url)
        flood(whole.url, mint(whole, None), chosen.tables, people=chosen.people)
        time.sleep(PAUSE_AFTER_FLOOD)
        measure(f"beside {chosen.tables} tables", whole.url)


def flood(url: str, key: str, tables: int, *, people: bool) -> None:
    """Create so many tables in the share of this API key."""
    order: dict[str, Any] = {"game": "ice-dice", "seats": [EXPERT] * 6}
    if people:
        order = {**order, "seats": [HUMAN, *[EXPERT] * 5], "turn_seconds": 1, "on_expiry": {"policy": "skip"}}
    with requests.Session() as session:
        for _ in range(tables):
            session.post(f"{url}/v1/tables", json=order, headers={"X-API-Key": key}, timeout=60).raise_for_status()


def measure(title: str, url: str) -> None:
    """Print both waits, and how long turns wait according to the service."""
    connection = Connection(urlsplit(url).port or 0)
    clocked = create_table(connection, CLOCKED)["view"]["table"]
    answers: list[float] = []
    while len(answers) < LEAST_ANSWERS:
        answers += [wait.ms for wait in waits(connection, GREEDY) if not wait.on_its_own]
    log = events(connection, clocked)
    print(f"{title}: {described('a built-in player answers after', answers)}")
    print(f"{title}: {described('a clock of one second is late by', lateness(log))}")
    ready = json.loads(connection.request(b"GET", "/readyz"))
    print(f"{title}: {ready['status']}, oldest turns {ready.get('oldest_turns_ms')}", flush=True)


def lateness(log: Sequence[dict[str, Any]]) -> list[float]:
    """Milliseconds from each deadline of a table to the event that it has expired."""
    deadlines: dict[int, datetime] = {}
    late = []
    for event in log:
        if event["type"] == "table.clock-started":
            deadlines |= dict.fromkeys(event["data"]["seats"], datetime.fromisoformat(event["data"]["deadline"]))
        elif event["type"] == "table.decision-expired":
            late.append((datetime.fromisoformat(event["at"]) - deadlines[event["seat"]]).total_seconds() * 1000)
    return late


def described(what: str, values: Sequence[float]) -> str:
    ordered = sorted(values)
    return (
        f"{what} {statistics.median(ordered):.0f} ms, 95 % within {ordered[len(ordered) * 95 // 100]:.0f} ms, "
        f"at most {ordered[-1]:.0f} ms ({len(ordered)})"
    )


if __name__ == "__main__":
    main()

"""What must hold of every table after the chaos, looked at from outside."""

import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final

from events.proof.verify import verify
from rules.registry import games
from tests.chaos.players import Acknowledged, Client

FINISH_WITHIN: Final = 120.0
"""Seconds after the last kill within which every table must have come to its end."""


def judge(client: Client, acknowledged: Acknowledged) -> Mapping[str, int]:
    """Raises AssertionError for a table that is not finished, has a gap, answered a decision twice, lost something or does not verify.

    Answers how many tables and events were looked at.
    """
    looked_at = {"tables": 0, "events": 0, "acknowledged": sum(map(len, acknowledged.events.values()))}
    for table in acknowledged.tables:
        _wait_until_finished(client, table)
        events = _events(client, table)
        _check_contiguous(table, events)
        _check_decided_once(table, events)
        _check_nothing_lost(table, events, acknowledged.events[table])
        looked_at["tables"] += 1
        looked_at["events"] += len(events)
    return looked_at


def check_proofs(client: Client, tables: Sequence[str]) -> None:
    """Export these tables and verify the files."""
    known = games()
    for table in tables:
        status, export = client.ask("POST", f"/v1/tables/{table}/exports", {"format": "json"})
        assert status in {200, 202}, export
        until = time.monotonic() + FINISH_WITHIN
        while export["status"] != "finished":
            assert export["status"] != "failed", export
            assert time.monotonic() < until, export
            time.sleep(0.1)
            _, export = client.ask("GET", f"/v1/exports/{export['export']}")
        verdict = verify(client.file(export["file"]["url"]), known)
        assert verdict.ok, f"{table}: {verdict}"


def _wait_until_finished(client: Client, table: str) -> None:
    until = time.monotonic() + FINISH_WITHIN
    while True:
        _, view = client.ask("GET", f"/v1/tables/{table}")
        if view["status"] == "finished":
            return
        assert time.monotonic() < until, f"{table} is not finished: version {view['version']}, owed {view['owed']}"
        time.sleep(0.1)


def _events(client: Client, table: str) -> list[Mapping[str, Any]]:
    events: list[Mapping[str, Any]] = []
    after: int | None = 0
    while after is not None:
        _, page = client.ask("GET", f"/v1/tables/{table}/events?after={after}&limit=500")
        events += page["events"]
        after = page["next"]
    return events


def _check_contiguous(table: str, events: Sequence[Mapping[str, Any]]) -> None:
    assert [event["version"] for event in events] == list(range(1, len(events) + 1)), f"{table} has a gap"


def _check_decided_once(table: str, events: Sequence[Mapping[str, Any]]) -> None:
    """The events of a decision's answer stand together, and begin with one of the seat that owed it."""
    answers: dict[tuple[int, int], list[int]] = defaultdict(list)
    before: Mapping[str, Any] | None = None
    actor = -1
    for event in events:
        if event["decision"] is not None:
            if before is None or (before["decision"], before["at"]) != (event["decision"], event["at"]):
                actor = event["seat"]
            answers[actor, event["decision"]].append(event["version"])
        before = event
    for (seat, decision), versions in answers.items():
        together = list(range(versions[0], versions[0] + len(versions)))
        assert versions == together, f"{table}: decision {decision} of seat {seat} was answered at {versions}"


def _check_nothing_lost(table: str, events: Sequence[Mapping[str, Any]], told: Mapping[int, str]) -> None:
    links = {event["version"]: event["hash"] for event in events}
    for version, link in told.items():
        assert links.get(version) == link, f"{table}: version {version} was acknowledged and is lost"

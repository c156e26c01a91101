"""What must hold of every table after the chaos, looked at from outside."""

import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from events.proof.verify import verify
from rules.game import AnyGame
from rules.registry import games
from tests.chaos.players import Acknowledged, Client

FINISH_WITHIN: Final = 120.0
"""Seconds from looking at a table until it must have come to its end."""

AT_ONCE: Final = 8
"""Tables looked at side by side: one waits for its export while another is verified."""


def judge(url: str, acknowledged: Acknowledged) -> Mapping[str, Any]:
    """Raises AssertionError for a table that is not finished, has a gap, answered a decision twice, lost something or does not verify.

    Answers how many tables, of each game too, and events were looked at.
    """
    known = games()

    def looked_at(table: str) -> tuple[str, int]:
        client = Client(url)
        game = _wait_until_finished(client, table)["game"]
        events = _events(client, table)
        _check_contiguous(table, events)
        _check_decided_once(table, events)
        _check_nothing_lost(table, events, acknowledged.events[table])
        _check_proof(client, table, known)
        return game, len(events)

    with ThreadPoolExecutor(AT_ONCE) as judges:
        seen = list(judges.map(looked_at, acknowledged.tables))
    return {
        "tables": len(seen),
        "games": dict(Counter(game for game, _ in seen)),
        "events": sum(events for _, events in seen),
        "acknowledged": sum(map(len, acknowledged.events.values())),
    }


def _wait_until_finished(client: Client, table: str) -> Mapping[str, Any]:
    """The view of the table in the end."""
    until = time.monotonic() + FINISH_WITHIN
    while True:
        view: Mapping[str, Any] = client.ask("GET", f"/v1/tables/{table}")[1]
        if view["status"] == "finished":
            return view
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


def _check_proof(client: Client, table: str, known: Mapping[str, AnyGame]) -> None:
    """Export the table and verify the file."""
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

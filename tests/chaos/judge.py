"""Checks every table after the chaos run, through the public API."""

import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any, Final, NamedTuple

from events.proof.verify import verify
from rules.registry import games
from tests.chaos import players
from tests.chaos.memory import Acknowledged, Setbacks, Span
from tests.chaos.players import Client, TableGone
from tests.events.proof.second import second_verdicts

FINISH_WITHIN: Final = 120.0
"""Seconds in which a table must finish once it is checked."""

CHECKS_AT_ONCE: Final = 8
"""Tables that are checked in parallel: one waits for its export while another is verified."""


class Seen(NamedTuple):
    """A checked table: its game and its file, both empty if the table is lost; and when the lost events were acknowledged."""

    table: str
    game: str
    file: bytes
    events: int
    lost: Sequence[Span]


def judge(url: str, acknowledged: Acknowledged, setbacks: Setbacks | None = None) -> Mapping[str, Any]:
    """Raises AssertionError for a table that is unfinished, has a gap, answered a decision twice or does not verify, and for any loss that
    no setback explains.

    Returns the numbers of checked tables (in all and per game) and events, and of lost ones.
    """
    with ThreadPoolExecutor(CHECKS_AT_ONCE) as judges:
        seen = list(judges.map(lambda table: _check_table(url, table, acknowledged), acknowledged.tables))
    lost = {table.table: table.lost for table in seen if table.lost}
    possible = setbacks or Setbacks()
    unexplained = {table: spans for table, spans in lost.items() if not all(map(possible.explain, spans))}
    assert not unexplained, f"acknowledged and lost without a reason: {unexplained}; setbacks: {possible.spans}"
    found = [table for table in seen if table.file]
    gone = len(seen) - len(found)
    _check_proofs(found)
    return {
        "tables": len(found),
        "games": dict(Counter(table.game for table in found)),
        "events": sum(table.events for table in found),
        "acknowledged": sum(map(len, acknowledged.events.values())),
        "lost": {"tables": gone, "events": sum(map(len, lost.values())) - gone},
    }


def _check_table(url: str, table: str, acknowledged: Acknowledged) -> Seen:
    client = Client(url)
    answered = acknowledged.events[table]
    try:
        if table in acknowledged.tokens:  # the end of the game may have been lost
            players.finish(client, Random(table), acknowledged, table)
        game = _wait_until_finished(client, table)["game"]
    except TableGone:
        return Seen(table, "", b"", 0, [acknowledged.tables[table], *answered.values()])
    events = _events(client, table)
    _check_contiguous(table, events)
    _check_decided_once(table, events)
    links = {(event["version"], event["hash"]) for event in events}
    lost = [span for event, span in answered.items() if event not in links]
    return Seen(table, game, _export(client, table), len(events), lost)


def _wait_until_finished(client: Client, table: str) -> Mapping[str, Any]:
    """The view of the finished table. Raises `TableGone`."""
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
    """The events that answer a decision are contiguous, and the first is of the seat that owed it."""
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


def _export(client: Client, table: str) -> bytes:
    """The table's exported file."""
    status, export = client.ask("POST", f"/v1/tables/{table}/exports", {"format": "json"})
    assert status in {200, 202}, export
    until = time.monotonic() + FINISH_WITHIN
    while export["status"] != "finished":
        assert export["status"] != "failed", export
        assert time.monotonic() < until, export
        time.sleep(0.1)
        _, export = client.ask("GET", f"/v1/exports/{export['export']}")
    return client.file(export["file"]["url"])


def _check_proofs(seen: Sequence[Seen]) -> None:
    """Both verifiers accept every file."""
    wrong = [(table, verdict) for table, verdict in _verdicts(seen) if not verdict.ok]
    assert not wrong, wrong


def _verdicts(seen: Sequence[Seen]) -> Iterator[tuple[str, Any]]:
    known = games()
    for begin in range(0, len(seen), CHECKS_AT_ONCE):  # in batches for the second verifier
        some = seen[begin : begin + CHECKS_AT_ONCE]
        for table, second in zip(some, second_verdicts([table.file for table in some]), strict=True):
            yield table.table, verify(table.file, known)
            yield table.table, second

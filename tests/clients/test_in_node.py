"""Following a table with the JavaScript client, run by Node: the same stories as with the Python client."""

import json
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.clients.losing import Losing
from tests.clients.scripts import EVENTS, LAST, OVER, moves_of, page, place, stream, unchanged, view
from tests.examples.cutting import Cutting
from tests.examples.programs import NODE
from tests.live import Api, Service
from tests.service.command_line.stand_in import Scripted, problem, stand_in

PROGRAM = Path(__file__).with_name("follow.mjs")
FIRST, SECOND, THIRD = EVENTS[:3]
TABLE = "p00-0"


def run(what: str, url: str, table: str, token: str, given: Mapping[str, Any]) -> list[Any]:
    """What the program prints."""
    command = [str(NODE), str(PROGRAM), what, url, table, token, json.dumps(given)]
    ran = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=120, check=False)
    assert ran.returncode == 0, ran.stderr
    return [json.loads(line) for line in ran.stdout.splitlines()]


def followed(url: str, table: str, token: str = "", **options: Any) -> tuple[list[dict[str, Any]], list[str]]:
    """The news of a table, and the states of the connection."""
    said = run("follow", url, table, token, options)
    return [news for news in said if "events" in news], [state["state"] for state in said if "state" in state]


def told(news: list[dict[str, Any]]) -> list[Mapping[str, Any]]:
    return [event for one in news for event in one["events"]]


def test_a_stream_that_is_cut_again_and_again_tells_each_event_once(api: Api, service: Service) -> None:
    played = api.play_out(12)

    with Cutting(service.url, after=8_000) as cutting:
        news, states = followed(cutting.url, played.table, history=True)

    assert cutting.cuts > 1
    assert [one["anew"] for one in news] == [True, *[False] * (len(news) - 1)]
    assert told(news) == played.events
    assert states[0] == "live"
    assert "reconnecting" in states
    assert states[-1] == "ended"


def test_a_move_whose_answer_is_lost_is_played_once(api: Api, service: Service) -> None:
    table = api.create_table(2)
    who = table.seated[table.view["owed"][0]["seat"]]
    with Losing(service.url, b"/moves HTTP", times=1) as losing:
        [played] = run("play", losing.url, table.table, who.token, api.moves(who)[0])

    assert len(losing.lost) == 1
    assert played["events"] == api.events(table.table, token=who.token, after=table.view["version"])
    assert run("play", service.url, table.table, who.token, {"type": "skip", "decision": table.view["owed"][0]["decision"]}) == [None]


def test_moves_are_read_part_after_part_and_anew_when_another_decision_is_owed() -> None:
    answers = [moves_of(7, "a", following=1), moves_of(9, "d"), moves_of(9, "c", following=1), moves_of(9, "d")]
    with stand_in(*answers) as service:
        [moves] = run("moves", service.url, TABLE, "a-token", {})
        asked = [path for _, path, _ in service.requests]

    assert [move["type"] for move in moves] == ["c", "d"]
    assert asked == [f"/v1/tables/{TABLE}/moves{part}" for part in ("", "?after=1", "", "?after=1")]


def test_a_busy_service_a_reset_and_polls_with_the_tag_lose_nothing() -> None:
    busy, full = problem(429, "rate-limited", Retry_After="1"), problem(503, "streams-full", Retry_After="5")
    answers = [
        *(busy, view(FIRST), Scripted(502, b"<html>"), Scripted(200, b"<html>"), stream(SECOND, THIRD, reset=True)),
        *(view(SECOND), full, unchanged(SECOND), view(LAST), page(THIRD, following=3), page(LAST)),
    ]
    with stand_in(*answers) as service:
        news, states = followed(service.url, TABLE, "a-token")
        requests = service.requests

    assert [one["anew"] for one in news] == [True, False, False, True, False, False]
    assert told(news) == [SECOND, THIRD, THIRD, LAST]
    assert [one["view"] and one["view"]["version"] for one in news] == [1, None, None, 2, None, LAST["version"]]
    assert states == ["reconnecting", "live", "polling", "ended"]
    assert {headers["authorization"] for _, _, headers in requests} == {"Bearer a-token"}
    tags = [headers["if-none-match"] for _, _, headers in requests if "if-none-match" in headers]
    assert tags == [dict(view(SECOND).headers)["ETag"]] * 2


def test_whoever_has_seen_all_of_a_table_that_is_over_does_not_poll_for_ever() -> None:
    over = view(LAST, status="finished")
    with stand_in(problem(503, "streams-full", Retry_After="5"), over, page()) as service:
        news, states = followed(service.url, TABLE, after=place(LAST))
    with stand_in(over) as service:
        begun, _ = followed(service.url, TABLE)

    assert told(news) == []
    assert states == ["polling", "ended"]
    assert [one["anew"] for one in begun] == [True]


def test_whoever_comes_back_goes_on_after_the_event_seen_last() -> None:
    with stand_in(stream(THIRD), OVER) as service:
        news, _ = followed(service.url, TABLE, after=place(SECOND))
        asked = [headers["last-event-id"] for _, _, headers in service.requests]

    assert news == [{"anew": False, "view": None, "events": [THIRD]}]
    assert asked == [place(SECOND), place(THIRD)]

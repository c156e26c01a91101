"""Clocks: every client gets the deadline in the server's time, and its effect happens once."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any

import pytest

from tests.contract.owned import NOBODY
from tests.live import Api, Service
from tests.service.in_process import application
from tests.service.owning import Owner
from tests.service.playing import eventually, rolled, to_move
from tests.service.wire import Stream

SLACK = timedelta(seconds=10)
"""The time that a response may take on a busy machine."""


def deadline_of(view: Mapping[str, Any]) -> datetime:
    [owed] = view["owed"]
    text = owed["deadline"]
    assert text.endswith("Z")
    return datetime.fromisoformat(text)


def expired(api: Api, table: str) -> list[Mapping[str, Any]]:
    """All events of a table, from the first expired clock on."""
    eventually(lambda: any(event["type"] == "table.decision-expired" for event in api.events(table)))
    events = list(api.events(table))
    return events[next(place for place, event in enumerate(events) if event["type"] == "table.decision-expired") :]


def test_a_deadline_is_an_instant_whatever_the_machines_time_zone(api: Api, there: Api, store_url: str, in_newfoundland: None) -> None:
    with application(store_url) as behind:
        for client in (api, there, behind.api()):
            before = datetime.now(UTC)
            view = client.create_table(2, turn_seconds=3600).view

            assert before - timedelta(milliseconds=1) <= deadline_of(view) - timedelta(hours=1) <= before + SLACK


def test_every_answer_says_what_time_it_is_where_the_deadline_counts(api: Api) -> None:
    created_table = api.create_table(2, turn_seconds=600)
    path = f"/v1/tables/{created_table.table}"
    tag = api.get(path).headers["etag"]

    for reply in (
        api.get(path),
        api.get(path, headers={"If-None-Match": tag}),
        api.get(f"{path}/events"),
        api.get(f"{path}/events", headers={"Accept": "application/x-ndjson"}),
        rolled(api, *to_move(created_table.seated, created_table.view)),
        api.get("/v1/games"),
        api.get("/v1/nowhere"),
    ):
        told = parsedate_to_datetime(reply.headers["date"])
        assert abs(told - datetime.now(UTC)) < SLACK
    with Stream(api.url, created_table.table) as stream:
        stream.read_version(created_table.view["version"])
        assert b"\r\nDate: " in stream.head


def test_the_stream_tells_the_deadline_that_the_view_shows_as_soon_as_the_clock_starts(api: Api, service: Service) -> None:
    created_table = api.create_table(2, turn_seconds=600, options={"first_seat": "creator"})
    ada, grace = created_table.seated
    with Stream(service.url, created_table.table, token=grace.token, after=created_table.view["version"]) as stream:
        while (view := api.play(ada, api.moves(ada)[-1]).json["view"])["owed"][0]["seat"] == ada.seat:
            pass
        stream.read_version(view["version"])

    started = [event for event in stream.events if event["type"] == "table.clock-started"]
    [told] = [event["data"] for event in started]
    assert told["seats"] == [grace.seat]
    assert told["deadline"] == view["owed"][0]["deadline"] > created_table.view["owed"][0]["deadline"]
    assert datetime.fromisoformat(told["deadline"]) - datetime.fromisoformat(started[0]["at"]) == timedelta(seconds=600)


def test_a_seat_keeps_its_deadline_for_the_whole_turn(api: Api) -> None:
    created_table = api.create_table(2, turn_seconds=600)

    view = rolled(api, *to_move(created_table.seated, created_table.view)).json["view"]

    assert deadline_of(view) == deadline_of(created_table.view)


def test_without_a_clock_there_is_no_deadline_and_what_was_left_out_is_said(api: Api) -> None:
    for view in (api.create_table(2).view, api.create_table(2, turn_seconds=None).view):
        assert [owed["deadline"] for owed in view["owed"]] == [None]
        assert (view["turn_seconds"], view["on_expiry"], view["abandon_after"]) == (None, None, 86_400)


def test_a_table_with_slow_turns_is_not_given_up_in_the_middle_of_one(api: Api) -> None:
    week = 7 * 86_400

    assert api.create_table(2, turn_seconds=week).view["abandon_after"] == 2 * week


@pytest.mark.parametrize(
    ("given", "complete"),
    [
        ({}, {"policy": "skip", "level": None, "after": None}),
        ({"on_expiry": {"policy": "skip"}}, {"policy": "skip", "level": None, "after": None}),
        ({"on_expiry": {"policy": "resign"}}, {"policy": "resign", "level": None, "after": 3}),
        ({"on_expiry": {"policy": "resign", "after": 1}}, {"policy": "resign", "level": None, "after": 1}),
        ({"on_expiry": {"policy": "substitute", "level": "greedy"}}, {"policy": "substitute", "level": "greedy", "after": None}),
    ],
    ids=str,
)
def test_what_happens_when_a_clock_runs_out_is_said_in_full(api: Api, given: Mapping[str, Any], complete: Mapping[str, Any]) -> None:
    view = api.create_table(2, turn_seconds=600, **given).view

    assert view["on_expiry"] == complete


def test_by_default_the_game_answers_for_whoever_lets_the_time_run_out(api: Api) -> None:
    created_table = api.create_table(2, turn_seconds=1, options={"first_seat": "creator"})

    first, *rest = expired(api, created_table.table)

    assert (first["seat"], first["decision"]) == (0, created_table.view["owed"][0]["decision"])
    assert first["data"] == {"policy": "skip", "expiries": 1}
    assert first["at"] >= created_table.view["owed"][0]["deadline"]
    assert rest[0]["decision"] == first["decision"]
    api.leave(created_table.seated[0])


def test_a_built_in_player_can_answer_instead_and_the_log_says_so(api: Api) -> None:
    created_table = api.create_table(2, turn_seconds=1, on_expiry={"policy": "substitute", "level": "greedy"})

    first, marked, *_ = expired(api, created_table.table)

    assert first["data"] == {"policy": "substitute", "expiries": 1}
    assert (marked["type"], marked["seat"], marked["data"]) == (
        "table.seat-substituted",
        first["seat"],
        {"level": "greedy", "cause": "expired"},
    )
    api.leave(created_table.seated[0])


def test_whoever_never_answers_resigns_and_the_table_is_over(api: Api) -> None:
    created_table = api.create_table(2, turn_seconds=1, on_expiry={"policy": "resign", "after": 1})

    eventually(lambda: api.view(created_table.table)["status"] == "finished")

    view = api.view(created_table.table)
    types = [event["type"] for event in expired(api, created_table.table)]
    assert view["outcome"]["reason"] == "resignation"
    assert types[:2] == ["table.decision-expired", "table.seat-resigned"]
    assert types.count("table.decision-expired") == 1


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"turn_seconds": 0}, "turn_seconds"),
        ({"turn_seconds": 604_801}, "turn_seconds"),
        ({"turn_seconds": "60"}, "turn_seconds"),
        ({"turn_seconds": True}, "turn_seconds"),
        ({"abandon_after": 9}, "abandon_after"),
        ({"abandon_after": 2_592_001}, "abandon_after"),
        ({"abandon_after": None}, "abandon_after"),
        ({"turn_seconds": 60, "abandon_after": 10}, "abandon_after"),
        ({"turn_seconds": 60, "abandon_after": 59}, "abandon_after"),
        ({"game": "ice-dice", "abandon_after": 59}, "abandon_after"),
        ({"bot_seconds": 60, "abandon_after": 59}, "abandon_after"),
        ({"on_expiry": None}, "on_expiry"),
        ({"on_expiry": "skip"}, "on_expiry"),
        ({"on_expiry": {}}, "on_expiry.policy"),
        ({"on_expiry": {"policy": "explode"}}, "on_expiry.policy"),
        ({"on_expiry": {"policy": "skip", "after": 1}}, "on_expiry.after"),
        ({"on_expiry": {"policy": "skip", "level": "greedy"}}, "on_expiry.level"),
        ({"on_expiry": {"policy": "substitute"}}, "on_expiry.level"),
        ({"on_expiry": {"policy": "substitute", "level": "greedy", "after": 1}}, "on_expiry.after"),
        ({"on_expiry": {"policy": "resign", "after": 0}}, "on_expiry.after"),
        ({"on_expiry": {"policy": "resign", "after": 101}}, "on_expiry.after"),
        ({"on_expiry": {"policy": "resign", "level": "greedy"}}, "on_expiry.level"),
        ({"on_expiry": {"policy": "resign", "until": 1}}, "on_expiry.until"),
        ({"deadline": "2026-03-14T15:09:26.535Z"}, "deadline"),
    ],
    ids=str,
)
def test_a_clock_of_the_wrong_shape_is_named(api: Api, body: Mapping[str, Any], field: str) -> None:
    table = {"game": "dicy-cards", "seats": [{"kind": "human"}] * 2, "turn_seconds": 60, **body}

    reply = api.post("/v1/tables", json=table)

    assert (reply.status, reply.code) == (422, "body-invalid")
    assert [error["field"] for error in reply.json["errors"]] == [field]


def test_patience_is_as_long_as_a_turn_of_a_bot_at_least_and_no_bot_has_more_time_than_people(api: Api, owner: Owner) -> None:
    bot = owner.register(NOBODY).json["bot"]["id"]
    body = {"game": "dicy-cards", "seats": [{"kind": "human"}, {"kind": "bot", "bot": bot}]}

    def created(**more: int) -> tuple[int, str | None]:
        reply = owner.ask("POST", "/v1/tables", json={**body, **more})
        return reply.status, reply.json["errors"][0]["detail"] if reply.status == 422 else None

    assert created(abandon_after=29) == (422, "Must be at least 30, the seconds that a turn may take.")
    assert created(abandon_after=30) == (201, None)
    assert created(abandon_after=59, turn_seconds=60, bot_seconds=3600)[0] == 422
    assert created(abandon_after=60, turn_seconds=60, bot_seconds=3600) == (201, None)


@pytest.mark.parametrize(
    ("more", "code", "field"),
    [
        ({"on_expiry": {"policy": "skip"}}, "clock-missing", "on_expiry"),
        ({"on_expiry": {"policy": "skip"}, "turn_seconds": None}, "clock-missing", "on_expiry"),
        ({"on_expiry": {"policy": "substitute", "level": "none"}, "turn_seconds": 60}, "level-unknown", "on_expiry.level"),
    ],
    ids=str,
)
def test_a_clock_that_the_rules_refuse_is_named(api: Api, more: Mapping[str, Any], code: str, field: str) -> None:
    reply = api.post("/v1/tables", json={"game": "dicy-cards", "seats": [{"kind": "human"}] * 2, **more})

    assert (reply.status, reply.code, reply.json["field"]) == (422, code, field)

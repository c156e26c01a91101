"""Names are shown exactly as entered, to all clients and everywhere, or are refused at input. Times are in UTC and say so."""

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.live import NDJSON, Api, Service
from tests.service.in_process import application
from tests.service.playing import eventually, rolled, to_move
from tests.service.wire import Stream

MARKUP = [
    "<img src=x onerror=alert(1)>",
    '" onmouseover="alert(1)',
    "]]></script><script>alert(1)</script>",
    "{{7*7}} ${7*7} #{7*7} <%= 7 %>",
    "javascript:alert(1)",
    "data: x\\n\\nid: 9\\n\\n: y",
    "'; DROP TABLE seats; --",
    "%s %d %(name)s {0} {seat}",
    "../../etc/passwd\\",
    "مرحبا ‎שלום",
    "👩‍👩‍👧‍👦 नमस्ते",
]
INVISIBLE = [
    "\u200b" * 15,
    "\u2060",
    "\u2800" * 3,
    "\u3164",
    "\u00a0\u2003\u3000",
    "\u115f\u1160",
    "\uffa0",
    "\ufe0f\ufe0e\U000e0100",
    "\t\n\r\v",
    "\ufeff",
    "\u202e\u202d\u2066",
    "\u00ad",
    "\u180e",
    "\u17b4\u17b5",
    "\U000e0041\U000e007f",
    "",
    " ",
]
HARMFUL = ["a\u0000b", "a\nb", "a\u001b[31mb", "a\u0085b", "a\u2028b", "a\u2029b", "x" * 41, "\u0958" * 21, "\U0001d160" * 14]


@pytest.mark.parametrize("name", MARKUP)
def test_markup_in_a_name_is_shown_literally_everywhere(api: Api, service: Service, name: str) -> None:
    created_table = api.create_table(1, open_seats=1, names=[name])
    seated = [*created_table.seated, api.sit(created_table.table, name=name)]
    rolled(api, *to_move(seated, api.view(created_table.table)))
    api.leave(seated[0])
    eventually(lambda: listed(api, created_table.table, name))

    with Stream(service.url, created_table.table) as stream:
        stream.read_to_the_end()
    pages, lines = api.events(created_table.table), api.get(f"/v1/tables/{created_table.table}/events", headers={"Accept": NDJSON})
    assert [seat["name"] for seat in api.view(created_table.table)["seats"]] == [name, name]
    assert [event["data"]["name"] for event in pages if event["type"] == "table.seat-taken"] == [name, name]
    assert stream.events == pages == [json.loads(line) for line in lines.text.splitlines()]
    assert api.get(f"/v1/tables/{created_table.table}").headers["x-content-type-options"] == "nosniff"


def listed(api: Api, table: str, name: str) -> bool:
    found = api.get("/v1/tables", params={"player": name, "status": "finished"}).json["tables"]
    assert all(name in [seat["name"] for seat in summary["seats"]] for summary in found)
    return table in [summary["table"] for summary in found]


@pytest.mark.parametrize("name", [*INVISIBLE, *HARMFUL])
def test_a_name_that_nobody_can_see_or_that_draws_over_others_is_refused(api: Api, name: str) -> None:
    created_table = api.create_table(1, open_seats=1)
    seats = [{"kind": "human", "name": name}, {"kind": "open"}]
    for path, field, body in (
        ("/v1/tables", "seats.0.name", {"game": "dicy-cards", "seats": seats}),
        (f"/v1/tables/{created_table.table}/seats", "name", {"name": name}),
    ):
        reply = api.post(path, json=body)

        assert (reply.status, reply.code) == (422, "body-invalid")
        assert [error["field"] for error in reply.json["errors"]] == [field]
    assert api.view(created_table.table) == created_table.view


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Ada  ", "Ada"),
        ("\u2003Ada\u00a0", "Ada"),
        ("Ame\u0301lie", "Amélie"),
        ("\u212b", "Å"),
        ("x" * 40, "x" * 40),
        ("e\u0301" * 20, "é" * 20),
        ("\u0958" * 20, "\u0915\u093c" * 20),
        ("A\u200dB", "A\u200dB"),
        ("0", "0"),
        ("null", "null"),
    ],
)
def test_a_name_is_trimmed_and_composed_and_otherwise_left_alone(api: Api, given: str, kept: str) -> None:
    created_table = api.create_table(1, open_seats=1, names=[given])
    api.sit(created_table.table, name=given)

    assert [seat["name"] for seat in api.view(created_table.table)["seats"]] == [kept, kept]
    assert unicodedata.is_normalized("NFC", kept)


def test_a_name_that_grows_too_long_in_normal_form_is_told_so(api: Api) -> None:
    reply = api.post("/v1/tables", json={"game": "dicy-cards", "seats": [{"kind": "human", "name": "\u0958" * 21}, {"kind": "open"}]})

    assert reply.json["errors"] == [
        {"field": "seats.0.name", "detail": "Must have at most 40 characters; in Unicode's normal form C it has 42."}
    ]


def test_whoever_gives_no_name_is_called_by_the_seat(api: Api) -> None:
    created_table = api.create_table(2, open_seats=1, names=["Ada"])
    api.sit(created_table.table)

    assert [seat["name"] for seat in api.view(created_table.table)["seats"]] == ["Ada", "Player 2", "Player 3"]


def test_every_time_is_utc_and_now_where_the_machine_is_ahead_of_it(there: Api, several: Service) -> None:
    created_table = there.create_table(2)
    answers = [
        rolled(there, *to_move(created_table.seated, created_table.view)).json,
        there.events(created_table.table),
        there.leave(created_table.seated[0]).json,
    ]
    eventually(lambda: bool(there.get("/v1/tables").json["tables"]))
    answers.append(there.get("/v1/tables").json)
    with Stream(several.url, created_table.table) as stream:
        stream.read_to_the_end()
    logged = [json.loads(line)["time"] for line in several.log().splitlines() if line.startswith("{")]

    assert logged
    assert_now_in_utc([*answers, stream.events], logged)


def test_every_time_is_utc_and_now_where_the_machine_is_behind_it(store_url: str, in_newfoundland: None) -> None:
    with application(store_url) as abroad:
        api = abroad.api()
        created_table = api.create_table(2)
        moved = rolled(api, *to_move(created_table.seated, created_table.view)).json

        assert_now_in_utc([moved, api.events(created_table.table), api.leave(created_table.seated[0]).json])


def assert_now_in_utc(answers: Sequence[Any], logged: Sequence[str] = ()) -> None:
    """All times in these answers and log lines."""
    times = [time for answer in answers for time in times_in(answer)]
    assert len(times) > 10
    for time in times:
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", time)
    for time in (*times, *logged):
        assert time.endswith("Z")
        assert abs(datetime.fromisoformat(time) - datetime.now(UTC)) < timedelta(minutes=25), time


def times_in(value: Any, name: str = "") -> Iterator[str]:
    """All strings in JSON that are times by their name or their format."""
    if isinstance(value, Mapping):
        for below, content in value.items():
            yield from times_in(content, below)
    elif isinstance(value, list):
        for content in value:
            yield from times_in(content, name)
    elif isinstance(value, str) and (name in {"at", "created_at", "deadline"} or re.match(r"\d{4}-\d\d-", value)):
        yield value

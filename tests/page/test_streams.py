"""What the page does when its stream leaves something out, is refused, or says that events are lost."""

import json
from typing import Any

from playwright.sync_api import Route, expect

from tests.browser import PHONE
from tests.live import Api
from tests.page.conftest import Visit
from tests.page.tables import created_table, reach

LOST_MOVES = "The service has lost the newest moves of this table"
RESET = 'event: reset\nid: 1-00000000\ndata: {"reason":"ahead","version":1,"detail":"Load the table again."}\n\n'


def is_stream(route: Route) -> bool:
    return "event-stream" in route.request.headers.get("accept", "")


def test_an_event_that_a_stream_has_left_out_is_fetched(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    grace = visit(PHONE)
    told: list[int] = []

    def leave_all_but_the_last_out(route: Route) -> None:
        if not is_stream(route) or told:
            return route.continue_()
        reach(api, table)
        last = api.events(table.table)[-1]
        told.append(last["version"])
        frame = f"id: {last['version']}-{last['hash'][:8]}\ndata: {json.dumps(last)}\n\n"
        return route.fulfill(status=200, content_type="text/event-stream", body=frame)

    grace.page.route("**/events", leave_all_but_the_last_out)
    grace.sit(table.seated[1])

    grace.expect_decision("freeze")
    for words in ("Ada rolls", "Ada scores"):
        expect(grace.page.locator(".game-log")).to_contain_text(words)


def test_a_page_whose_stream_is_reset_says_so_and_shows_the_table_as_it_is(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    grace = visit(PHONE)
    resets: list[str] = []

    def reset(route: Route) -> None:
        if is_stream(route) and not resets:
            resets.append(route.request.headers["last-event-id"])
            route.fulfill(status=200, content_type="text/event-stream", body=RESET)
        else:
            route.continue_()

    grace.page.route("**/events", reset)
    grace.sit(table.seated[1])

    expect(grace.page.get_by_text(LOST_MOVES)).to_be_visible()
    newest = api.events(table.table)[-1]
    assert resets == [f"{newest['version']}-{newest['hash'][:8]}"]
    reach(api, table)
    grace.expect_decision("freeze")


def test_a_polling_page_notices_lost_moves_as_well(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    grace = visit(PHONE)
    refused: list[str] = []

    def refuse(route: Route) -> None:
        if refused or route.request.url.endswith("after=0&limit=500"):
            route.continue_()
        elif is_stream(route):
            route.fulfill(status=503, json=problem(503, "streams-full"))
        else:
            refused.append(route.request.url)
            route.fulfill(status=409, json=problem(409, "history-changed"))

    grace.page.route("**/events*", refuse)
    grace.sit(table.seated[1])

    expect(grace.page.get_by_text(LOST_MOVES)).to_be_visible()
    reach(api, table)
    grace.expect_decision("freeze")
    grace.forgive("status of 409", "status of 503")


def problem(status: int, code: str) -> dict[str, Any]:
    return {"type": f"/docs/problems#{code}", "title": code, "status": status, "detail": code, "code": code, "instance": "urn:uuid:0"}

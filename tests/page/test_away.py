"""A player with a pending decision and no open page is shown as offline; no other player is."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser import PHONE
from tests.live import Api
from tests.operation.processes import until
from tests.page.conftest import Visit
from tests.page.tables import created_table, played, reach
from tests.page.visitor import Visitor

NEXT_POLL = 6_000
"""Milliseconds after which a page has checked again who is online."""


def expect_away(visitor: Visitor, *names: str) -> None:
    expect(visitor.page.get_by_text(f"Offline: {' and '.join(names)}", exact=True)).to_be_visible(timeout=20_000)


def test_a_player_with_a_pending_decision_and_no_open_page_is_shown_as_offline(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    grace = visit(PHONE)
    grace.sit(table.seated[1])
    expect_away(grace, "Ada")

    visit().sit(table.seated[0])

    expect(grace.page.get_by_text("Offline:")).to_be_hidden(timeout=20_000)
    grace.expect_decision("wait")


def test_who_has_decided_is_waited_for_no_more(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    grace = visit(PHONE)
    grace.sit(table.seated[1])
    expect_away(grace, "Ada")

    played(api, table, lambda view: view["owed"][0]["seat"] == 1)

    grace.expect_decision(re.compile("roll|freeze"))
    assert grace.page.get_by_text("Offline:").is_hidden()


def test_of_two_people_at_one_browser_the_one_with_the_decision_is_shown_as_online(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    both, zoe = visit(PHONE), visit()
    both.sit(*table.seated)
    zoe.open(f"/t/{table.table}")

    played(api, table, lambda view: view["owed"][0]["seat"] == 1)

    until(lambda: bool(api.view(table.table)["seats"][1]["connected"]), 20, lambda: api.view(table.table))
    expect(zoe.heading(re.compile("^Grace"))).to_be_visible()
    expect(zoe.page.get_by_text("Offline:")).to_be_hidden(timeout=20_000)


def test_players_of_this_browser_are_never_shown_as_offline_there(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace", "Linus")
    both = visit(PHONE, fresh=True)
    both.page.clock.install()
    both.sit(table.seated[1], table.seated[2])
    expect_away(both, "Ada")

    reach(api, table)

    assert [owed["seat"] for owed in api.view(table.table)["owed"]] == [1, 2]
    both.expect_decision("freeze")
    both.page.clock.run_for(NEXT_POLL)
    both.page.evaluate("fetch('/healthz')")
    expect(both.page.get_by_text("Offline:")).to_be_hidden()


@pytest.mark.parametrize(("status", "retry_after", "later"), [(404, None, 0), (429, "30", 1)])
def test_a_refused_page_stops_polling_or_waits_as_long_as_the_service_requires(
    visit: Visit, api: Api, status: int, retry_after: str | None, later: int
) -> None:
    table = created_table(api, "Ada", "Grace")
    requests: list[str] = []

    def refuse(route: Route) -> None:
        requests.append(route.request.url)
        headers = {} if retry_after is None else {"Retry-After": retry_after}
        route.fulfill(status=status, headers=headers, json={"code": "refused", "status": status})

    zoe = visit(fresh=True)
    zoe.page.clock.install()
    zoe.open(f"/t/{table.table}")
    expect_away(zoe, "Ada")
    with zoe.page.expect_response(lambda answer: answer.status == status):
        zoe.page.route(f"**/v1/tables/{table.table}", refuse)
        zoe.page.clock.run_for(NEXT_POLL)
    zoe.page.clock.run_for(20_000)
    assert len(requests) == 1
    zoe.page.clock.run_for(20_000)

    expect_away(zoe, "Ada")
    assert len(requests) == 1 + later
    zoe.forgive(f"status of {status}")

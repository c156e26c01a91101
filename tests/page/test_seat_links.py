"""A link to a seat: opening it does not use the code; the button does."""

import re

from playwright.sync_api import Route, expect

from tests.browser import PHONE
from tests.live import Api
from tests.page.conftest import Visit
from tests.page.tables import created_table
from tests.page.visitor import wait_for


def test_a_link_to_a_seat_that_is_only_opened_takes_nothing(visit: Visit, api: Api) -> None:
    """A scanner loads the page and runs its scripts; then the recipient opens the link."""
    table = created_table(api, "Ada", "Grace")
    ada, scanner, phone = visit(listening=True), visit(listening=True), visit(PHONE, listening=True)
    ada.sit(table.seated[0])
    ada.button("Play on another device").click()
    link = ada.page.get_by_label("Link to your seat").input_value().removeprefix(ada.url)

    scanner.open(link)
    expect(scanner.button("Play this seat")).to_be_visible()
    phone.open(link)
    phone.button("Play this seat").click()

    phone.does("roll").click()
    phone.expect_decision("play")
    assert [request.url for request in scanner.watched.requests if request.method == "POST"] == []


def test_who_only_watches_leaves_the_link_good(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    who = table.seated[0]
    code = api.post(f"/v1/tables/{who.table}/seats/0/links", token=who.token).json["code"]
    zoe = visit(PHONE, language="fr")

    zoe.open(f"/t/{who.table}#seat=0&code={code}")
    zoe.button("Regarder seulement").click()

    expect(zoe.page).not_to_have_url(re.compile("#"))
    assert api.post(f"/v1/tables/{who.table}/seats/0/claims", json={"code": code}).status == 201


def test_a_seat_whose_answer_got_lost_is_taken_after_a_reload(visit: Visit, api: Api) -> None:
    who = created_table(api, "Ada", "Grace").seated[0]
    code = api.post(f"/v1/tables/{who.table}/seats/0/links", token=who.token).json["code"]
    phone = visit(PHONE)
    stored: list[int] = []

    def never_answer(route: Route) -> None:
        stored.append(route.fetch().status)

    phone.page.route("**/claims", never_answer)
    phone.open(f"/t/{who.table}#seat=0&code={code}")
    phone.button("Play this seat").click()
    wait_for(phone, lambda: stored)
    phone.page.reload()
    phone.page.unroute("**/claims")
    phone.button("Play this seat").click()

    phone.does("roll").click()
    phone.expect_decision("play")
    expect(phone.page).not_to_have_url(re.compile("#"))
    assert stored == [201]
    phone.forgive("net::ERR")


def test_a_seat_that_an_error_is_answered_for_can_be_taken_at_once_again(visit: Visit, api: Api) -> None:
    who = created_table(api, "Ada", "Grace").seated[0]
    code = api.post(f"/v1/tables/{who.table}/seats/0/links", token=who.token).json["code"]
    phone = visit(PHONE)
    statuses: list[int] = []

    def fail(route: Route) -> None:
        statuses.append(route.fetch().status)
        route.fulfill(status=500, content_type="application/problem+json", body='{"code": "internal-error", "status": 500}')

    phone.page.route("**/claims", fail, times=1)
    phone.open(f"/t/{who.table}#seat=0&code={code}")
    phone.button("Play this seat").click()
    expect(phone.page.get_by_role("alert").first).to_be_visible()
    expect(phone.page).to_have_url(re.compile("#"))
    phone.button("Play this seat").click()

    phone.does("roll").click()
    assert statuses == [201]
    phone.forgive("500")


def test_a_used_link_is_reported_and_leaves_the_address(visit: Visit, api: Api) -> None:
    who = created_table(api, "Ada", "Grace").seated[0]
    code = api.post(f"/v1/tables/{who.table}/seats/0/links", token=who.token).json["code"]
    assert api.post(f"/v1/tables/{who.table}/seats/0/claims", json={"code": code}).status == 201
    phone = visit(PHONE)

    phone.open(f"/t/{who.table}#seat=0&code={code}")
    phone.button("Play this seat").click()

    expect(phone.page.get_by_role("alert").first).to_be_visible()
    expect(phone.page).not_to_have_url(re.compile("#"))
    expect(phone.button("Play this seat")).to_be_hidden()
    phone.forgive("status of 410")

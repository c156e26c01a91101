"""A link that hands a seat over: opening it takes nothing, the press of a button does."""

import re

from playwright.sync_api import expect

from tests.browser import PHONE
from tests.live import Api
from tests.page.conftest import Visit
from tests.page.tables import laid


def test_a_link_to_a_seat_that_is_only_opened_takes_nothing(visit: Visit, api: Api) -> None:
    """A scanner loads the page and runs its scripts; then comes the person whom the link was sent to."""
    table = laid(api, "Ada", "Grace")
    ada, scanner, phone = visit(), visit(), visit(PHONE)
    ada.sit(table.seated[0])
    ada.button("Play on another device").click()
    link = ada.page.get_by_label("Link to your seat").input_value().removeprefix(ada.url)

    posts: list[str] = []
    scanner.page.on("request", lambda request: posts.append(request.url) if request.method == "POST" else None)
    scanner.open(link)
    expect(scanner.button("Take over the seat")).to_be_visible()
    phone.open(link)
    phone.button("Take over the seat").click()

    phone.does("roll").click()
    phone.expect_asked("play")
    assert posts == []


def test_who_only_watches_leaves_the_link_good(visit: Visit, api: Api) -> None:
    table = laid(api, "Ada", "Grace")
    who = table.seated[0]
    code = api.post(f"/v1/tables/{who.table}/seats/0/links", token=who.token).json["code"]
    zoe = visit(PHONE, language="fr")

    zoe.open(f"/t/{who.table}#seat=0&code={code}")
    zoe.button("Seulement regarder").click()

    expect(zoe.page).not_to_have_url(re.compile("#"))
    assert api.post(f"/v1/tables/{who.table}/seats/0/claims", json={"code": code}).status == 201

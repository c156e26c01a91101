"""A rematch: who requests it, who accepts it, who watches, and where they go."""

import re
import secrets
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Route, expect
from redis import Redis

from events.store.event_store import Proposal
from events.store.keys import rematch_key
from tests.browser import PHONE
from tests.contract.owned import NOBODY
from tests.live import Api, CreatedTable, Seated, Service
from tests.live import created_table as laid_by
from tests.page.conftest import Visit
from tests.page.tables import created_table
from tests.page.visitor import Visitor, wait_for
from tests.service.in_process import application
from tests.service.keys import mint
from tests.service.owning import Owner


def over(api: Api, *names: str) -> CreatedTable:
    """A table whose game is over, because all players but the last have resigned."""
    table = created_table(api, *names)
    for who in table.seated[:-1]:
        assert api.leave(who).status == 200
    return table


def come(visit: Visit, table: CreatedTable) -> list[Visitor]:
    """The players at the finished table, by seat: in light colours, in dark colours on a phone, in French on a phone."""
    ways = [{}, {"scheme": "dark"}, {"language": "fr"}]
    visitors = [visit(*([PHONE] if seat else []), **way) for seat, way in zip(range(len(table.seated)), ways, strict=False)]
    for visitor, who in zip(visitors, table.seated, strict=True):
        visitor.sit(who)
        expect(visitor.does("rematch")).to_be_visible()
    return visitors


def fits(visitor: Visitor) -> bool:
    """Whether nothing is wider than the window."""
    return bool(visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_one_player_requests_the_other_accepts_and_both_are_at_the_new_table(visit: Visit, api: Api) -> None:
    table = over(api, "Ada", "Grace")
    ada, grace = come(visit, table)

    ada.button("Rematch").click()
    expect(grace.page.get_by_text("Ada wants a rematch.")).to_be_visible()
    expect(ada.page.get_by_text("when Grace accepts")).to_be_visible()
    expect(ada.page.get_by_role("timer")).to_be_visible()
    assert fits(ada)
    assert fits(grace)
    grace.button("Accept").click()

    for visitor in (ada, grace):
        visitor.expect_decision(re.compile("roll|wait"))
    new = api.view(table.table)["rematch"]["table"]
    assert {visitor.page.url.rpartition("/")[2] for visitor in (ada, grace)} == {new}
    assert {ada.decision, grace.decision} == {"roll", "wait"}
    assert len(api.view(new)["fairness"]["client_seeds"]) == 2


def test_three_players_see_who_has_requested_and_a_spectator_may_watch(visit: Visit, api: Api) -> None:
    table = over(api, "Ada", "Grace", "Linus")
    ada, grace, linus = come(visit, table)
    zoe = visit(PHONE)
    zoe.open(f"/t/{table.table}")
    assert zoe.does("rematch").count() == 0

    grace.does("rematch").click()
    expect(linus.page.get_by_text("Grace veut une revanche.")).to_be_visible()
    linus.button("Accepter").click()

    expect(ada.page.get_by_text("Grace and Linus want a rematch.")).to_be_visible()
    expect(grace.page.get_by_text("when Ada accepts")).to_be_visible()
    expect(linus.page.get_by_text("quand Ada accepte")).to_be_visible()
    assert fits(linus)
    ada.button("Accept").click()
    for visitor in (ada, grace, linus):
        visitor.expect_decision(re.compile("roll|wait"))
    zoe.link("Watch the rematch").click()
    expect(zoe.page).to_have_url(ada.page.url)


def test_who_looks_at_the_old_table_later_stays_there_until_they_go_on(visit: Visit, api: Api) -> None:
    table = over(api, "Ada", "Grace")
    for who in table.seated:
        api.post(f"/v1/tables/{table.table}/rematch", token=who.token)
    ada = visit()

    ada.sit(table.seated[0])
    expect(ada.page.get_by_role("region", name="Result")).to_be_visible()
    ada.button("Go to the rematch").click()

    ada.expect_decision(re.compile("roll|wait"))
    assert ada.page.url.endswith(api.view(table.table)["rematch"]["table"])


# --- failures -----------------------------------------------------------------------------------------------------------------------

STARTED = re.compile("roll|wait")
SOON = 20_000
"""Milliseconds within which a page opens a started game, long before the time for a rematch ends."""
HIDE = """() => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
  Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "hidden" });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def request_rematch(api: Api, who: Seated) -> str:
    """A player requests a rematch with another program. Returns its table."""
    reply = api.post(f"/v1/tables/{who.table}/rematch", token=who.token)
    assert reply.status in {200, 201}, reply
    return str(reply.json["rematch"]["table"])


def test_who_reloads_before_the_answer_comes_to_the_rematch_with_their_seat(visit: Visit, api: Api) -> None:
    table = over(api, "Ada", "Grace")
    ada, _ = come(visit, table)
    stored: list[int] = []

    def never_answer(route: Route) -> None:
        if route.request.method == "POST":
            stored.append(route.fetch().status)
        else:
            route.continue_()

    ada.page.route("**/rematch", never_answer)
    ada.does("rematch").click()
    wait_for(ada, lambda: stored)
    ada.page.reload()
    ada.page.unroute("**/rematch")
    expect(ada.page.get_by_text("when Grace accepts")).to_be_visible()
    new = request_rematch(api, table.seated[1])

    expect(ada.page).to_have_url(f"{ada.url}/t/{new}", timeout=SOON)
    ada.expect_decision(STARTED)
    ada.forgive("net::ERR")


def test_news_from_the_stream_counts_while_a_request_is_pending(visit: Visit, api: Api) -> None:
    """Both request it at the same time: the response to the first does not include the second yet."""
    table = over(api, "Ada", "Grace")
    ada, grace = come(visit, table)
    held: list[tuple[Route, APIResponse]] = []

    def hold_the_answer(route: Route) -> None:
        if route.request.method == "POST":
            held.append((route, route.fetch()))
        else:
            route.continue_()

    ada.page.route("**/rematch", hold_the_answer)
    ada.does("rematch").click()
    wait_for(ada, lambda: held)
    grace.does("rematch").click()
    grace.expect_decision(STARTED)
    ada.page.wait_for_timeout(1_000)  # the stream has reported it
    [(route, answer)] = held
    route.fulfill(response=answer)

    expect(ada.page).to_have_url(grace.page.url, timeout=SOON)
    ada.expect_decision(STARTED)


def test_two_simultaneous_requests_lead_to_one_table(visit: Visit, api: Api) -> None:
    table = over(api, "Ada", "Grace")
    both = come(visit, table)
    waiting: list[Route] = []
    for visitor in both:
        visitor.page.route("**/rematch", lambda route: waiting.append(route) if route.request.method == "POST" else route.continue_())

    for visitor in both:
        visitor.does("rematch").click()
    wait_for(both[0], lambda: len(waiting) == 2)
    for route in waiting:
        route.continue_()

    for visitor in both:
        visitor.expect_decision(STARTED)
        assert visitor.page.get_by_role("alert").count() == 0
    assert len({visitor.page.url for visitor in both}) == 1
    assert len(api.view(both[0].page.url.rpartition("/")[2])["fairness"]["client_seeds"]) == 2


def test_a_hidden_tab_that_requested_goes_to_the_rematch_when_it_starts(visit: Visit, api: Api) -> None:
    table = over(api, "Ada", "Grace")
    ada, _ = come(visit, table)
    ada.does("rematch").click()
    expect(ada.page.get_by_text("when Grace accepts")).to_be_visible()

    ada.page.evaluate(HIDE)
    new = request_rematch(api, table.seated[1])

    expect(ada.page).to_have_url(f"{ada.url}/t/{new}", timeout=SOON)


def test_who_accepts_a_rematch_whose_table_is_not_there_gets_another_one(visit: Visit, api: Api, service: Service) -> None:
    table = over(api, "Ada", "Grace")
    gone = Proposal("p00-" + secrets.token_hex(13).translate(str.maketrans("abcdef", "012345")), 0, starts=1)
    with Redis.from_url(service.store_url) as store:
        store.hset(rematch_key(table.table), mapping={**gone._asdict(), "asked:0": 1})
    grace = visit(PHONE)
    grace.sit(table.seated[1])

    grace.button("Accept").click()
    expect(grace.page.get_by_text("when Ada accepts")).to_be_visible()
    new = request_rematch(api, table.seated[0])

    expect(grace.page).to_have_url(f"{grace.url}/t/{new}", timeout=SOON)
    grace.expect_decision(STARTED)
    assert grace.page.get_by_role("alert").count() == 0
    grace.forgive("status of 404")


def test_a_rematch_that_all_have_left_makes_room_for_another_one_with_its_own_dice(visit: Visit, api: Api) -> None:
    table = over(api, "Ada", "Grace")
    tables = []
    for who in table.seated:
        given = _given(api, who)
        tables.append(given["table"])
        api.leave(Seated(given["table"], given["seat"], given["token"]))
    assert api.view(tables[0])["outcome"]["reason"] == "abandoned"
    grace = visit(PHONE)
    grace.sit(table.seated[1])

    grace.does("rematch").click()
    expect(grace.page.get_by_text("when Ada accepts")).to_be_visible()
    new = request_rematch(api, table.seated[0])

    expect(grace.page).to_have_url(f"{grace.url}/t/{new}", timeout=SOON)
    assert new not in tables
    assert grace.page.get_by_role("alert").count() == 0


def _given(api: Api, who: Seated) -> Mapping[str, Any]:
    answer = api.post(f"/v1/tables/{who.table}/rematch", token=who.token).json
    return {"table": answer["rematch"]["table"], "seat": answer["seat"], "token": answer["token"]}


def test_a_request_with_an_invited_bot_sends_the_stored_invitation(visit: Visit, api: Api, service: Service) -> None:
    owner = Owner(api, mint(service, None))
    bot = owner.register(NOBODY, name="Dora", seating="invited").json["bot"]
    seats = [{"kind": "human"}, {"kind": "bot", "bot": bot["id"], "invitation": bot["invitation"]}]
    table = laid_by(api.post("/v1/tables", json={"game": "dicy-cards", "seats": seats}))
    api.leave(table.seated[0])
    ada = visit()
    ada.open(f"/#bot={bot['id']}&invitation={bot['invitation']}")
    expect(ada.page.locator("#notes .note")).to_contain_text("Dora")
    ada.sit(table.seated[0])

    ada.does("rematch").click()

    expect(ada.page).not_to_have_url(f"{ada.url}/t/{table.table}", timeout=SOON)
    assert api.view(ada.page.url.rpartition("/")[2])["seats"][1]["bot"] == bot["id"]


@pytest.fixture
def hasty(service: Service) -> Iterator[Api]:
    """A client of a web process of the service where a rematch waits for a few seconds."""
    with application(service.store_url, {"rematch_wait": 3}, secret=service.secret) as hasty, hasty.api() as api:
        yield api


def test_who_has_left_the_rematch_is_not_seated_there_again_without_asking(visit: Visit, hasty: Api) -> None:
    table = over(hasty, "Ada", "Grace", "Linus")
    first = _given(hasty, table.seated[0])
    request_rematch(hasty, table.seated[1])
    hasty.leave(Seated(first["table"], first["seat"], first["token"]))
    ada = visit()

    ada.sit(table.seated[0])
    wait_for(ada, lambda: ada.does("rematch").count() or first["table"] in ada.page.url)

    assert hasty.view(first["table"])["seats"][0]["kind"] == "open"

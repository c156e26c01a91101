"""A reload, a lost connection, two tabs, a stale tab, a double click: nothing is lost and nothing happens twice."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser import PHONE
from tests.live import Api, Seated
from tests.page.conftest import Visit
from tests.page.tables import created_table, owing_a_card, reach
from tests.page.visitor import Visitor

LOST = "net::ERR"
TURNS = "() => new Promise((done) => setTimeout(() => requestAnimationFrame(() => done(true)), 100))"
"""Waits until the page has drawn the latest change."""


@pytest.fixture
def owing(visit: Visit, api: Api) -> tuple[Visitor, Seated]:
    """A visitor who must now choose a card to freeze."""
    _, second = owing_a_card(api, "Ada", "Grace")
    grace = visit(PHONE)
    grace.sit(second)
    grace.expect_decision("freeze")
    return grace, second


def count_of(api: Api, table: str, type: str) -> int:
    """The number of events of this type at a table."""
    return sum(event["type"] == type for event in api.events(table))


def chooses(visitor: Visitor, card: str) -> None:
    visitor.card(card).click()
    visitor.does("choose").click()


def test_a_reload_in_the_middle_of_an_effect_choice_changes_nothing(owing: tuple[Visitor, Seated], api: Api) -> None:
    grace, seated = owing
    before = api.view(seated.table)
    grace.card("odds").click()

    grace.page.reload()
    grace.expect_decision("freeze")
    assert api.view(seated.table)["version"] == before["version"]
    chooses(grace, "straight")

    grace.expect_decision("roll")
    assert api.view(seated.table)["state"]["players"][1]["frozen"] == ["straight"]


def test_a_connection_that_is_lost_in_the_middle_of_an_effect_choice_is_shown_and_the_choice_arrives_once(
    owing: tuple[Visitor, Seated], api: Api
) -> None:
    grace, seated = owing
    grace.page.context.set_offline(True)

    chooses(grace, "odds")
    expect(grace.page.get_by_role("status").filter(has_text="Connection lost")).to_be_visible()
    assert count_of(api, seated.table, "dicy-cards.card-frozen") == 0
    grace.page.context.set_offline(False)

    grace.expect_decision("roll")
    expect(grace.page.get_by_role("status").filter(has_text="Connection lost")).to_be_hidden()
    expect(grace.page.get_by_role("status").filter(has_text=re.compile("^(live|refreshing)$"))).to_be_visible()
    assert count_of(api, seated.table, "dicy-cards.card-frozen") == 2  # the chosen card, and the card that was scored
    grace.forgive(LOST)


def test_a_lost_answer_is_requested_again_and_nothing_happens_twice(owing: tuple[Visitor, Seated], api: Api) -> None:
    grace, seated = owing
    lost: list[int] = []

    def lose_the_first(route: Route) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch().status)
            route.abort("connectionreset")
        else:
            route.continue_()

    grace.page.route("**/moves", lose_the_first)
    chooses(grace, "odds")

    grace.expect_decision("roll")
    assert lost == [201]
    assert count_of(api, seated.table, "dicy-cards.card-frozen") == 2
    assert grace.page.get_by_role("alert").count() == 0
    grace.forgive(LOST)


def test_joining_again_after_an_error_gives_the_seat_already_taken(visit: Visit, api: Api) -> None:
    table = api.create_table(1, open_seats=2).table
    grace = visit()
    statuses: list[int] = []

    def fail_the_first(route: Route) -> None:
        statuses.append(route.fetch().status)
        route.fulfill(status=500, content_type="application/problem+json", body='{"code": "internal-error", "status": 500}')

    grace.page.route("**/seats", fail_the_first, times=1)
    grace.open(f"/t/{table}")
    grace.does("join").click()
    expect(grace.link("Player 2 joins.")).to_be_visible()
    grace.does("join").click()

    expect(grace.does("join")).to_be_hidden()
    assert statuses == [201]
    assert [seat["kind"] for seat in api.view(table)["seats"]] == ["human", "human", "open"]
    grace.forgive("500")


def test_events_missed_while_offline_are_caught_up(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    grace = visit(PHONE)
    grace.sit(table.seated[1])
    grace.expect_decision("wait")
    grace.page.context.set_offline(True)

    for kind in ("roll", "score"):
        move = next(move for move in api.moves(table.seated[0]) if move["type"] == kind)
        api.play(table.seated[0], move)
    grace.page.context.set_offline(False)

    grace.expect_decision(re.compile("roll|freeze"))
    grace.forgive(LOST)


def test_what_happens_between_the_view_and_the_events_of_a_page_that_is_just_loading_is_not_missed(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    grace = visit(PHONE)

    def play_before_it_is_answered(route: Route) -> None:
        reach(api, table)
        route.continue_()

    grace.page.route("**/events?*", play_before_it_is_answered, times=1)
    grace.sit(table.seated[1])

    grace.expect_decision("freeze")


def test_who_leaves_a_table_that_is_still_loading_sees_no_more_of_it(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    grace = visit()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    grace.page.route("**/css/games/dicy-cards.css", hold)
    grace.open(f"/t/{table.table}")
    while not held:
        grace.page.wait_for_timeout(10)

    grace.link("rollstream").click()
    expect(grace.page.locator(".lobby")).to_be_visible()
    held.pop().continue_()
    grace.page.wait_for_function("() => [...document.styleSheets].some(({ href }) => href?.endsWith('/games/dicy-cards.css'))")
    grace.page.wait_for_function(TURNS)

    expect(grace.page.locator(".lobby")).to_be_visible()
    expect(grace.page).to_have_title("rollstream")


def test_a_move_is_sent_once_whatever_is_pressed_until_it_is_answered(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    ada = visit()
    sent: list[Route] = []
    ada.page.route("**/moves", lambda route: sent.append(route) if route.request.method == "POST" else route.continue_())
    ada.sit(table.seated[0])

    ada.does("roll").dblclick()
    ada.does("roll").press("Enter")
    sent[0].continue_()

    ada.expect_decision("play")
    assert len(sent) == 1
    assert count_of(api, table.table, "dicy-cards.dice-rolled") == 1
    assert ada.page.get_by_role("alert").count() == 0


def test_two_tabs_show_the_same_and_one_follows_the_other(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    ada = visit()
    ada.sit(table.seated[0])
    other = ada.tab()
    other.open(f"/t/{table.table}")
    other.expect_decision("roll")

    ada.does("roll").click()
    other.expect_decision("play")
    assert dice_of(other.page) == dice_of(ada.page)
    other.card("any-two").click()
    other.does("score").click()

    ada.expect_decision("wait")
    other.expect_decision("wait")
    assert (ada.watched.complaints, other.watched.complaints) == ([], [])


def dice_of(page: Page) -> Any:
    return page.locator("[data-die]").evaluate_all("(dice) => dice.map((die) => die.dataset.face)")


def hear_nothing(route: Route) -> None:
    """Keep a tab stale: it gets the past events, and none of the later ones."""
    if "event-stream" in route.request.headers.get("accept", ""):
        route.abort()
    else:
        route.continue_()


def test_a_stale_tab_does_nothing_twice_and_shows_what_happened(owing: tuple[Visitor, Seated], api: Api) -> None:
    grace, seated = owing
    grace.page.route("**/events*", hear_nothing)
    grace.page.reload()
    grace.card("odds").click()
    api.play(seated, next(move for move in api.moves(seated) if move["card"] == "straight"))

    grace.does("choose").click()

    expect(grace.page.get_by_role("status").filter(has_text="This decision is closed")).to_be_visible()
    grace.expect_decision("roll")
    assert api.view(seated.table)["state"]["players"][1]["frozen"] == ["straight"]
    grace.forgive(LOST, "status of 409")

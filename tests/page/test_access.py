"""Accessibility: automated checks of every view, in light and dark colours, and every action by keyboard."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser import DESKTOP, PHONE, window
from tests.live import Api, Service
from tests.page.axe import barriers
from tests.page.conftest import Visit
from tests.page.shots import CONTINUING, PICTURES, Scenes, scenes
from tests.page.tables import created_table, reach
from tests.page.visitor import GO, Visitor, visiting, wait_for


@pytest.fixture(scope="module")
def at(service: Service) -> Scenes:
    """Tables in every situation."""
    with Api(service.url) as api:
        return scenes(api)


@pytest.fixture(scope="module")
def passer(browser: Browser, service: Service) -> Iterator[Visitor]:
    """A visitor who opens one view after the other. All that is requested is listened to."""
    with visiting(browser, service.url, PHONE, listening=True) as passer:
        passer.open()
        yield passer


@pytest.mark.parametrize("view", PICTURES)
def test_no_view_has_a_serious_barrier_or_sticks_out_of_the_window(passer: Visitor, at: Scenes, view: str) -> None:
    """Every other view is checked in dark colours. Each is opened on a phone, and must fit a desktop too."""
    passer.page.set_viewport_size(window(PHONE))
    if view not in CONTINUING:
        passer.page.evaluate("localStorage.clear()")  # it starts without a seat
    PICTURES[view](passer, at)
    passer.page.emulate_media(color_scheme=("light", "dark")[list(PICTURES).index(view) % 2])

    assert (barriers(passer.page), sticks_out(passer.page)) == ([], False)
    passer.page.set_viewport_size(window(DESKTOP))
    assert not sticks_out(passer.page)
    assert not passer.watched.complaints


def sticks_out(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


def focused(page: Page) -> dict[str, Any]:
    """The focused element: its text, and whether its focus is visible."""
    result: dict[str, Any] = page.evaluate(
        """() => {
            const element = document.activeElement, style = getComputedStyle(element);
            const seen = (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== "none";
            const { card, do: does } = element.dataset;
            return { text: element.ariaLabel ?? element.innerText, card, does, seen, nothing: element === document.body };
        }"""
    )
    return result


def tab_to(page: Page, **wanted: str) -> None:
    """Press Tab until an element with these properties has the focus. Every stop on the way must be visible."""
    for _ in range(60):
        page.keyboard.press("Tab")
        there = focused(page)
        assert there["seen"] or there["nothing"], there
        if all(there[name] == value for name, value in wanted.items()):
            return
    raise AssertionError(f"no focus on {wanted}")


def test_a_game_is_begun_and_a_card_scored_without_a_mouse(visit: Visit) -> None:
    ada = visit()
    ada.open()
    expect(ada.button("Play Dicy Cards")).to_be_visible()
    tab_to(ada.page, text="Play Dicy Cards")
    ada.page.keyboard.press("Enter")
    ada.expect_decision(re.compile("roll|freeze|wait"))


def test_dice_and_cards_are_chosen_with_the_keyboard(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    ada = visit()
    ada.sit(table.seated[0])
    ada.expect_decision("roll")

    tab_to(ada.page, does="roll")
    ada.page.keyboard.press("Enter")
    ada.expect_decision("play")
    expect(ada.page.locator(".actions :focus")).to_be_visible()  # the button is gone, but the focus stays in place
    ada.page.keyboard.press("3")
    ada.page.keyboard.press("6")
    tab_to(ada.page, card="any-two")
    ada.page.keyboard.press("Space")
    tab_to(ada.page, does="score")
    ada.page.keyboard.press("Enter")

    ada.expect_decision("wait")
    scored = [event for event in api.events(table.table) if event["type"] == "dicy-cards.card-scored"]
    assert [event["data"]["positions"] for event in scored] == [[2, 5]]


def test_a_dialog_keeps_the_focus_and_gives_it_back(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    ada = visit(PHONE)
    ada.sit(table.seated[0])
    ada.button("Resign").focus()
    ada.page.keyboard.press("Enter")
    dialog = ada.page.get_by_role("dialog")
    for _ in range(6):
        ada.page.keyboard.press("Tab")
        assert dialog.evaluate("(dialog) => dialog.contains(document.activeElement) || document.activeElement === document.body")

    ada.page.keyboard.press("Escape")

    expect(dialog).to_be_hidden()
    assert focused(ada.page)["text"] == "Resign"


def test_a_dialog_closes_when_its_view_is_left(visit: Visit, api: Api) -> None:
    # given a player who came from the lobby, and is asked whether to resign
    table = created_table(api, "Ada", "Grace")
    ada = visit(PHONE)
    ada.sit(table.seated[0])
    ada.link("rollstream").click()
    expect(ada.button("Create a table")).to_be_visible()
    ada.page.evaluate(GO, f"/t/{table.table}")
    ada.button("Resign").click()
    expect(ada.page.get_by_role("dialog", name="Resign from this game?")).to_be_visible()
    # when they go back
    ada.page.go_back()
    # then nothing lies over the lobby, and they have not resigned
    ada.button("Create a table").click()
    expect(ada.page.get_by_role("dialog")).to_have_accessible_name("Create a table")
    assert not api.view(table.table)["seats"][0]["resigned"]


SETTLED = "() => new Promise((done) => setTimeout(done, 300))"
"""Gives the page the time to do what it would do with a late answer."""


def test_a_dialog_that_comes_late_does_not_open_over_the_next_view(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    ada = visit(PHONE)
    ada.sit(table.seated[0])
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    ada.deceive(re.compile(r"/links$|/v1/games/ice-dice|/lobby/create/dialog\.js$"), hold)
    for path, name in ((f"/t/{table.table}", "Play on another device"), ("/", "Ice Dice: the rules"), ("/", "Create a table")):
        ada.page.evaluate(GO, path)
        ada.button(name).click()
        wait_for(ada, lambda: held)

        ada.page.evaluate(GO, f"/t/{table.table}?at=1")
        expect(ada.heading("Replay")).to_be_visible()
        with ada.page.expect_response(held[-1].request.url):
            held.pop().continue_()

        ada.page.evaluate(SETTLED)
        expect(ada.page.get_by_role("dialog")).to_have_count(0)


LISTEN = """() => {
    window.heard = [];
    const hear = () => heard.push(document.querySelector("#announcer").textContent.trim());
    new MutationObserver(hear).observe(document.querySelector("#announcer"), { childList: true, characterData: true, subtree: true });
}"""
"""Makes the page record everything that screen readers announce."""


def test_screen_readers_announce_moves_of_others_and_whose_turn_it_is(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    grace = visit(PHONE)
    grace.sit(table.seated[1])
    grace.expect_decision("wait")

    grace.page.evaluate(LISTEN)

    reach(api, table)

    grace.page.wait_for_function("() => heard.some((said) => said.endsWith('Choose a card'))")
    assert any(re.search(r"Ada scores .*\d points", said) for said in grace.page.evaluate("heard"))


def test_reduced_motion_is_respected_and_all_others_see_the_dice_roll(visit: Visit, api: Api) -> None:
    for still in (True, False):
        table = created_table(api, "Ada", "Grace")
        ada = visit(still=still)
        ada.sit(table.seated[0])
        ada.page.evaluate("""() => { window.moved = 0; const move = Element.prototype.animate;
            Element.prototype.animate = function (...how) { window.moved++; return move.apply(this, how); }; }""")

        ada.does("roll").click()
        ada.expect_decision("play")

        assert (ada.page.evaluate("window.moved") > 0) is not still

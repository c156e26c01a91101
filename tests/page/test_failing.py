"""An error of the page itself is shown, and the view is loaded again: the first time automatically, then by a button."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser import PHONE
from tests.live import Api, CreatedTable
from tests.page.conftest import Visit
from tests.page.tables import created_table, play
from tests.page.visitor import Visitor

RELOADED = "This page had a problem and was reloaded"
SPOILT = "spoilt"
THROW = f"if (globalThis.spoilt-- > 0) throw new Error('{SPOILT}');"

LATE = {
    "a listener": f"addEventListener('keydown', () => {{ throw new Error('{SPOILT}'); }}, {{ once: true }})",
    "a promise": f"addEventListener('keydown', async () => {{ throw new Error('{SPOILT}'); }}, {{ once: true }})",
}


def spoil(visitor: Visitor, module: str, before: str, times: int) -> None:
    """Make a module of the page throw `times` times, just before this part of its source."""

    def answer(route: Route) -> None:
        response = route.fetch()
        source = response.text()
        assert before in source
        route.fulfill(response=response, body=f"globalThis.spoilt ??= {times};" + source.replace(before, THROW + before, 1))

    visitor.deceive(f"**/js/{module}", answer)


def reload_button(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("alert").get_by_role("button", name="Reload")


def moves_on(api: Api, table: CreatedTable) -> None:
    """The first player rolls."""
    play(api, table.seated[0], "roll")


@pytest.mark.parametrize("before", ["const { events, view }", "const { view, moves }"], ids=["an event", "the board"])
def test_a_table_that_cannot_be_drawn_once_is_loaded_again(visit: Visit, api: Api, before: str) -> None:
    table = created_table(api, "Ada", "Grace")
    grace = visit(PHONE)
    spoil(grace, "table/display.js", before, times=1)
    grace.sit(table.seated[1])
    grace.expect_decision("wait")

    moves_on(api, table)

    expect(grace.page.get_by_text(RELOADED)).to_be_visible()
    expect(grace.page.get_by_role("region", name="Game log")).to_contain_text("Ada rolls")
    expect(reload_button(grace)).to_be_hidden()
    grace.forgive(SPOILT)


def test_a_table_that_cannot_be_drawn_again_offers_to_reload_the_page(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    grace = visit(PHONE)
    spoil(grace, "table/room.js", "const { session, game } = this;\n    const { view, seat, moves, events }", times=9)
    grace.sit(table.seated[1])

    expect(reload_button(grace)).to_be_visible()
    expect(grace.page.get_by_text("This page has a problem").first).to_be_visible()
    grace.page.route("**/js/table/room.js", lambda route: route.continue_())
    reload_button(grace).click()

    grace.expect_decision("wait")
    grace.forgive(SPOILT)


@pytest.mark.parametrize("kind", LATE)
def test_an_error_that_nothing_else_deals_with_is_shown(visit: Visit, api: Api, kind: str) -> None:
    table = created_table(api, "Ada", "Grace")
    ada = visit(PHONE)
    ada.sit(table.seated[0])
    ada.expect_decision("roll")
    ada.page.evaluate(LATE[kind])

    ada.page.keyboard.press("F8")

    expect(ada.page.get_by_text(RELOADED)).to_be_visible()
    ada.expect_decision("roll")
    ada.forgive(SPOILT)


VIEWS: dict[str, tuple[str, str, Callable[[CreatedTable], str]]] = {
    "a list of the lobby": ("lobby/lists.js", "const held = heldTables();", lambda table: "/"),
    "the lobby": ("lobby/view.js", "root.className", lambda table: "/"),
    "the state of the link": ("table/head.js", "link.dataset.state", lambda table: f"/t/{table.table}"),
    "a replay": ("replay/replay.js", "const view = await this.past.at(at)", lambda table: f"/t/{table.table}?at=1"),
}


@pytest.mark.parametrize("view", VIEWS)
def test_no_view_fails_silently(visit: Visit, api: Api, view: str) -> None:
    module, before, path = VIEWS[view]
    table = created_table(api, "Ada", "Grace")
    zoe = visit()
    spoil(zoe, module, before, times=1)

    zoe.open(path(table))

    expect(zoe.page.get_by_text(RELOADED)).to_be_visible()
    expect(zoe.page.get_by_role("heading", level=1)).not_to_have_text("Something went wrong")
    zoe.forgive(SPOILT)

"""A supported browser can play, even without newer features. An older one, or one without scripts, shows a clear message."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from service.http.page_files import FOLDER
from tests.browser import PHONE, QUIET_PLACE, watching
from tests.live import Api, Service
from tests.page import ice
from tests.page.conftest import Visit
from tests.page.tables import played

RANGE = json.loads((Path(__file__).parents[1] / "browsers/range.json").read_text(encoding="utf-8"))
CHECK_VISIBILITY = "delete Element.prototype.checkVisibility"

LACKING = {
    "modules": "delete HTMLScriptElement.prototype.noModule",
    "Object.hasOwn": "delete Object.hasOwn",
    "Array.with": "delete Array.prototype.with",
    "TextDecoderStream": "delete globalThis.TextDecoderStream",
    "dialogs": "delete HTMLDialogElement.prototype.showModal",
    "CSS.supports": "delete CSS.supports",
    ":has": "const has = CSS.supports; CSS.supports = (...what) => !/:has/.test(what) && has.apply(CSS, what)",
    "oklch": "const has = CSS.supports; CSS.supports = (...what) => !/oklch/.test(what) && has.apply(CSS, what)",
    "lookbehind": "const Real = RegExp; RegExp = function (text) { if (text.includes('?<')) throw Error(text); return new Real(text); }",
}


_REMOVERS = ", ".join(f"{json.dumps(name)}: () => {{ {script} }}" for name, script in LACKING.items())
WITHOUT = f"({{{_REMOVERS}}})[window.name]?.()"
"""Removes the feature that the window is named for, before the page's scripts run."""


def test_a_browser_that_is_too_old_gets_a_message_and_nothing_else_happens(visit: Visit) -> None:
    ada = visit(PHONE, listening=True)
    ada.watched.prepare(WITHOUT)
    ada.page.goto(f"{ada.url}{QUIET_PLACE}")

    for feature in LACKING:
        ada.page.evaluate("(name) => { window.name = name; }", feature)
        ada.open()

        alert = ada.page.get_by_role("alert")
        expect(alert, feature).to_contain_text("This browser is too old for this page")
        expect(alert, feature).to_contain_text("Ce navigateur est trop ancien")
        ada.page.wait_for_load_state("networkidle")
        expect(ada.page.locator("main"), feature).to_be_empty()
        assert not [request for request in ada.watched.requests if "/v1/" in request.url], feature


def test_the_page_names_the_oldest_browsers_that_it_is_made_for() -> None:
    index = (FOLDER / "index.html").read_text(encoding="utf-8")
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")

    for text in (index, readme):
        assert f"Chrome or Edge {RANGE['chrome']}, Firefox {RANGE['firefox']}, Safari {RANGE['safari']}" in text
    assert f"Chrome ou Edge {RANGE['edge']}, Firefox {RANGE['firefox']}, Safari {RANGE['safari']}" in index


def test_a_token_is_taken_in_a_browser_without_check_visibility(visit: Visit, api: Api) -> None:
    table = ice.started_table(api, "Ada", "Grace")
    zoe = visit(still=False)
    zoe.watched.prepare(CHECK_VISIBILITY)
    zoe.open(f"/t/{table.table}")
    expect(zoe.page.locator(".big [data-token]").first).to_be_visible()

    view = played(api, table, lambda view: any(player["own"] for player in view["state"]["players"]))

    own = next(player["own"][0] for player in view["state"]["players"] if player["own"])
    expect(zoe.page.locator(f".stack [data-own='{own['token']}']")).to_be_visible()
    expect(zoe.page.locator(".board")).to_have_attribute("data-version", str(view["version"]))


BROKEN = {"a part that does not come": None, "syntax that is not known": "?? this is of next year"}


@pytest.mark.parametrize("how", BROKEN)
def test_a_page_that_does_not_start_says_so_and_can_be_reloaded(visit: Visit, how: str) -> None:
    ada = visit(PHONE)
    source = BROKEN[how]

    def answer(route: Route) -> None:
        if source is None:
            route.abort()
        else:
            route.fulfill(body=source, content_type="text/javascript")

    ada.deceive("**/js/router.js", answer)
    ada.open()
    expect(ada.page.get_by_role("alert")).to_contain_text("The page did not start")
    ada.page.unroute_all()

    ada.button("Reload – Recharger").click()

    expect(ada.page.get_by_role("heading", level=1)).to_be_visible()
    expect(ada.page.get_by_role("alert")).to_be_hidden()
    ada.forgive("net::ERR", "Unexpected token")


def test_without_scripts_the_page_says_what_it_needs(browser: Browser, service: Service) -> None:
    with watching(browser, PHONE, scripts=False) as watched:
        watched.open(service.url + "/", within=service.url)

        for language, text in (("en", "This page needs JavaScript"), ("fr", "Cette page a besoin de JavaScript")):
            expect(watched.page.locator(f"noscript p:lang({language})")).to_contain_text(text)
            expect(watched.page.locator(f"noscript p:lang({language})")).to_be_visible()
        expect(watched.page.locator("#too-old")).to_be_hidden()
        assert watched.complaints == []

"""The page uses its own font, whatever fonts a machine has. It also fits with the machine's fonts if its own does not arrive."""

import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser import DESKTOP, PHONE, browsing, watching
from tests.fonts.sets import SETS, configured
from tests.live import Api, Service
from tests.page import ice
from tests.page.conftest import Visit
from tests.page.fitting import assert_the_boards_have_room, assert_the_longest_words_fit
from tests.page.letters import strangers
from tests.page.tables import created_table, finished, has_decision, played
from tests.page.visitor import Visitor, visiting
from tests.workers.exports import tables
from workers.exports.format import formats

FONT = "**/letters.woff2"
PLACES = """() => [...document.querySelectorAll("button, h1, h2, p, a")].filter((one) => one.getClientRects().length)
    .map((one) => { const { x, y, width, height } = one.getBoundingClientRect(); return [x, y, width, height]; })"""

UNFOLD = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"


@pytest.fixture(scope="module", params=SETS)
def browser(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser on a machine with a certain set of fonts."""
    with browsing(configured(request.param, tmp_path_factory.mktemp("set"))) as browser:
        yield browser


def strangers_in(visitor: Visitor, path: str) -> Mapping[str, str]:
    """The fonts in a view that are not the page's. A font that arrives late is used from the next view on: so a second view counts."""
    if not (found := _strangers_once(visitor, path)):
        return found
    visitor.page.evaluate("document.fonts.load('1em Figtree')")
    return _strangers_once(visitor, path)


def _strangers_once(visitor: Visitor, path: str) -> Mapping[str, str]:
    visitor.open(path)
    expect(visitor.page.locator("main :is(h1, h2)").first).to_be_visible()
    visitor.page.evaluate(UNFOLD)
    return strangers(visitor.page)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_all_letters_of_all_views_are_the_pages_own(visit: Visit, api: Api, language: str) -> None:
    dicy, cards, dice = (
        finished(api, "Ada", "Grace"),
        created_table(api, "Ada", "Zoë", turn_seconds=3600),
        ice.started_table(api, "Ada", "Grace"),
    )
    played(api, cards, has_decision(0, "play", round=3))
    lounge = api.create_table(1, names=["Ada"], open_seats=1)
    ada, zoe = visit(PHONE, language=language), visit(DESKTOP, language=language)
    seen = {}

    for held in (cards.seated[0], ice.mover(dice, dice.view), dicy.seated[0], lounge.seated[0]):
        ada.sit(held)
        for visitor in (ada, zoe):
            path = f"/t/{held.table}"
            seen[path, visitor is ada] = strangers_in(visitor, path)
    for path in ("/", f"/t/{dicy.table}?at=9", f"/t/{dice.table}?at=3", "/t/nothing"):
        seen[path, False] = strangers_in(zoe, path)
    zoe.open()
    zoe.page.locator(".start button").nth(1).click()
    seen["create", False] = strangers(zoe.page)

    assert {where: found for where, found in seen.items() if found} == {}
    zoe.forgive("status of 404")


def test_all_letters_of_the_exported_replay_are_the_pages_own(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "game.html"
    file.write_bytes(formats()["html"].render(tables.played()))

    with watching(browser, PHONE) as watched:
        watched.open(file.as_uri())
        watched.page.evaluate("document.fonts.load('1em Figtree')")
        watched.page.locator("summary").click()

        assert strangers(watched.page) == {}
        assert watched.complaints == []


@pytest.mark.parametrize("own", [True, False], ids=["own", "machine"])
def test_small_phones_have_room_with_every_set_of_fonts(browser: Browser, service: Service, api: Api, own: bool) -> None:
    table = ice.started_table(api, "Ada", "Grace", options={"reroll_limit": 2})
    with ExitStack() as leaving:
        ada, marie = (leaving.enter_context(visiting(browser, service.url, (320, 568), language=tag, fresh=True)) for tag in ("en", "fr"))
        for visitor in (ada, marie):
            if not own:
                visitor.page.route(FONT, lambda route: route.abort())
            visitor.sit(ice.mover(table, table.view))
            visitor.expect_decision("shift")

        assert_the_boards_have_room(ada)
        assert_the_longest_words_fit(marie, api, table)

        for visitor in (ada, marie):
            if own:
                assert strangers(visitor.page) == {}
            visitor.forgive("ERR_FAILED")


def test_letters_that_come_late_move_nothing(visit: Visit, api: Api) -> None:
    def late(route: Route) -> None:
        time.sleep(0.7)
        route.continue_()

    ada = visit(PHONE, fresh=True)
    ada.page.route(FONT, late)
    ada.open()
    expect(ada.button("Create a table")).to_be_visible()
    expect(ada.page.get_by_text("Loading tables…")).to_have_count(0)
    before = ada.page.evaluate(PLACES)

    ada.page.evaluate("document.fonts.load('1em Figtree')")

    assert ada.page.evaluate(PLACES) == before

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
from tests.page.tables import created_table, finished, has_decision, mover, played
from tests.page.visitor import Visitor, visiting
from tests.size import at_size
from tests.workers.exports import tables
from workers.exports.format import formats

FONT = "**/letters.woff2"
PLACES = """() => [...document.querySelectorAll("button, h1, h2, p, a")].filter((one) => one.getClientRects().length)
    .map((one) => { const { x, y, width, height } = one.getBoundingClientRect(); return [x, y, width, height]; })"""

UNFOLD = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"


MACHINES = tuple(SETS)[: at_size(2, len(SETS))]
"""The narrowest and the widest letters; in make test-all, those between as well."""


@pytest.fixture(scope="module", params=MACHINES)
def machine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
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


def test_all_letters_of_all_views_are_the_pages_own_in_both_languages(visit: Visit, api: Api) -> None:
    """On any machine: a letter that the page's font lacks comes from another one."""
    dicy, cards, dice = (
        finished(api, "Ada", "Grace"),
        created_table(api, "Ada", "Zoë", turn_seconds=3600),
        ice.started_table(api, "Ada", "Grace"),
    )
    played(api, cards, has_decision(0, "play", round=3))
    lounge = api.create_table(1, names=["Ada"], open_seats=1)
    ada, zoe = visit(PHONE, language="fr"), visit(DESKTOP)
    ada.sit(cards.seated[0], mover(dice, dice.view), dicy.seated[0], lounge.seated[0])
    seen = {}

    paths = (*(f"/t/{one.table}" for one in (cards, dice, dicy, lounge)), "/", f"/t/{dicy.table}?at=9", "/t/nothing")
    for path in paths:
        for visitor in (ada, zoe) if path in paths[:: at_size(4, 2)] else (ada,):
            seen[path, visitor is ada] = strangers_in(visitor, path)
    for visitor in (ada, zoe):
        visitor.open()
        visitor.page.locator(".start button").nth(1).click()
        seen["create", visitor is ada] = strangers(visitor.page)
        visitor.forgive("status of 404")

    assert {where: found for where, found in seen.items() if found} == {}


def test_all_letters_of_the_exported_replay_are_the_pages_own(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "game.html"
    file.write_bytes(formats()["html"].render(tables.played()))

    with watching(browser, PHONE) as watched:
        watched.open(file.as_uri())
        watched.page.evaluate("document.fonts.load('1em Figtree')")
        watched.page.locator("summary").click()

        assert strangers(watched.page) == {}
        assert watched.complaints == []


def test_small_phones_have_room_with_the_fonts_of_any_machine_and_letters_that_come_late_move_nothing(
    machine: Browser, service: Service, api: Api
) -> None:
    table = ice.started_table(api, "Ada", "Grace", options={"reroll_limit": 2})
    with ExitStack() as leaving:
        ada, marie = (leaving.enter_context(visiting(machine, service.url, (320, 568), language=tag, fresh=True)) for tag in ("en", "fr"))
        for visitor in (ada, marie):
            visitor.page.route(FONT, lambda route: route.abort())
            visitor.sit(mover(table, table.view))
            visitor.expect_decision("shift")

        assert_the_boards_have_room(ada)
        assert_the_longest_words_fit(marie, api, table)

        for visitor in (ada, marie):
            visitor.forgive("ERR_FAILED")
        marie.page.unroute_all()
        late_letters_move_nothing(marie)


def test_small_phones_have_room_with_the_pages_own_font(visit: Visit, api: Api) -> None:
    table = ice.started_table(api, "Ada", "Grace", options={"reroll_limit": 2})
    ada, marie = (visit((320, 568), language=tag) for tag in ("en", "fr"))
    for visitor in (ada, marie):
        visitor.sit(mover(table, table.view))
        visitor.expect_decision("shift")

    assert_the_boards_have_room(ada)
    assert_the_longest_words_fit(marie, api, table)


def late_letters_move_nothing(visitor: Visitor) -> None:
    def late(route: Route) -> None:
        time.sleep(0.7)
        route.continue_()

    visitor.page.route(FONT, late)
    visitor.open()
    expect(visitor.page.locator(".lobby .start button").first).to_be_visible()
    expect(visitor.page.get_by_text("Chargement des tables…")).to_have_count(0)
    before = visitor.page.evaluate(PLACES)

    visitor.page.evaluate("document.fonts.load('1em Figtree')")

    assert visitor.page.evaluate(PLACES) == before

"""The page keeps its scroll position when a game ends, when it gets shorter, and in another language: see also test_playing."""

from playwright.sync_api import expect

from tests.live import Api, CreatedTable
from tests.page.conftest import Visit
from tests.page.players import in_place
from tests.page.scrolling import WINDOWS, put, scrolled, watch_scrolling
from tests.page.tables import created_table, is_over, played
from tests.size import at_size


def nearly_over(api: Api) -> CreatedTable:
    """A table that is over soon. If its game ends too soon, try another one."""
    table = created_table(api, "Ada", "Grace")
    view = played(api, table, lambda view: is_over(view) or max(player["score"] for player in view["state"]["players"]) >= 90)
    return nearly_over(api) if is_over(view) else table


def test_the_end_of_a_game_does_not_move_a_page_that_is_scrolled_to_its_end(visit: Visit, api: Api) -> None:
    table = nearly_over(api)
    tabs = {size: visit(size) for size in WINDOWS[:: at_size(2, 1)]}  # a phone and a desktop, or all
    for size, ada in tabs.items():
        ada.sit(table.seated[0])
        watch_scrolling(ada)
        put(ada, size, 1)

    played(api, table, is_over)

    for size, ada in tabs.items():
        expect(ada.heading("Game over")).to_be_visible()
        assert scrolled(ada) == [], size


def test_a_page_stays_where_it_is_in_another_language_and_when_it_gets_shorter_until_its_width_changes(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    ada = visit(WINDOWS[0])
    ada.sit(table.seated[0])
    ada.expect_decision("roll")
    watch_scrolling(ada)

    put(ada, WINDOWS[0], 0.5)
    in_place(ada.page.locator("button[lang=fr]"))
    expect(ada.heading("À vous de jouer")).to_be_visible()
    assert ada.page.evaluate("window.put > 0 && scrollY === window.put")
    put(ada, WINDOWS[0], 1)
    ada.page.locator(".beside").evaluate("(beside) => beside.remove()")
    assert scrolled(ada) == []

    put(ada, WINDOWS[1], 0)
    assert ada.page.evaluate("document.documentElement.scrollHeight === innerHeight")

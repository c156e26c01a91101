"""The page keeps its scroll position: no action, text or new view scrolls it."""

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser import window
from tests.live import Api, CreatedTable, Seated
from tests.page import ice
from tests.page.conftest import Visit
from tests.page.tables import created_table, is_over, newer, played
from tests.page.visitor import Visitor, wanted

WINDOWS = ((360, 740), (768, 1024), (1366, 657), (1280, 800))

PUT = """async ([part, width, height]) => {
    const page = document.documentElement;
    for (let [still, before] = [0, 0]; still < 6; ) { // until everything has found its place in a window of this size
        await new Promise(requestAnimationFrame);
        const now = innerWidth === width && innerHeight === height ? page.scrollHeight : 0;
        [still, before] = [now && now === before ? still + 1 : 0, now];
    }
    scrollTo(0, part * (page.scrollHeight - innerHeight));
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    window.put = scrollY;
}"""
WATCH = """() => {
    window.moved = [];
    const byItself = () => window.put !== null && scrollY !== window.put;
    addEventListener("scroll", () => byItself() && moved.push([window.put, scrollY, innerWidth]));
}"""
SETTLED = """async () => {
    for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
    return moved;
}"""

ROUNDS_HERE = 8

Decide = Callable[[Visitor, Api, Seated, Mapping[str, Any]], None]
Elsewhere = Callable[[Api, CreatedTable, Callable[[Mapping[str, Any]], bool], int], Mapping[str, Any]]


def put(visitor: Visitor, size: tuple[int, int], part: float) -> None:
    """Resize the window, and scroll it to a part of the page."""
    visitor.page.evaluate("window.put = null")
    visitor.page.set_viewport_size(window(size))
    visitor.page.evaluate(PUT, [part, *size])


def press(what: Locator) -> None:
    """Press an element at its position: a click by the driver would scroll to it first."""
    what.evaluate("(one) => { one.focus({ preventScroll: true }); one.click(); }")


def shows(visitor: Visitor, view: Mapping[str, Any]) -> None:
    """Wait until the page shows this version of the table and accepts a move."""
    expect(visitor.page.locator(".board")).to_have_attribute("data-version", str(view["version"]))
    expect(visitor.page.locator(".actions")).not_to_have_attribute("aria-busy", "true")


def decide_cards(visitor: Visitor, api: Api, who: Seated, view: Mapping[str, Any]) -> None:
    decision = wanted(view, who.seat)
    shows(visitor, view)
    visitor.expect_decision(decision)
    if decision == "play" and view["round"] % 4 == 1:
        press(visitor.does("hint"))
        press(visitor.page.locator(".actions .button.hinted"))
        expect(visitor.page.locator(".prompt.advice")).to_have_count(0)
    elif decision == "play":
        _score(visitor)
    elif decision in {"freeze", "reset"}:
        press(visitor.page.locator("button[data-card].wanted").first)
        press(visitor.does("choose"))
    else:
        press(visitor.does("skip" if decision == "stuck" else "roll"))


def _score(visitor: Visitor) -> None:
    """Score the first card that gives points, with its best dice."""
    fitting = visitor.page.locator("button[data-card].wanted:not(.useless)")
    if fitting.count():
        press(fitting.first)
        press(visitor.does("score"))
    else:
        press(visitor.does("skip"))
        press(visitor.does("skip-yes"))


def decide_dice(visitor: Visitor, api: Api, who: Seated, view: Mapping[str, Any]) -> None:
    moves = api.moves(who)
    shows(visitor, view)
    visitor.expect_decision(re.compile("setup|take|shift|stuck"))
    move = next(move for kind in ("setup", "take", "shift", "pass") for move in moves if move["type"] == kind)
    if move["type"] == "pass":
        for action in ("pass", "pass-yes") if len(moves) > 1 else ("pass-yes",):
            press(visitor.does(action))
    else:
        _move(visitor, move)


def _move(visitor: Visitor, move: Mapping[str, Any]) -> None:
    """Enter the number of a token, if necessary, and move the token."""
    for part in ice.parts(move["expression"]) if "expression" in move else ():
        press(visitor.die(part + 1) if isinstance(part, int) else ice.sign(visitor, part))
    token = ice.token(visitor, move["token"])
    if "expression" in move and "hit" not in (token.get_attribute("class") or ""):
        press(ice.sign(visitor, "brackets"))
    press(token)
    if move["type"] == "setup":
        press(visitor.does("move"))


def play_whole(visitor: Visitor, api: Api, table: CreatedTable, decide: Decide, elsewhere: Elsewhere) -> None:
    """Play a game to its end: the first rounds in this browser, the rest over the API. Each turn uses another window size."""
    who, turn = table.seated[0], None
    visitor.sit(who)
    expect(visitor.page.locator(".board")).to_be_visible()
    visitor.page.evaluate(WATCH)
    view = api.view(table.table)
    while not is_over(view):
        here = view["owed"][0]["seat"] == who.seat
        if (view["round"], here) != turn:
            put(visitor, WINDOWS[view["round"] % len(WINDOWS)], (0, 0.5, 1)[view["version"] % 3])
        turn = (view["round"], here)
        if here and view["round"] <= ROUNDS_HERE:
            decide(visitor, api, who, view)
            view = newer(api, view)
        else:
            view = elsewhere(api, table, partial(_is_newer, view), view["version"])


def _is_newer(before: Mapping[str, Any], view: Mapping[str, Any]) -> bool:
    return bool(view["version"] > before["version"])


@pytest.mark.parametrize(
    ("game", "decide", "elsewhere"),
    [(created_table, decide_cards, played), (ice.created_table, decide_dice, ice.played)],
    ids=["dicy-cards", "ice-dice"],
)
def test_the_page_never_scrolls_by_itself(visit: Visit, api: Api, game: Any, decide: Decide, elsewhere: Elsewhere) -> None:
    table = game(api, "Ada", "Grace")
    ada = visit(WINDOWS[0])

    play_whole(ada, api, table, decide, elsewhere)

    expect(ada.page.get_by_role("heading", level=1)).to_have_text("Game over")
    assert ada.page.evaluate("moved") == []


@pytest.mark.parametrize("size", WINDOWS, ids=str)
def test_the_end_of_a_game_does_not_move_a_page_that_is_scrolled_to_its_end(visit: Visit, api: Api, size: tuple[int, int]) -> None:
    table = created_table(api, "Ada", "Grace")
    played(api, table, lambda view: bool(view["round"] == 2))
    ada = visit(size)
    ada.sit(table.seated[0])
    expect(ada.page.locator(".board")).to_be_visible()
    ada.page.evaluate(WATCH)
    put(ada, size, 1)

    played(api, table, is_over)

    expect(ada.page.get_by_role("heading", level=1)).to_have_text("Game over")
    assert ada.page.evaluate(SETTLED) == []


def test_a_page_that_gets_shorter_stays_where_it_is_until_its_width_changes(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    ada = visit(WINDOWS[0])
    ada.sit(table.seated[0])
    ada.expect_decision("roll")
    ada.page.evaluate(WATCH)
    put(ada, WINDOWS[0], 1)

    ada.page.locator(".beside").evaluate("(beside) => beside.remove()")

    assert ada.page.evaluate(SETTLED) == []
    put(ada, WINDOWS[1], 0)
    assert ada.page.evaluate("document.documentElement.scrollHeight === innerHeight")


def test_the_page_stays_where_it_is_in_another_language(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    ada = visit(WINDOWS[0])
    ada.sit(table.seated[0])
    ada.expect_decision("roll")
    put(ada, WINDOWS[0], 0.5)

    press(ada.page.locator("button[lang=fr]"))

    expect(ada.page.get_by_role("heading", name="À vous de jouer")).to_be_visible()
    assert ada.page.evaluate("window.put > 0 && scrollY === window.put")

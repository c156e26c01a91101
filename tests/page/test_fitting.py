"""Everything that a decision needs is visible in every window, even with long texts, many cards or large letters."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import DESKTOP, PHONE
from tests.live import Api
from tests.page import dice_cards as dice
from tests.page import ice
from tests.page.conftest import Visit
from tests.page.fitting import HIDDEN, LONG_NAMES, LONG_NAMES_OF_SIX, WINDOWS, cut, out_of_sight, resize
from tests.page.gestures import size_of
from tests.page.tables import at_the_store, can, created_table, has_decision, mover, played
from tests.page.visitor import Visitor, wait_for
from tests.size import at_size

OVER_CONTROLS = """() => {
    const note = document.querySelector(".note").getBoundingClientRect();
    return [...document.querySelectorAll("main :is(a, button, input, summary), #top :is(a, button)")].filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const [x, width] = [Math.max(left, note.left), Math.min(right, note.right) - Math.max(left, note.left)];
        const [y, height] = [Math.max(top, note.top), Math.min(bottom, note.bottom) - Math.max(top, note.top)];
        return width > 0 && height > 0 && document.elementsFromPoint(x + width / 2, y + height / 2).includes(one);
    }).map((one) => one.textContent);
}"""

BELOW_THE_HEAD = """() => [...document.querySelectorAll(".sheet thead bdi")].filter((one) => {
        const names = document.createRange();
        names.selectNodeContents(one);
        return names.getBoundingClientRect().bottom > one.closest("th").getBoundingClientRect().bottom;
    }).map((one) => one.textContent)"""
"""Names of which a line lies below the head of the score sheet."""

COVERED = """() => [...document.querySelectorAll("main :is(a, button, input, summary, [tabindex])")].filter((one) => {
        one.focus();
        const stuck = [...document.querySelectorAll("main *")].find((each) => getComputedStyle(each).bottom !== "auto"
            && getComputedStyle(each).position === "sticky" && !each.contains(one));
        if (document.activeElement !== one || !stuck) return false;
        const [shown, over] = [one, stuck].map((each) => each.getBoundingClientRect());
        return shown.bottom > over.top + 1 && shown.top < over.bottom - 1;
    }).map((one) => `${one.className} ${one.textContent}`)"""
"""What has the focus and yet lies, in part, under controls that stick to the bottom of the window (WCAG 2.2, 2.4.11)."""

NOTHING = "() => []"

LETTERS = """() => Object.fromEntries([...document.querySelectorAll("#top *, main *")]
    .filter((one) => one.getClientRects().length && !one.closest("svg"))
    .map((one) => [`${one.tagName} ${one.className}`, parseFloat(getComputedStyle(one).fontSize)]))"""


def five_buttons(visitor: Visitor) -> None:
    """Select a matching card and deselect one of its dice: the largest possible number of buttons."""
    visitor.page.locator("button[data-card].wanted:not(.useless)").first.click()
    visitor.page.locator(".die[aria-pressed=true]").first.click()
    expect(visitor.page.locator(".actions .button:visible")).to_have_count(5)


def dicy_cards(visitor: Visitor, api: Api, *names: str, **more: Any) -> None:
    """Open a table where the seat has rolled."""
    table = created_table(api, *names, **more)
    is_asked_to_play = has_decision(0, "play", round=3)
    played(
        api,
        table,
        lambda view: is_asked_to_play(view) and any(move["type"] == "score" for move in at_the_store(api).moves(table.seated[0])),
    )
    visitor.sit(table.seated[0])
    visitor.expect_decision("play")


def ice_dice(visitor: Visitor, api: Api, *names: str, **more: Any) -> None:
    """Open a table where the seat can shift, and begin a calculation with three dice."""
    table = ice.created_table(api, *names, **{"turn_seconds": 3600, **more})
    view = played(api, table, lambda view: view["round"] >= 3 and can(api, table, "shift", "reroll")(view))
    visitor.sit(mover(table, view))
    visitor.expect_decision("shift")


def three_dice(visitor: Visitor) -> None:
    """Begin a calculation with three dice."""
    ice.tap(visitor, {"op": "*", "left": 0, "right": {"op": "+", "left": 1, "right": 2}})


TURNS = [
    pytest.param(dicy_cards, ("Ada", "Grace"), five_buttons, id="dicy-cards-two"),
    pytest.param(dicy_cards, LONG_NAMES, five_buttons, id="dicy-cards-four"),
    pytest.param(ice_dice, LONG_NAMES_OF_SIX, three_dice, id="ice-dice-six"),
    pytest.param(dicy_cards, LONG_NAMES[:3], five_buttons, id="dicy-cards-three"),
    pytest.param(ice_dice, ("Ada", "Grace"), three_dice, id="ice-dice-two"),
]
"""Turns at tables of several sizes. The last two lie between others of the same game, or have more room than these."""


def dice_cards(visitor: Visitor, api: Api, *names: str) -> None:
    """Open a table where the seat owes an answer to a roll."""
    visitor.sit(dice.rolling_table(api, *names).seated[0])
    visitor.expect_decision("roll")


@pytest.mark.parametrize(
    ("sit", "names"), [(dicy_cards, LONG_NAMES), (ice_dice, LONG_NAMES_OF_SIX), (dice_cards, ("Ada", "Grace", "Linus", "Zoë"))]
)
def test_controls_of_a_phone_hide_nothing_that_has_the_focus(visit: Visit, api: Api, sit: Any, names: tuple[str, ...]) -> None:
    ada = visit(PHONE)
    sit(ada, api, *names)

    assert ada.page.evaluate(COVERED) == []


@pytest.mark.parametrize(("sit", "names", "choose"), TURNS[: at_size(3, 5)])
def test_every_window_shows_a_whole_turn_in_both_languages(visit: Visit, api: Api, sit: Any, names: tuple[str, ...], choose: Any) -> None:
    """Nothing chosen yet is checked in the language with the longer words: then fewer buttons are shown."""
    ada = visit(DESKTOP, language="fr")
    sit(ada, api, *names)
    assert out_of_sight(ada, more=BELOW_THE_HEAD if sit is dicy_cards else NOTHING) == {}
    assert cut(ada) == []

    choose(ada)
    assert out_of_sight(ada) == {}
    assert cut(ada) == []

    ada.speak("en")  # what is chosen stays
    assert out_of_sight(ada) == {}
    assert cut(ada) == []


def test_the_board_uses_the_room_of_a_large_window(visit: Visit, api: Api) -> None:
    ada = visit((1920, 1080))

    for sit in (dicy_cards, ice_dice):
        sit(ada, api, "Ada", "Grace")
        width, height = size_of(ada.page.locator(".board"))
        assert width >= 1400
        assert height >= 850


def test_the_prompt_has_room_beside_or_above_five_buttons(visit: Visit, api: Api) -> None:
    ada = visit(DESKTOP)
    dicy_cards(ada, api, "Ada", "Grace")
    five_buttons(ada)
    for language in ("fr", "en"):
        ada.speak(language)
        expect(ada.page.locator(".actions .button:visible")).to_have_count(5)

        for width in range(620, 1281, at_size(120, 60)):
            resize(ada, (width, 800))
            assert size_of(ada.page.locator(".prompt"))[0] >= 240, (language, width)
            assert size_of(ada.page.locator(".actions"))[1] <= 190, (language, width)
            assert ada.page.evaluate(HIDDEN) == [], (language, width)


@pytest.mark.parametrize("sit", [dicy_cards, ice_dice])
def test_letters_of_twice_the_size_grow_everywhere_and_are_not_cut(visit: Visit, api: Api, sit: Any) -> None:
    ada = visit(DESKTOP, fresh=True)
    sit(ada, api, *LONG_NAMES)
    resize(ada, (1280, 800))
    before = ada.page.evaluate(LETTERS)

    # Given a browser with letters twice as large, and a window twice as large
    session: Any = ada.page.context.new_cdp_session(ada.page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    resize(ada, (2560, 1600))
    ada.expect_decision(re.compile("play|shift"))
    now = ada.page.evaluate(LETTERS)

    assert {name: size for name, size in now.items() if name in before and size < 1.9 * before[name]} == {}
    for size in ((1280, 800), (1366, 657), (768, 1024), (360, 740)):
        resize(ada, size)
        assert cut(ada) == []
        assert ada.page.evaluate("document.documentElement.scrollWidth") == size[0]


@pytest.mark.parametrize("sit", [dicy_cards, ice_dice])
def test_a_note_lies_on_nothing_that_can_be_pressed(visit: Visit, api: Api, sit: Any) -> None:
    ada = visit(DESKTOP)
    sit(ada, api, "Ada", "Grace")

    # Given a link to the seat with an invalid code
    ada.open(f"{ada.page.url.removeprefix(ada.url)}#seat=0&code=used-before")
    ada.button("Play this seat").click()
    expect(ada.page.locator(".note")).to_be_visible()

    for size in WINDOWS:
        resize(ada, size)
        wait_for(ada, lambda: not ada.page.evaluate(OVER_CONTROLS))
    ada.forgive("status of 422")

"""Checks that the page fits into a window, and that its parts are visible."""

from collections.abc import Mapping, Sequence
from typing import Any

from playwright.sync_api import expect

from tests.browser import window
from tests.live import Api, CreatedTable
from tests.page import ice
from tests.page.gestures import size_of
from tests.page.tables import mover, moves_of
from tests.page.visitor import Visitor

SMALL_PHONES = ((360, 640), (320, 568))
WINDOWS = ((360, 740), (740, 360), (768, 1024), (1366, 657), (1280, 800), (1920, 1080))
"""A phone in both orientations, a tablet, and three desktops."""

LONG_NAMES = ("Maximiliane Wolkenstein", "Bartholomew Fitzgerald", "Konstantinos Papadopoulos", "Wilhelmina van Leeuwenhoek")
LONG_NAMES_OF_SIX = (*LONG_NAMES, "Alexandrina Featherstone", "Maximilian Hohenzollern")

HIDDEN = """() => [...document.querySelectorAll(
        ".playing button:not(.explain), .mine .player, .mine .points, .actions > :is(.prompt, .caption)")]
    .filter((one) => one.getClientRects().length).flatMap((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const outside = top < -1 || left < -1 || bottom > innerHeight + 1 || right > innerWidth + 1;
        const over = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2)[0];
        const covered = !outside && over !== undefined && !one.contains(over) && !over.contains(one);
        return outside || covered ? [`${one.className} ${one.textContent}`] : [];
    })"""

CUT = """() => [...document.querySelectorAll("#top *, main *")].filter((one) => {
        const { overflowX, overflowY, clipPath } = getComputedStyle(one);
        const shown = one.getClientRects().length && clipPath === "none" && !one.closest(".aside");
        const wide = overflowX !== "visible" && overflowX !== "auto" && one.scrollWidth > one.clientWidth + 1;
        const high = overflowY !== "visible" && overflowY !== "auto" && one.scrollHeight > one.clientHeight + 1;
        return shown && one.textContent.trim() && (wide || high);
    }).map((one) => `${one.className} ${one.textContent}`)"""

SETTLE = """async ({ width, height }) => {
        const frame = () => new Promise(requestAnimationFrame);
        while (innerWidth !== width || innerHeight !== height) await frame();
        scrollTo(0, 0);
        await frame();
        await frame(); // what observes sizes has seen the new ones
    }"""
WIDER = "document.documentElement.scrollWidth - innerWidth"


def resize(visitor: Visitor, size: tuple[int, int]) -> None:
    """Resize the window, and wait until the page is laid out again."""
    visitor.page.set_viewport_size(window(size))
    visitor.page.evaluate(SETTLE, window(size))


def out_of_sight(visitor: Visitor, more: str = "() => []") -> Mapping[tuple[int, int], Any]:
    """Elements that a player must scroll for or that others cover, by the window size in which this happens; and what `more` finds."""
    found = {}
    for size in WINDOWS:
        resize(visitor, size)
        hidden, wider = [*visitor.page.evaluate(HIDDEN), *visitor.page.evaluate(more)], visitor.page.evaluate(WIDER)
        if hidden or wider > 0:
            found[size] = hidden or wider
    return found


def cut(visitor: Visitor) -> Sequence[str]:
    """Texts that are partly cut off."""
    found: Sequence[str] = visitor.page.evaluate(CUT)
    return found


def assert_the_boards_have_room(visitor: Visitor) -> None:
    """With a calculation of three dice, the boards above the tray have enough room, and buttons are large enough for a finger."""
    ice.tap(visitor, {"op": "*", "left": 0, "right": {"op": "+", "left": 1, "right": 2}})
    for width, height in SMALL_PHONES:
        visitor.page.set_viewport_size({"width": width, "height": height})
        assert min(side for button in visitor.page.locator(".board button:not(.explain):visible").all() for side in size_of(button)) >= 40
        assert size_of(visitor.page.locator(".control-panel"))[1] <= 0.4 * height
        assert visitor.page.evaluate("document.documentElement.scrollWidth") == width


def assert_the_longest_words_fit(visitor: Visitor, api: Api, table: CreatedTable) -> None:
    """With all possible actions, in French, nothing overflows the narrowest phone."""
    ice.tap(visitor, moves_of(api, mover(table, table.view), "shift")[-1]["expression"])
    expect(visitor.does("reroll")).to_be_visible()
    assert visitor.page.evaluate("document.documentElement.scrollWidth") == 320

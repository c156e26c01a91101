"""A replay fits its window as a table does: the board and the controls are in sight together, and neither lies over the other."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import DESKTOP
from tests.live import Api, CreatedTable, Service
from tests.page import ice
from tests.page.conftest import Visit
from tests.page.fitting import LONG_NAMES, LONG_NAMES_OF_SIX, cut, resize
from tests.page.gestures import size_of
from tests.page.tables import finished
from tests.page.visitor import Visitor
from tests.size import at_size

DESKTOPS = ((1280, 800), (1366, 657), (1920, 1080), (768, 1024), (720, 528), (1088, 560))
"""Windows in which nothing has to be scrolled: all that are at least 45em wide and 33em high."""
PHONES = ((360, 740), (740, 360))
LARGE = ((1280, 800), (1366, 657), (1920, 1080), (768, 1024), (740, 360), (360, 740))

REACHABLE = """() => [...document.querySelectorAll(".current-event, .slide input, .slide output, .step, .speeds label")].filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const outside = top < -1 || left < -1 || bottom > innerHeight + 1 || right > innerWidth + 1;
        return outside || !one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    }).map((one) => one.className || one.tagName)"""
"""The controls that are out of sight, or lie under something else."""

BEYOND = """() => {
    const [board, controls] = [".board", ".pacing"].map((one) => document.querySelector(one).getBoundingClientRect());
    const sticking = [...document.querySelectorAll(".board *")].filter((one) => {
        const { width, right, bottom } = one.getBoundingClientRect();
        const drawn = width && getComputedStyle(one).clipPath === "none" && !one.closest("svg, .aside");
        return drawn && (bottom > board.bottom + 1 || right > board.right + 1);
    });
    const over = board.top < 0 || board.bottom > controls.top || board.bottom > innerHeight || board.right > innerWidth;
    return [...(over ? [`board ${board.bottom} controls ${controls.top}`] : []), ...sticking.map((one) => one.className)];
}"""
"""What of the board is not in sight above the controls, or sticks out of the board."""

BELOW = """() => {
    const last = [...document.querySelectorAll(".board .seat, .board .tray")]
        .sort((one, other) => one.getBoundingClientRect().bottom - other.getBoundingClientRect().bottom).at(-1);
    last.scrollIntoView({ block: "nearest" });
    return last.getBoundingClientRect().bottom - document.querySelector(".pacing").getBoundingClientRect().top;
}"""
"""By how much the controls hide the lowest part of the board when somebody wants to see it."""

LONGEST = """() => [...document.querySelectorAll(".game-log a")]
    .sort((one, other) => one.textContent.length - other.textContent.length).at(-1).dataset.version"""
"""The version at which the controls show the longest sentence."""

LENGTHEN = """() => { document.querySelector(".current-event").textContent = "Maximiliane Wolkenstein ".repeat(15); }"""

WIDER = "document.documentElement.scrollWidth - innerWidth"

GAMES: Mapping[str, Callable[[Api], CreatedTable]] = {
    "dicy-cards-two": lambda api: finished(api, "Ada", "Grace"),
    "dicy-cards-four": lambda api: finished(api, *LONG_NAMES),
    "ice-dice-two": lambda api: ice.finished(api, "Ada", "Grace"),
    "ice-dice-six": lambda api: ice.finished(api, *LONG_NAMES_OF_SIX),
}


CROWDED = ("dicy-cards-four", "ice-dice-six", "dicy-cards-two", "ice-dice-two")[: at_size(2, 4)]
"""The games with the most and the longest texts."""


@pytest.fixture(scope="module", params=list(GAMES.values()), ids=list(GAMES))
def over(request: pytest.FixtureRequest, service: Service) -> CreatedTable:
    """A game that is over."""
    with Api(service.url) as api:
        table: CreatedTable = request.param(api)
    return table


def replay(visitor: Visitor, table: CreatedTable, at: int) -> None:
    """Opens the replay of a table at an event."""
    visitor.open(f"/t/{table.table}?at={at}")
    expect(visitor.page.locator(".board")).to_have_attribute("data-version", str(at))


def shown(visitor: Visitor, at: str) -> None:
    """Moves an open replay to an event."""
    visitor.page.get_by_role("slider").fill(at)
    expect(visitor.page.locator(".board")).to_have_attribute("data-version", at)


def problems(visitor: Visitor) -> list[Any]:
    """What of the board and the controls is out of sight, covered, or wider than the window."""
    wider = visitor.page.evaluate(WIDER)
    return [*visitor.page.evaluate(REACHABLE), *visitor.page.evaluate(BEYOND), *([wider] if wider else [])]


def test_board_and_controls_are_in_sight_together_in_every_window_and_both_languages(visit: Visit, over: CreatedTable) -> None:
    zoe = visit(DESKTOP)
    last = over.view["version"]
    replay(zoe, over, last // 2)

    resize(zoe, (1920, 1080))
    width, height = size_of(zoe.page.locator(".board"))
    assert width >= 1400
    assert height >= 800

    shown(zoe, zoe.page.evaluate(LONGEST))
    for size in PHONES:  # the controls stay, and hide nothing for good
        resize(zoe, size)
        assert zoe.page.evaluate(REACHABLE) == []
        assert size_of(zoe.page.locator(".pacing"))[1] <= 0.25 * size[1]
        assert zoe.page.evaluate(BELOW) <= 0
        assert zoe.page.evaluate(WIDER) == 0

    zoe.page.evaluate(LENGTHEN)  # however long a sentence is, the board can be scrolled above it
    for size in (*PHONES, (800, 500)):
        resize(zoe, size)
        assert zoe.page.evaluate(BELOW) <= 0, size

    moments = (("fr", last - 4), ("en", last // 2), ("fr", last // 2))  # where the last round has begun, and half of the game
    for language, at in moments[: at_size(2, 3)]:
        zoe.speak(language)
        shown(zoe, str(at))
        found = {}
        for size in DESKTOPS:
            resize(zoe, size)
            found[size] = [*problems(zoe), *cut(zoe)]
        assert {size: wrong for size, wrong in found.items() if wrong} == {}, (language, at)


@pytest.mark.parametrize("over", [GAMES[name] for name in CROWDED], ids=CROWDED, indirect=True)
def test_letters_of_twice_the_size_are_not_cut_and_controls_do_not_overlap(visit: Visit, over: CreatedTable) -> None:
    zoe = visit(DESKTOP, fresh=True, language="fr")
    session: Any = zoe.page.context.new_cdp_session(zoe.page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    replay(zoe, over, over.view["version"] // 2)

    for size in LARGE:
        resize(zoe, size)
        zoe.page.locator(".pacing").scroll_into_view_if_needed()
        assert zoe.page.evaluate(WIDER) == 0, size
        assert cut(zoe) == [], size
        assert zoe.page.evaluate(REACHABLE) == [], size

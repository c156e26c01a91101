"""The look of a view does not depend on the views opened before it."""

import base64
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from rules.registry import games
from service.http.page_files import FOLDER
from tests.browser import browsing
from tests.live import Api, Service
from tests.page import ice
from tests.page.tables import created_table, finished
from tests.page.visitor import GO, Visitor, visiting, wait_for
from tests.size import at_size

SMALL = (800, 600)
"""A window that has all parts of a desktop's, with half the area to paint."""

HOLDING = """() => [...document.styleSheets].filter(({ href, disabled }) => href && !disabled)
    .map(({ href }) => /css\\/(.*)\\.css$/.exec(href)[1])"""


UNLIKE = """async (pictures) => {
    const [one, other] = await Promise.all(pictures.map(async (base64) => {
        const image = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))]));
        const small = await createImageBitmap(image, { resizeWidth: image.width / 8, resizeQuality: "high" });
        const canvas = new OffscreenCanvas(small.width, small.height).getContext("2d");
        canvas.drawImage(small, 0, 0);
        return canvas.getImageData(0, 0, small.width, small.height).data;
    }));
    return one.length !== other.length || one.some((value, at) => Math.abs(value - other[at]) > 64);
}"""
"""Whether two pictures differ visibly from a distance: the position of a browser's layer may vary by a pixel."""
LETTERS = "async () => { await document.fonts.ready; await new Promise((drawn) => setTimeout(() => requestAnimationFrame(drawn), 300)); }"
"""Waits until the fonts of the visible texts are loaded and drawn."""


@pytest.fixture
def zoe(service: Service) -> Iterator[Visitor]:
    """A visitor with a browser that paints."""
    with browsing(painting=True) as browser, visiting(browser, service.url, SMALL, fresh=True) as zoe:
        yield zoe


def standing_still(visitor: Visitor) -> None:
    """The lobby always lists the first response. All letters use the machine's fonts, whether or not the page's font arrives in time."""
    first: dict[str, Any] = {}

    def as_first(route: Route) -> None:
        if route.request.url not in first:
            first[route.request.url] = route.fetch()
        route.fulfill(response=first[route.request.url])

    visitor.deceive("**/v1/tables?*", as_first)
    visitor.page.route("**/letters.woff2", lambda route: route.abort())


def drawn(visitor: Visitor, path: str) -> None:
    """Wait until the view of an address is complete."""
    if path == "/":
        expect(visitor.page.locator(".lobby .table-row")).not_to_have_count(0)
    elif "?at=" in path:
        expect(visitor.page.locator(".replay .slide output")).to_contain_text(f"{path.partition('?at=')[2]} / ")
    else:
        expect(visitor.page.locator(".connection")).to_have_attribute("data-state", re.compile("live|ended"))
    visitor.page.evaluate(LETTERS)


def picture(visitor: Visitor) -> bytes:
    """A screenshot. In the lobby it leaves out the lists, because they show how long ago something happened."""
    lists = visitor.page.locator(".lobby .lobby-column")
    return (visitor.page.locator(".hero") if lists.count() else visitor.page).screenshot()


def test_every_view_looks_after_every_other_as_it_does_when_it_is_opened_first(zoe: Visitor, api: Api) -> None:
    over, ice_table = finished(api, "Ada", "Grace"), ice.finished(api, "Ada", "Grace", options={"variant": "young"})
    tables = [created_table(api, "Linus", "Zoë"), ice.started_table(api, "Linus", "Zoë")]
    replays = [f"/t/{one.table}?at={one.view['version'] - 9}" for one in (over, ice_table)]
    paths = ["/", *(f"/t/{one.table}" for one in tables), *replays]
    standing_still(zoe)

    first: Mapping[str, bytes] = {path: screenshot(zoe, path) for path in paths}
    back = paths[1 : at_size(1, len(paths))]  # every view after one other; in make test-all also the other way round
    for path in ["/", *paths[::-1], *back, "/"]:
        zoe.page.evaluate(GO, path)
        drawn(zoe, path)
        wait_for(zoe, lambda path=path: not unlike(zoe, picture(zoe), first[path]))  # type: ignore[misc]

    assert zoe.page.evaluate(HOLDING) == ["letters", "palette", "base", "lobby"]
    zoe.forgive("Failed to load resource")


def screenshot(visitor: Visitor, path: str) -> bytes:
    """A screenshot of a view that is opened first, as soon as it no longer changes."""
    visitor.open(path)
    drawn(visitor, path)
    seen = picture(visitor)
    while (now := picture(visitor)) != seen:
        seen = now
    return seen


def unlike(visitor: Visitor, one: bytes, other: bytes) -> bool:
    return bool(visitor.page.evaluate(UNLIKE, [base64.b64encode(picture).decode() for picture in (one, other)]))


@pytest.mark.parametrize("game", games())
def test_a_games_style_sheet_speaks_of_nothing_but_its_board(game: str) -> None:
    text = re.sub(r"/\*.*?\*/|\"[^\"]*\"", "", (FOLDER / f"css/games/{game}.css").read_text(encoding="utf-8"), flags=re.DOTALL)
    text = re.sub(r"@keyframes [a-z-]+ \{(?:[^{}]*\{[^}]*\})*\s*\}", "", text)

    selectors = [one for rule in re.findall(r"([^{};]+)\{[^{}]*\}", text) for one in re.split(r",(?![^(]*\))", rule)]

    assert len(selectors) > 100
    assert [one.strip() for one in selectors if not re.search(rf"\.{game}\b", one)] == []

"""Windows of several sizes, scrolled to a part of the page, and whether the page scrolls by itself."""

from typing import Any

from tests.browser import window
from tests.page.visitor import Visitor

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


def put(visitor: Visitor, size: tuple[int, int], part: float) -> None:
    """Resize the window, and scroll it to a part of the page."""
    visitor.page.evaluate("window.put = null")
    visitor.page.set_viewport_size(window(size))
    visitor.page.evaluate(PUT, [part, *size])


def watch_scrolling(visitor: Visitor) -> None:
    """From now on the page records when it is not where it was put, as soon as it shows a board."""
    visitor.page.locator(".board").wait_for()
    visitor.page.evaluate(WATCH)


def scrolled(visitor: Visitor) -> Any:
    """Where the page has scrolled by itself, once it is still."""
    return visitor.page.evaluate(SETTLED)

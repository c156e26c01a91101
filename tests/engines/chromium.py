"""Chromium, driven by Playwright like in the tests of the page."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page

from tests.browser import Watched, browsing, watching
from tests.engines.driver import Refused


@contextmanager
def chromium(folder: Path) -> Iterator["Chromium"]:
    """Run a Chromium without a window. If there is none, an AssertionError says how to install it."""
    with browsing() as browser, watching(browser, fresh=True) as watched:
        yield Chromium(watched)


class Chromium:
    """A driver by Playwright."""

    def __init__(self, watched: Watched) -> None:
        self._watched = watched

    @property
    def _page(self) -> Page:
        return self._watched.page

    def go(self, address: str) -> None:
        self._watched.open(address, within="/".join(address.split("/")[:3]))

    def run(self, function: str, *arguments: Any) -> Any:
        try:
            return self._page.evaluate(f"(values) => ({function})(...values)", list(arguments))
        except PlaywrightError as error:
            raise Refused(str(error)) from error

    def click(self, selector: str) -> None:
        self._page.locator(selector).first.click()  # Playwright waits; a retry here could click twice

    def press(self, key: str) -> None:
        self._page.keyboard.press(key)

    def complaints(self) -> Sequence[str]:
        return self._watched.complaints

"""A visitor with a browser: opens pages, clicks, presses keys and reads."""

import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.browser import QUIET_PLACE, TIMEOUT_MS, Watched, watching
from tests.live import Seated

STORE_SEATS: Final = """async (held) => {
    const { storeSeat } = await import('/page/now/js/seats.js');
    held.forEach((one) => storeSeat(...one));
}"""

GO: Final = "(path) => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }"
"""Leads to a path within the page, as one of its links does."""


@dataclass
class Visitor:
    """A visitor's browser, and the address of the service."""

    watched: Watched
    url: str

    @property
    def page(self) -> Page:
        return self.watched.page

    def open(self, path: str = "/") -> None:
        """Open a path of the service. If the visitor is `listening`, a request to another address is a complaint."""
        self.watched.open(self.url + path, within=self.url)

    def sit(self, *held: Seated) -> None:
        """Open a table in a browser that has already stored these seats' tokens."""
        self.look_away()  # a route of Playwright would switch the cache of the browser off
        self.page.evaluate(STORE_SEATS, [list(one) for one in held])
        self.open(f"/t/{held[0].table}")

    def look_away(self) -> None:
        """Open a document of the service that shows no table."""
        quiet = f"{self.url}{QUIET_PLACE}"
        if self.page.url != quiet:
            self.page.goto(quiet)

    def sit_or_stay(self, who: Seated) -> None:
        """Open a table as this player, unless it is open already: then only take back what was chosen there."""
        if self.page.url != f"{self.url}/t/{who.table}":
            return self.sit(who)
        self.page.keyboard.press("Escape")
        return None

    def tab(self) -> "Visitor":
        """Another tab of the same browser."""
        return Visitor(Watched(self.page.context.new_page()), self.url)

    def deceive(self, address: str | re.Pattern[str], handler: Callable[[Route], object], **how: Any) -> None:
        """Answer requests in another way than the service. The browser may keep such answers, so nobody else uses this page afterwards."""
        self.watched.spent = True
        self.page.route(address, handler, **how)

    def forgive(self, *words: str) -> None:
        """Remove complaints that contain one of these words: messages of the browser about a refusal that the test expects."""
        self.watched.complaints[:] = [complaint for complaint in self.watched.complaints if not any(word in complaint for word in words)]

    def speak(self, language: str) -> None:
        """Choose the language of the page. Nothing of the view is there any more that was drawn in another."""
        drawn = self.page.locator("#view > *").element_handles()
        self.page.locator(f"button[lang={language}]").click()
        expect(self.page.locator(f"html[lang={language}]")).to_be_attached()
        self.page.wait_for_function("(drawn) => drawn.every((one) => !one.isConnected)", arg=drawn)

    # --- elements --------------------------------------------------------------------------------------------------------------

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name, exact=isinstance(name, str))

    def link(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("link", name=name, exact=isinstance(name, str))

    def heading(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("heading", name=name, exact=isinstance(name, str))

    def seat(self, name: str) -> Locator:
        """A seat at the table, with its cards."""
        return self.page.get_by_role("region", name=re.compile(f"^{re.escape(name)},"))

    def does(self, action: str) -> Locator:
        """The button of an action, whatever the language calls it."""
        return self.page.locator(f"[data-do={action}]:visible")

    @property
    def decision(self) -> str:
        """The decision that the table requests from the visitor: `roll`, `play`, `stuck`, `freeze`, `reset`, `wait`, `over`."""
        return self.page.locator("[data-decision]").get_attribute("data-decision") or ""

    def expect_decision(self, wanted: str | re.Pattern[str]) -> None:
        expect(self.page.locator("[data-decision]")).to_have_attribute("data-decision", wanted)

    def die(self, position: int) -> Locator:
        """The die at a position of the roll, from 1."""
        return self.page.get_by_role("button", name=re.compile(f"^(Die|Dé) {position}\\b"))

    def cards(self) -> Sequence[Locator]:
        """The visitor's own cards."""
        return self.page.locator("button[data-card]").all()

    def card(self, name: str) -> Locator:
        """The visitor's own card with this id."""
        return self.page.locator(f"button[data-card={name}]")


def wait_for(visitor: Visitor, happened: Callable[[], object]) -> None:
    """Let the browser run until `happened()` is true, for events that no page shows."""
    deadline = time.monotonic() + TIMEOUT_MS / 1000
    while not happened():
        assert time.monotonic() < deadline, visitor.page.url
        visitor.page.wait_for_timeout(50)


@contextmanager
def visiting(browser: Browser, url: str, *args: Any, listening: bool = False, **how: Any) -> Iterator[Visitor]:
    """A visitor with their own browser (see `watching`). At the end, the browser must have no complaints about the page.

    Usually nobody listens to its requests: the browser reports one to elsewhere as a violation of the page's policy.
    """
    with watching(browser, *args, listening=listening, **how) as watched:
        yield Visitor(watched, url)
        assert not watched.complaints, watched.complaints

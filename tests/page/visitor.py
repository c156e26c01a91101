"""Somebody at a browser: where they go, what they press, what they see."""

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser import PATIENCE_MS, Watched, watching
from tests.live import Seated

NOTHING: Final = "<link rel=icon href=data:,>"
REMEMBER: Final = "async (held) => { const { remember } = await import('/page/now/js/seats.js'); held.forEach((one) => remember(...one)); }"


@dataclass
class Visitor:
    """A browser of somebody's own, and the address of the service."""

    watched: Watched
    url: str

    @property
    def page(self) -> Page:
        return self.watched.page

    def open(self, path: str = "/") -> None:
        """Goes there. Whatever the page asks for elsewhere is a complaint."""
        self.watched.open(self.url + path, within=self.url)

    def sit(self, *held: Seated) -> None:
        """Goes to a table as somebody who has sat down there in this browser before."""
        self.page.route(f"{self.url}/before", lambda route: route.fulfill(body=NOTHING, content_type="text/html"))
        self.page.goto(f"{self.url}/before")
        self.page.evaluate(REMEMBER, [list(one) for one in held])
        self.open(f"/t/{held[0].table}")

    def tab(self) -> "Visitor":
        """Another tab of the same browser."""
        return Visitor(Watched(self.page.context.new_page()), self.url)

    def forgive(self, *words: str) -> None:
        """Forgets complaints with one of these words in them: what the browser itself says of a refusal that a test is about."""
        self.watched.complaints[:] = [said for said in self.watched.complaints if not any(word in said for word in words)]

    # --- what is there ---------------------------------------------------------------------------------------------------------

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
    def asked(self) -> str:
        """What the table asks of this visitor: `roll`, `play`, `stuck`, `freeze`, `reset`, `wait`, `over`."""
        return self.page.locator("[data-asked]").get_attribute("data-asked") or ""

    def expect_asked(self, wanted: str | re.Pattern[str]) -> None:
        expect(self.page.locator("[data-asked]")).to_have_attribute("data-asked", wanted)

    def die(self, place: int) -> Locator:
        """The die at a place of the roll, from 1."""
        return self.page.get_by_role("button", name=re.compile(f"^(Die|Dé) {place}\\b"))

    def cards(self) -> Sequence[Locator]:
        """The visitor's own cards."""
        return self.page.locator("button[data-card]").all()

    def card(self, name: str) -> Locator:
        """The visitor's own card of an id."""
        return self.page.locator(f"button[data-card={name}]")

    # --- playing ---------------------------------------------------------------------------------------------------------------

    def decide(self, view: Mapping[str, Any], seat: int) -> None:
        """Decides what this view of the table asks of the seat, as soon as the page shows it."""
        self.expect_asked(wanted(view, seat))
        self.answer()

    def answer(self) -> None:
        """Decides what the table asks for: rolls, scores what brings most, skips if nothing does, gives up the first card that it may."""
        asked = self.asked
        if asked == "play":
            self.score()
        elif asked in {"freeze", "reset"}:
            self.page.locator("button[data-card].wanted").first.click()
            self.does("choose").click()
        else:
            self.does("skip" if asked == "stuck" else "roll").click()

    def score(self) -> None:
        """Scores the card that brings most with this roll; skips if none brings anything."""
        best: Any = self.page.locator("button[data-card]").evaluate_all(
            "(cards) => cards.map((card) => [Number(card.querySelector('.best').textContent.match(/[0-9]+/)?.[0] ?? 0), card.dataset.card])"
        )
        points, card = max(best)
        if points:
            self.card(card).click()
            self.does("score").click()
        else:
            self.does("skip").click()
            self.does("skip-yes").click()


def wait_for(visitor: Visitor, happened: Callable[[], object]) -> None:
    """Lets the browser go on until something has happened that no page shows."""
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while not happened():
        assert time.monotonic() < deadline, visitor.page.url
        visitor.page.wait_for_timeout(50)


def wanted(view: Mapping[str, Any], seat: int) -> str:
    """What a page shows to be asked of a seat that owes something."""
    state = view["state"]
    choice = next((pending["kind"] for pending in state["pending"] if pending["seat"] == seat), None)
    if choice is not None:
        return str(choice)
    return "stuck" if not state["players"][seat]["active"] else str(state["phase"])


@contextmanager
def visiting(browser: Browser, url: str, *args: Any, **how: Any) -> Iterator[Visitor]:
    """Somebody with a browser of their own (see `watching`). In the end the browser must have had nothing to say against the page."""
    with watching(browser, *args, **how) as watched:
        yield Visitor(watched, url)
        assert not watched.complaints, watched.complaints

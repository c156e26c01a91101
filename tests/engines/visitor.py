"""A visitor with a browser of any engine: opens pages, clicks, presses keys and reads."""

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from tests.engines.driver import Driver, Refused
from tests.live import Seated

TIMEOUT: Final = 60.0
PAUSE: Final = 0.04

KEEP: Final = "(name, text) => localStorage.setItem(name, text)"
SEEN: Final = """(selector) => [...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length)
    .map((one) => one.innerText ?? one.textContent)"""
READY: Final = """(selector) => { const one = document.querySelector(selector);
    if (!one?.getClientRects().length || one.disabled) return false;
    one.scrollIntoView({ block: "center" }); return true; }"""


@dataclass
class Visitor:
    """A visitor's browser, and the address of the service."""

    driver: Driver
    url: str

    def open(self, path: str) -> None:
        self.driver.go(self.url + path)

    def sit(self, who: Seated) -> None:
        """Open a table in a browser that has already stored the seat's token. The page is in English."""
        self.open("/page/now/icon.svg")
        held = json.dumps({"tokens": {who.seat: who.token}, "at": 0})
        self.driver.run(KEEP, f"rollstream.seats.{who.table}", held)
        self.driver.run(KEEP, "rollstream.language", "en")
        self.open(f"/t/{who.table}")

    def seen(self, selector: str) -> Sequence[str]:
        """The texts of all visible elements of a selector."""
        found: list[str] = self.driver.run(SEEN, selector)
        return found

    def until(self, function: str, *arguments: Any) -> Any:
        """Wait until a JavaScript function returns a true value; return that."""
        deadline = time.monotonic() + TIMEOUT
        while not (value := self.driver.run(function, *arguments)):
            assert time.monotonic() < deadline, f"{function} {arguments}: {value}, and the page shows: {self.seen('main')}"
            time.sleep(PAUSE)
        return value

    def until_seen(self, selector: str, words: str = "") -> str:
        """Wait until an element of a selector is visible and contains these words; return its text."""
        shown = f"(selector, words) => ({SEEN})(selector).find((text) => text.includes(words) && [text])"
        self.until(f"(...both) => ({shown})(...both) !== undefined", selector, words)
        found: str = self.driver.run(shown, selector, words)
        return found

    def click(self, selector: str) -> None:
        """Click the element as soon as it exists and no other covers it."""
        deadline = time.monotonic() + TIMEOUT
        while True:
            self.until(READY, selector)
            try:
                return self.driver.click(selector)
            except Refused:
                assert time.monotonic() < deadline, f"{selector} cannot be clicked"
                time.sleep(PAUSE)

    def press(self, key: str) -> None:
        self.driver.press(key)

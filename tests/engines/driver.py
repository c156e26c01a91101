"""The interface of browser drivers in tests, and the WebDriver commands that two of them share."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol


class Driver(Protocol):
    """A browser with one window. Its errors are exceptions."""

    def go(self, address: str) -> None:
        """Open an address."""
        ...

    def run(self, function: str, *arguments: Any) -> Any:
        """Call a JavaScript function in the page; arguments and result are JSON, and a promise is awaited."""
        ...

    def click(self, selector: str) -> None:
        """Click the first element of a selector with the mouse; an exception if another element covers it."""
        ...

    def press(self, key: str) -> None:
        """Press a key, named as in `KeyboardEvent.key`."""
        ...

    def complaints(self) -> Sequence[str]:
        """The errors of the page so far."""
        ...


class Refused(Exception):
    """The browser refused a command; the message says why."""


Ask = Callable[[str, Mapping[str, Any]], Any]
"""Sends a WebDriver command by its short name, with its parameters, and returns the value. Raises `Refused`."""

ELEMENT: Final = "element-6066-11e4-a52e-4f735466cecf"
"""The member of WebDriver's JSON that contains an element's id."""

CALL: Final = """const [done, values] = [arguments[arguments.length - 1], [...arguments].slice(0, -1)];
Promise.resolve().then(() => (FUNCTION)(...values)).then((value) => done([value ?? null, null]), (error) => done([null, String(error)]));"""

KEYS: Final = {"Enter": "\ue007", "Escape": "\ue00c", "ArrowLeft": "\ue012", "ArrowRight": "\ue014", "Home": "\ue011", "End": "\ue010"}
"""WebDriver's characters for keys without a character."""


class Remote:
    """A driver that uses WebDriver; `complained` returns the page's errors."""

    def __init__(self, ask: Ask, complained: Callable[[], Sequence[str]]) -> None:
        self._ask = ask
        self.complaints = complained

    def go(self, address: str) -> None:
        self._ask("go", {"url": address})

    def run(self, function: str, *arguments: Any) -> Any:
        value, error = self._ask("run", {"script": CALL.replace("FUNCTION", function), "args": list(arguments)})
        if error is not None:
            raise Refused(error)
        return value

    def click(self, selector: str) -> None:
        found = self._ask("find", {"using": "css selector", "value": selector})
        self._ask("click", {"id": found[ELEMENT]})

    def press(self, key: str) -> None:
        strokes = [{"type": kind, "value": KEYS.get(key, key)} for kind in ("keyDown", "keyUp")]
        self._ask("act", {"actions": [{"type": "key", "id": "keyboard", "actions": strokes}]})

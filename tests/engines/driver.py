"""What a test asks of a browser, whichever engine it has, and the commands of WebDriver that do it in two of them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol


class Driver(Protocol):
    """A browser with one window. What goes wrong in it is an exception."""

    def go(self, address: str) -> None:
        """Opens an address."""
        ...

    def run(self, function: str, *arguments: Any) -> Any:
        """Calls a JavaScript function in the page; what comes in and out is JSON, and a promise is waited for."""
        ...

    def click(self, selector: str) -> None:
        """Clicks the first element of a selector as a mouse does; an exception if something lies on it."""
        ...

    def press(self, key: str) -> None:
        """Presses a key, as `KeyboardEvent.key` has it."""
        ...

    def complaints(self) -> Sequence[str]:
        """The errors that the page has run into so far."""
        ...


class Refused(Exception):
    """The browser does not do it; says why."""


Ask = Callable[[str, Mapping[str, Any]], Any]
"""Sends a command of WebDriver by its name here, with its parameters, and returns the value; `Refused` if the browser says no."""

ELEMENT: Final = "element-6066-11e4-a52e-4f735466cecf"
"""What WebDriver calls an element's name in JSON."""

CALL: Final = """const [done, values] = [arguments[arguments.length - 1], [...arguments].slice(0, -1)];
Promise.resolve().then(() => (FUNCTION)(...values)).then((value) => done([value ?? null, null]), (error) => done([null, String(error)]));"""

KEYS: Final = {"Enter": "\ue007", "Escape": "\ue00c", "ArrowLeft": "\ue012", "ArrowRight": "\ue014", "Home": "\ue011", "End": "\ue010"}
"""WebDriver's signs for keys that write none."""


class Remote:
    """A driver that speaks WebDriver; `complained` says what the page's errors are."""

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

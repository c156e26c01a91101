"""Steps through a finished table, controlled by keys."""

from collections.abc import Iterable
from typing import Final

from rich.console import Console, Group
from rich.text import Text

from rules.texts.texts import common
from service.terminal.frame import frame
from service.terminal.paper import TEXTS
from workers.exports.transcript import Transcript

HELP: Final = common("en", TEXTS).text("terminal-help")
"""The keys, for the command's own help."""
NEXT, BACK, QUIT = frozenset({"\r", "\n", " ", "n", "right"}), frozenset({"p", "left"}), frozenset({"q", "\x03", "\x04"})
_RUBOUT = frozenset({"\x7f", "\b"})


class Stepper:
    """The current version, and the digits typed so far of the version to go to."""

    def __init__(self, last: int) -> None:
        self.version = 1
        self.typed = ""
        self._last = last

    def press(self, key: str) -> None:
        """Handle a key: step, or go to the typed version, limited to the first and last one."""
        if key.isdigit():
            self.typed = (self.typed + key)[-9:]
            return
        if key in _RUBOUT:
            self.typed = self.typed[:-1]
            return
        self.version = max(1, min(self._last, self._target(key)))
        self.typed = ""

    def _target(self, key: str) -> int:
        if key in {"home", "end"}:
            return 1 if key == "home" else self._last
        if key in NEXT:
            return int(self.typed) if self.typed else self.version + 1
        return self.version - 1 if key in BACK else self.version


def step_through(story: Transcript, console: Console, keys: Iterable[str]) -> None:
    """Show one version after another on the whole screen, until a quit key or the end of the keys."""
    stepper = Stepper(len(story.steps))
    with console.screen() as screen:
        screen.update(_screen(story, stepper, console))
        for key in keys:
            if key in QUIT:
                return
            stepper.press(key)
            screen.update(_screen(story, stepper, console))


def _screen(story: Transcript, stepper: Stepper, console: Console) -> Group:
    texts = common(story.texts.language, TEXTS)
    prompt = texts.text("terminal-go-to", typed=stepper.typed) if stepper.typed else texts.text("terminal-help")
    return Group(frame(story, stepper.version, console), Text(), Text(prompt, "dim", no_wrap=True, overflow="ellipsis"))

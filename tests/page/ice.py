"""Tables of Ice Dice in certain situations, and how a visitor plays there with fingers or keys."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from playwright.sync_api import Locator

from tests.live import Api, CreatedTable
from tests.page import tables
from tests.page.tables import can, played
from tests.page.visitor import Visitor

created_table = partial(tables.created_table, game="ice-dice")
finished = partial(tables.finished, game="ice-dice")


def started_table(api: Api, *names: str, **more: Any) -> CreatedTable:
    """A table where all tokens are placed and a seat can shift."""
    table = created_table(api, *names, **more)
    return table._replace(view=played(api, table, can(api, table, "shift")))


# --- in a browser ----------------------------------------------------------------------------------------------------------------


def token(visitor: Visitor, token: int) -> Locator:
    """The chip of a token on the big or the medium board."""
    return visitor.page.locator(f".plank [data-token='{token}']")


def tokens_on(visitor: Visitor, board: str) -> Sequence[int]:
    """The tokens on a board, `big` or `medium`."""
    return [int(one.get_attribute("data-token") or "") for one in visitor.page.locator(f".{board} [data-token]").all()]


def status(visitor: Visitor, text: str | re.Pattern[str]) -> Locator:
    """The table's message to the player."""
    return visitor.page.get_by_role("status").filter(has_text=text)


def sign(visitor: Visitor, op: str) -> Locator:
    return visitor.page.locator(f"[data-key='{op}']")


def tap(visitor: Visitor, expression: Mapping[str, Any]) -> None:
    """Enter an expression with taps."""
    enter(visitor, expression, lambda what: what.click())


def reads(visitor: Visitor) -> str:
    """The calculation that is shown, without its value."""
    return "".join(visitor.page.locator(".sum .parts").inner_text().split())


def enter(visitor: Visitor, expression: Mapping[str, Any], press: Callable[[Locator], None], typed: Sequence[int] | None = None) -> None:
    """Enter an expression: dice, operators, and the brackets if they are elsewhere. `typed` are the faces to type, as on paper."""
    keys = visitor.page.keyboard
    if typed:
        visitor.page.evaluate("document.activeElement.blur()")
    for part in parts(expression):
        if typed:
            keys.press(str(typed[part]) if isinstance(part, int) else part)
        else:
            press(visitor.die(part + 1) if isinstance(part, int) else sign(visitor, part))
    wanted = "left" if isinstance(expression["left"], dict) else "right" if isinstance(expression["right"], dict) else None
    if wanted and reads(visitor).startswith("(") != (wanted == "left"):
        keys.press("(") if typed else press(sign(visitor, "brackets"))


def parts(part: Any) -> Iterator[int | str]:
    """The parts of an expression in the order of entry: positions of dice, and operators."""
    if isinstance(part, int):
        yield part
        return
    yield from parts(part["left"])
    yield part["op"]
    yield from parts(part["right"])

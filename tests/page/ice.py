"""Tables of Ice Dice in certain situations, and how a visitor plays there with fingers or keys."""

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from playwright.sync_api import Locator, expect

from tests.live import Api, CreatedTable, Seated
from tests.page.tables import View, is_over
from tests.page.visitor import Visitor


def created_table(api: Api, *names: str, **more: Any) -> CreatedTable:
    """A table of Ice Dice for these people, without a clock unless `more` sets one; the first seat is random."""
    return api.create_table(len(names), names=names, game="ice-dice", **{"turn_seconds": None, **more})


def started_table(api: Api, *names: str, **more: Any) -> CreatedTable:
    """A table where all tokens are placed and a seat can shift."""
    table = created_table(api, *names, **more)
    return table._replace(view=played(api, table, can(api, table, "shift")))


def finished(api: Api, *names: str, **more: Any) -> CreatedTable:
    """A table whose game is over."""
    table = created_table(api, *names, **more)
    return table._replace(view=played(api, table, is_over))


def played(api: Api, table: CreatedTable, until: Callable[[View], bool], seed: int = 1) -> View:
    """Play until the view is as wanted, moving tokens wherever possible; return that view."""
    chance = random.Random(seed)
    view = api.view(table.table)
    while not until(view):
        reply = api.play(mover(table, view), _choose(api.moves(mover(table, view)), chance))
        assert reply.status == 201, reply
        view = reply.json["view"]
    return view


def mover(table: CreatedTable, view: View) -> Seated:
    """The player with a pending decision."""
    seat: int = view["owed"][0]["seat"]
    return table.seated[seat]


def waiter(table: CreatedTable, view: View) -> Seated:
    """A player without a pending decision."""
    return next(who for who in table.seated if who.seat != view["owed"][0]["seat"])


def can(api: Api, table: CreatedTable, *kinds: str) -> Callable[[View], bool]:
    """A condition: the player with a pending decision has legal moves of these types."""
    return lambda view: set(kinds) <= {move["type"] for move in api.moves(mover(table, view))}


def moves_of(api: Api, who: Seated, kind: str) -> Sequence[View]:
    return [move for move in api.moves(who) if move["type"] == kind]


def play(api: Api, who: Seated, kind: str) -> View:
    """Play the first move of a type; return the view after it."""
    reply = api.play(who, moves_of(api, who, kind)[0])
    assert reply.status == 201, reply
    view: View = reply.json["view"]
    return view


def _choose(moves: Sequence[View], chance: random.Random) -> View:
    kinds = {move["type"] for move in moves}
    kind = next(kind for kind in ("setup", "take", "shift", "pass") if kind in kinds)
    return chance.choice([move for move in moves if move["type"] == kind])


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
    """Enter an expression with taps: dice, operators, and the brackets if they are elsewhere."""
    for part in parts(expression):
        (visitor.die(part + 1) if isinstance(part, int) else sign(visitor, part)).click()
    _bracket(visitor, expression, lambda: sign(visitor, "brackets").click())


def reads(visitor: Visitor) -> str:
    """The calculation that is shown, without its value."""
    return "".join(visitor.page.locator(".sum .parts").inner_text().split())


def type_(visitor: Visitor, expression: Mapping[str, Any], dice: Sequence[int]) -> None:
    """Enter an expression with the keyboard, as on paper."""
    for part in parts(expression):
        visitor.page.keyboard.press(str(dice[part]) if isinstance(part, int) else part)
    _bracket(visitor, expression, lambda: visitor.page.keyboard.press("("))


def _bracket(visitor: Visitor, expression: Mapping[str, Any], move: Callable[[], None]) -> None:
    wanted = "left" if isinstance(expression["left"], dict) else "right" if isinstance(expression["right"], dict) else None
    if wanted and reads(visitor).startswith("(") != (wanted == "left"):
        move()


def parts(part: Any) -> Iterator[int | str]:
    """The parts of an expression in the order of entry: positions of dice, and operators."""
    if isinstance(part, int):
        yield part
        return
    yield from parts(part["left"])
    yield part["op"]
    yield from parts(part["right"])


def decide(visitor: Visitor, api: Api, who: Seated, *, by_keys: bool = False) -> None:
    """Make this seat's decision as soon as the page shows it: move a token if possible, else end the turn."""
    view, moves = api.view(who.table), api.moves(who)
    expect(visitor.page.locator(".board")).to_have_attribute("data-version", str(view["version"]))
    kind = next(kind for kind in ("setup", "take", "shift", "pass") if any(move["type"] == kind for move in moves))
    move = next(move for move in moves if move["type"] == kind)
    only_pass = len(moves) == 1
    visitor.expect_decision("stuck" if only_pass else kind if kind != "pass" else re.compile("shift|take"))
    if kind == "pass":
        end_turn(visitor, by_keys=by_keys, confirmed=not only_pass)
    elif kind == "setup":
        _set_up(visitor, move["token"], by_keys=by_keys)
    else:
        _make(visitor, move, view["state"]["dice"], by_keys=by_keys)


def end_turn(visitor: Visitor, *, by_keys: bool = False, confirmed: bool = True) -> None:
    for action in ("pass", "pass-yes") if confirmed else ("pass-yes",):
        if by_keys:
            visitor.does(action).focus()
            visitor.page.keyboard.press("Enter")
        else:
            visitor.does(action).click()


def _set_up(visitor: Visitor, number: int, *, by_keys: bool) -> None:
    if by_keys:
        token(visitor, number).focus()
        visitor.page.keyboard.press("Enter")
        visitor.page.keyboard.press("Enter")
    else:
        token(visitor, number).click()
        visitor.does("move").click()


def _make(visitor: Visitor, move: Mapping[str, Any], dice: Sequence[int], *, by_keys: bool) -> None:
    """Enter the calculation of a move and move its token."""
    if by_keys:
        visitor.page.evaluate("document.activeElement.blur()")
        type_(visitor, move["expression"], dice)
    else:
        tap(visitor, move["expression"])
    expect(token(visitor, move["token"])).to_have_class(re.compile(r"\bhit\b"))
    if by_keys:
        visitor.page.keyboard.press("Enter")
    else:
        token(visitor, move["token"]).click()

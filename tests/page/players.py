"""Players of every game in browsers: how they make a decision, with fingers, with keys, or without letting the page move."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

import pytest
from playwright.sync_api import Locator, expect

from rules.registry import games
from service.http.page_files import FOLDER
from tests.live import Api, CreatedTable, Seated
from tests.page import dice_cards, ice
from tests.page.tables import View, advance, at_the_store, is_over, newer
from tests.page.visitor import Visitor

Press: TypeAlias = Callable[[Locator], None]

SHOWS: Final = "(version) => Number(document.querySelector('.board')?.dataset.version) >= version"

SHORT: Final[Mapping[str, Any]] = {
    "dicy-cards": {"mode": "glacial"},
    "ice-dice": {"variant": "young"},
    "dice-cards": {"deal": "young"},
}
"""Options with which a game is over soon: cards for which the package has the expert's table, so that nothing is computed for a hint; 18
tokens; without an exchange.
"""

UNWATCHED: Final[Mapping[str, range]] = {"dicy-cards": range(3, 7), "dice-cards": range(3, 49)}
"""Of games that are long whatever their options are, the rounds that no browser plays."""


def click(what: Locator) -> None:
    what.click()


def by_key(what: Locator) -> None:
    what.press("Enter")


def in_place(what: Locator) -> None:
    """Press an element at its position: a click by the driver would scroll to it first."""
    what.evaluate("(one) => { one.focus({ preventScroll: true }); one.click(); }")


def decide(visitor: Visitor, api: Api, who: Seated, press: Press = click) -> None:
    """Make the seat's decision as soon as the page shows it: the one that advances the game most."""
    settled(visitor)  # otherwise the store may still owe what this visitor has just pressed
    view, moves = at_the_store(api).view(who.table), at_the_store(api).moves(who)
    if not moves:
        return
    visitor.page.wait_for_function(SHOWS, arg=view["version"])
    settled(visitor)
    PLAYERS[view["game"]](visitor, view, who.seat, moves, press)


def settled(visitor: Visitor) -> None:
    """Wait until nothing that the visitor has pressed is on its way."""
    expect(visitor.page.locator(".actions")).not_to_have_attribute("aria-busy", "true")


def play_dicy_cards(visitor: Visitor, view: View, seat: int, moves: Sequence[View], press: Press) -> None:
    """Roll, score the best card or skip, choose the first eligible card; in the first round as the hint says."""
    decision = wanted(view, seat)
    visitor.expect_decision(decision)
    if decision == "play" and view["round"] == 1:
        press(visitor.does("hint"))
        press(visitor.page.locator(".actions .button.hinted"))
        expect(visitor.page.locator(".prompt.advice")).to_have_count(0)
    elif decision == "play":
        _score(visitor, press)
    elif decision in {"freeze", "reset"}:
        press(visitor.page.locator("button[data-card].wanted").first)
        press(visitor.does("choose"))
    else:
        press(visitor.does("skip" if decision == "stuck" else "roll"))


def _score(visitor: Visitor, press: Press) -> None:
    """Score the card with the most points for this roll; skip if none has any."""
    best: Any = visitor.page.locator("button[data-card]").evaluate_all(
        "(cards) => cards.map((card) => [Number(card.querySelector('.best').textContent.match(/[0-9]+/)?.[0] ?? 0), card.dataset.card])"
    )
    points, card = max(best)
    for what in (visitor.card(card), visitor.does("score")) if points else (visitor.does("skip"), visitor.does("skip-yes")):
        press(what)


def play_ice_dice(visitor: Visitor, view: View, seat: int, moves: Sequence[View], press: Press) -> None:
    """Move a token if possible, else end the turn. With keys, a calculation is typed as on paper."""
    move = next(move for kind in ("setup", "take", "shift", "pass") for move in moves if move["type"] == kind)
    visitor.expect_decision("stuck" if len(moves) == 1 else move["type"] if move["type"] != "pass" else re.compile("shift|take"))
    if move["type"] == "pass":
        for action in ("pass", "pass-yes") if len(moves) > 1 else ("pass-yes",):
            press(visitor.does(action))
    elif move["type"] == "setup":
        press(ice.token(visitor, move["token"]))
        press(visitor.does("move"))
    else:
        ice.enter(visitor, move["expression"], press, typed=view["state"]["dice"] if press is by_key else None)
        expect(ice.token(visitor, move["token"])).to_have_class(re.compile(r"\bhit\b"))
        press(ice.token(visitor, move["token"]))


def wanted(view: View, seat: int) -> str:
    """The decision that a page of Dicy Cards shows for a seat with a pending decision."""
    state = view["state"]
    choice = next((pending["kind"] for pending in state["pending"] if pending["seat"] == seat), None)
    if choice is not None:
        return str(choice)
    return "stuck" if not state["players"][seat]["active"] else str(state["phase"])


def play_dice_cards(visitor: Visitor, _view: View, _seat: int, moves: Sequence[View], press: Press) -> None:
    """Keep the first six cards, exchange none, mark the first lit cell, else strike."""
    kind = moves[0]["type"]
    visitor.expect_decision(kind if kind in {"keep", "exchange"} else re.compile("roll|stuck"))
    if kind == "keep":
        dice_cards.keep(visitor, press)
    elif kind == "exchange":
        press(visitor.does("exchange"))
    elif dice_cards.lit(visitor).count():
        press(dice_cards.lit(visitor).first)
        press(visitor.does("mark"))
    else:
        dice_cards.strike(visitor, press)


def in_browsers(view: View) -> bool:
    """Whether this round is one that browsers play."""
    return is_over(view) or view["round"] not in UNWATCHED.get(view["game"], ())


def play_unwatched(api: Api, table: CreatedTable, view: View, *visitors: Visitor) -> View:
    """Play the rounds that no browser plays, while these visitors look at something else; return the view after them."""
    for visitor in visitors:
        visitor.look_away()
    while not in_browsers(view):
        for who in table.seated:
            advance(api, who)
        view = newer(api, view)
    for visitor in visitors:
        visitor.open(f"/t/{table.table}")
    return view


PLAYERS: Final = {"dicy-cards": play_dicy_cards, "ice-dice": play_ice_dice, "dice-cards": play_dice_cards}

OWN_BOARDS: Final = {index.parent.name for index in (FOLDER / "js/games").glob("*/index.js")} & games().keys()

assert PLAYERS.keys() == SHORT.keys() == OWN_BOARDS, "every game with a board of its own has a player here"

each_game = pytest.mark.parametrize("game", PLAYERS)
"""Each game with a board of its own. The others are played in test_any_game.py."""

"""Tables of Dice Cards in certain situations, and how a visitor plays there with fingers or keys."""

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from playwright.sync_api import Locator, expect

from tests.live import Api, CreatedTable, Seated
from tests.page import tables
from tests.page.tables import View, at_the_store, is_over, played
from tests.page.visitor import Visitor

created_table = partial(tables.created_table, game="dice-cards")
finished = partial(tables.finished, game="dice-cards")


def rolling_table(api: Api, *names: str, roll: int = 1, marks: int = 0, tickets: int = 0, **more: Any) -> CreatedTable:
    """A table where everybody owes an answer: to this roll, or to the first later one for which the first seat has so many cells to mark
    without a ticket, and so many tickets.
    """

    def is_there_or_over(table: CreatedTable, view: View) -> bool:
        state = view["state"]
        if is_over(view):
            return True
        if state["roll"] < roll or len(view["owed"]) < len(names) or state["players"][0]["tickets"] < tickets:
            return False
        return len(cells_of(marks_of(api, table.seated[0], free=True))) >= marks

    while True:  # the dice may not bring it at one table
        table = created_table(api, *names, **more)
        view = played(api, table, partial(is_there_or_over, table))
        if not is_over(view):
            return table._replace(view=view)


def cells_of(marks: Sequence[View]) -> set[tuple[int, int]]:
    """The cards and places of marks."""
    return {(mark["card"], mark["place"]) for mark in marks}


def marks_of(api: Api, who: Seated, *, free: bool = False) -> list[View]:
    """The marks that are legal for a seat, or only those without a ticket (`free`)."""
    state = at_the_store(api).view(who.table)["state"]
    black, red = state["dice"]["black"], state["dice"]["red"]
    shown = {black, red, black + red, 10 * black + red}
    marks = [move for move in at_the_store(api).moves(who) if move["type"] == "mark"]
    return [move for move in marks if not free or move["number"] in shown]


# --- in a browser ----------------------------------------------------------------------------------------------------------------


def keep(visitor: Visitor, press: Callable[[Locator], None]) -> None:
    """Choose the first cards, as many as are to be kept, and keep them."""
    visitor.expect_decision("keep")
    offered = visitor.page.locator(".choice [aria-pressed=false]:enabled")
    while "aria-disabled" in visitor.does("keep").evaluate("(one) => one.getAttributeNames()"):
        press(offered.first)
    press(visitor.does("keep"))
    expect(visitor.page.locator("[data-decision]")).not_to_have_attribute("data-decision", re.compile("keep|exchange"))


def lit(visitor: Visitor) -> Locator:
    """The cells that can be marked now."""
    return visitor.page.locator(".cell.lit")


def card(visitor: Visitor, number: int) -> Locator:
    """One of the visitor's own cards."""
    return visitor.page.locator(f".mine [data-card='{number}']")


def strike(visitor: Visitor, press: Callable[[Locator], None]) -> None:
    """Strike the roll, with the question whether that is meant if there is one."""
    if visitor.does("strike").count():
        press(visitor.does("strike"))
    press(visitor.does("strike-yes"))


def status(visitor: Visitor, text: str | re.Pattern[str]) -> Locator:
    """The table's message to the player."""
    return visitor.page.get_by_role("status").filter(has_text=text)

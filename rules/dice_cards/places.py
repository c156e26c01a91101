"""Which of a card's places a mark is at, in words: its number among the cells, rows or columns that the card is drawn with."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from rules.dice_cards.cards import Card, options
from rules.dice_cards.sheets import sheet

Drawn: TypeAlias = Literal["cell", "row", "column"]

_REMEMBERED = 2**9


class Located(NamedTuple):
    """The place `nth` of `of`, in reading order."""

    drawn: Drawn
    nth: int
    of: int


def place_of(card: Card, place: int, number: int) -> Located | None:
    """The place of a mark; None if the number can be at no other place of the card."""
    empty = options(card, card.empty)
    is_open = len({writing.place for writing in empty}) == len(card.sources)  # else what is written decides where the next number goes
    if is_open and {writing.place for writing in empty if writing.number == number} == {place}:
        return None
    return _in_order(card)[place] if len(card.sources) > 1 else None


@lru_cache(_REMEMBERED)
def _in_order(card: Card) -> Mapping[int, Located]:
    """The card's places as they are drawn, from the top on and from left to right."""
    drawing = sheet(card)
    cells = [[drawing.cells[cell] for cell in place] for place in drawing.places]
    longest = max(cells, key=len)
    drawn: Drawn = "cell" if len(longest) == 1 else "column" if longest[0].x == longest[1].x else "row"
    order = sorted(range(len(cells)), key=lambda place: (cells[place][0].y, cells[place][0].x))
    return {place: Located(drawn, nth, len(order)) for nth, place in enumerate(order, 1)}

"""The drawings of the cards: for each mechanism a layout of its cells (layouts.py), and what is printed on it."""

from functools import lru_cache

from rules.dice_cards.cards import Card
from rules.dice_cards.numbers import Source
from rules.dice_cards.sheets.drawn import drawn
from rules.dice_cards.sheets.layouts import Layout
from rules.sheet import Sheet, SheetCell, SheetNote, SheetShape

_REMEMBERED = 2**9

_DICE: dict[Source, tuple[int, ...]] = {"any": (), "black": (0,), "red": (1,), "both": (0, 1)}


@lru_cache(_REMEMBERED)
def sheet(card: Card) -> Sheet:
    """The card's sheet."""
    layout, places = drawn(card.mechanism)
    dice = {cell: _DICE[source] for source, cells in zip(card.sources, places, strict=True) for cell in cells}
    labels = layout.labels or [""] * len(layout.at)
    width, height = _size(layout)
    return Sheet(
        width=width,
        height=height,
        cells=[
            SheetCell(x=_hundredths(x), y=_hundredths(y), label=text, dice=dice[cell])
            for cell, ((x, y), text) in enumerate(zip(layout.at, labels, strict=True))
        ],
        places=places,
        outlines=layout.outlines,
        links=layout.links,
        notes=[SheetNote(x=_hundredths(x), y=_hundredths(y), text=text) for x, y, text in layout.notes],
        shapes=[SheetShape(x=_hundredths(x), y=_hundredths(y), text=text, squares=squares) for x, y, text, squares in layout.shapes],
    )


def _size(layout: Layout) -> tuple[int, int]:
    """Width and height of all that is drawn."""
    ends = [*((x + 1, y + 1) for x, y in layout.at), *((note.x + 0.5, note.y + 0.5) for note in layout.notes)]
    ends += [shape.end for shape in layout.shapes]
    return _hundredths(max(x for x, _ in ends)), _hundredths(max(y for _, y in ends))


def _hundredths(length: float) -> int:
    return round(100 * length)

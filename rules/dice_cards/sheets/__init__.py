"""The drawings of the cards: for each mechanism a layout of its cells (layouts.py), and what is printed on it."""

from rules.dice_cards.cards import Card
from rules.dice_cards.numbers import Source
from rules.dice_cards.sheets.drawn import drawn
from rules.sheet import Sheet, SheetCell

_DICE: dict[Source, tuple[int, ...]] = {"any": (), "black": (0,), "red": (1,), "both": (0, 1)}


def sheet(card: Card) -> Sheet:
    """The card's sheet."""
    layout, places = drawn(card.mechanism)
    dice = {cell: _DICE[source] for source, cells in zip(card.sources, places, strict=True) for cell in cells}
    labels = layout.labels or [""] * len(layout.at)
    cells = [
        SheetCell(x=_short(x), y=_short(y), label=text, dice=dice[cell])
        for cell, ((x, y), text) in enumerate(zip(layout.at, labels, strict=True))
    ]
    right = [*(cell.x + 1 for cell in cells), *(note.x + 0.5 for note in layout.notes), *(shape.x + 1 for shape in layout.shapes)]
    bottom = [*(cell.y + 1 for cell in cells), *(note.y + 0.5 for note in layout.notes), *(shape.y + 1 for shape in layout.shapes)]
    return Sheet(
        width=_short(max(right)),
        height=_short(max(bottom)),
        cells=cells,
        places=places,
        outlines=layout.outlines,
        links=layout.links,
        notes=layout.notes,
        shapes=layout.shapes,
    )


def _short(length: float) -> float:
    return round(length, 2)

"""Pictures of cards as SVG, drawn from their sheets: empty on the left, and with the marks of its example on the right."""

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Final
from xml.sax.saxutils import escape

from rules.dice_cards.cards import after
from rules.dice_cards.deck import DeckCard
from rules.dice_cards.mechanisms.mechanism import Marks
from rules.dice_cards.sheets import sheet
from rules.sheet import Sheet, SheetCell, SheetShape

SIDE, MARGIN, BETWEEN = 32, 12, 40
"""The width of a cell, of the space around a picture, and of that between its two cards."""

EDGES: Final = {(): ("#778", "#fff"), (0,): ("#111", "#e4e4e8"), (1,): ("#c0202a", "#fdeaea"), (0, 1): ("#7a5b00", "#fdf3d0")}
"""Edge and ground of a cell by the dice that it takes: any number, the black die, the red die, both."""

WRITTEN, PRINTED, LINE, BAND = "#1646a8", "#555", "#556", "#b9c1d0"


def filled(card: DeckCard) -> Marks:
    """The marks of the card's example."""
    marks = card.empty
    for writing in card.example.writings:
        marks = after(card, marks, writing)
    return marks


def picture(card: DeckCard) -> str:
    """Both cards side by side."""
    drawn = sheet(card)
    width, height = (ceil(_length(side)) for side in (drawn.width, drawn.height))
    whole, high = 2 * width + 2 * MARGIN + BETWEEN, height + 2 * MARGIN
    described = escape(f"{card.number} {card.name['en']}: empty, and with its example")
    start = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {high}" width="{whole}" height="{high}" '
        f'font-family="sans-serif" text-anchor="middle" role="img">'
    )
    ground = '<rect width="100%" height="100%" rx="8" fill="#f4f4f7"/>'
    cards = [*_card(drawn, card.empty, MARGIN), *_card(drawn, filled(card), width + MARGIN + BETWEEN)]
    return "\n".join([start, f"<title>{described}</title>", ground, *cards, "</svg>", ""])


def _card(drawn: Sheet, marks: Marks, left: int) -> Iterator[str]:
    """The sheet with these marks: bands and links lie behind the cells, frames around them."""
    groups = [[drawn.cells[cell] for cell in cells] for cells in drawn.outlines]
    yield f'<g transform="translate({left} {MARGIN})">'
    yield from (_band(cells) for cells in groups if not _fill_a_rectangle(cells))
    yield from (_link(drawn.cells[one], drawn.cells[other]) for one, other in drawn.links)
    yield from (part for cell, mark in zip(drawn.cells, marks, strict=False) for part in _cell(cell, mark))
    yield from (_frame(cells) for cells in groups if _fill_a_rectangle(cells))
    yield from (_text(note.x, note.y, note.text, 14, f'fill="{PRINTED}"') for note in drawn.notes)
    yield from (part for shape in drawn.shapes for part in _shape(shape))
    yield "</g>"


def _fill_a_rectangle(cells: Sequence[SheetCell]) -> bool:
    """Whether the cells lie in one row or column, or fill several."""
    rows, columns = (len(set(where)) for where in ([cell.y for cell in cells], [cell.x for cell in cells]))
    return rows * columns == len(cells)


def _frame(cells: Sequence[SheetCell]) -> str:
    xs, ys = [cell.x for cell in cells], [cell.y for cell in cells]
    x, y = _length(min(xs) - 3), _length(min(ys) - 3)
    width, height = _length(max(xs) - min(xs) + 106), _length(max(ys) - min(ys) + 106)
    return f'<path d="M{x:g} {y:g}h{width:g}v{height:g}h-{width:g}z" fill="none" stroke="{LINE}" stroke-width="2" stroke-linejoin="round"/>'


def _band(cells: Sequence[SheetCell]) -> str:
    points = " ".join(f"{_length(cell.x + 50):g},{_length(cell.y + 50):g}" for cell in cells)
    return f'<polyline points="{points}" fill="none" stroke="{BAND}" stroke-width="24" stroke-linejoin="round" stroke-linecap="round"/>'


def _link(one: SheetCell, other: SheetCell) -> str:
    x, y, right, low = (_length(middle + 50) for middle in (one.x, one.y, other.x, other.y))
    return f'<path d="M{x:g} {y:g}L{right:g} {low:g}" stroke="{LINE}" stroke-width="2"/>'


def _cell(cell: SheetCell, mark: int) -> Iterator[str]:
    """A cell with its print or, if there is one, its number."""
    edge, ground = EDGES[cell.dice]
    x, y = _length(cell.x) + 1, _length(cell.y) + 1
    yield (
        f'<rect x="{x:g}" y="{y:g}" width="{SIDE - 2}" height="{SIDE - 2}" rx="4" fill="{ground}" '
        f'stroke="{edge}" stroke-width="{2 if cell.dice else 1.2}"/>'
    )
    if mark:
        told = (" " if len(cell.dice) > 1 else "").join(str(mark))
        yield _text(cell.x + 50, cell.y + 50, told, 17 - len(told), f'font-weight="bold" fill="{WRITTEN}"')
    elif cell.label:
        yield _text(cell.x + 50, cell.y + 50, cell.label, min(13, 44 // len(cell.label)), f'fill="{PRINTED}"')


def _shape(shape: SheetShape) -> Iterator[str]:
    """A piece with the number that stands for it before it."""
    yield _text(shape.x + 5, shape.y + 25, shape.text, 12, f'fill="{PRINTED}"')
    for right, down in shape.squares:
        x, y = _length(shape.x + 35 + 25 * right), _length(shape.y + 25 * down)
        yield f'<path d="M{x:g} {y:g}h7v7h-7z" fill="#8a93a6"/>'


def _text(x: float, y: float, text: str, size: int, look: str) -> str:
    """Text around a point."""
    return f'<text x="{_length(x):g}" y="{round(_length(y) + 0.36 * size, 1):g}" font-size="{size}" {look}>{escape(text)}</text>'


def _length(hundredths: float) -> float:
    """A length of a sheet, as pixels."""
    return round(hundredths * SIDE / 100, 1)

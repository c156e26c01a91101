"""Pictures of cards as SVG: empty on the left, and with the marks of its example on the right."""

from collections.abc import Iterator
from typing import Any, Final
from xml.sax.saxutils import escape

from rules.dice_cards.cards import after
from rules.dice_cards.deck import DeckCard
from rules.dice_cards.mechanisms.mechanism import Marks
from tests.docs.card_layouts import LAYOUTS, SMALL, Layout, Spot

SIDE, MARGIN = 30, 10
"""The width of a cell, and of the space around a picture."""

EDGES: Final = {"any": ("#667", "#fff"), "black": ("#111", "#e4e4e8"), "red": ("#c0202a", "#fdeaea"), "both": ("#7a5b00", "#fdf3d0")}
"""Edge and ground of a cell by what it takes: any number, one die, both dice."""

WRITTEN: Final = "#1646a8"


def filled(card: DeckCard) -> Marks:
    """The marks of the card's example."""
    marks = card.empty
    for writing in card.example.writings:
        marks = after(card, marks, writing)
    return marks


def picture(card: DeckCard, board: Any, mechanism: str) -> str:
    """Both cards side by side."""
    layout = LAYOUTS[mechanism](board)
    width, height = _size(layout)
    described = escape(f"{card.number} {card.name['en']}: empty, and with its example")
    parts = [*_card(card, layout, card.empty, MARGIN), *_card(card, layout, filled(card), width + 4 * MARGIN)]
    whole = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * width + 5 * MARGIN} {height + 2 * MARGIN}" '
        f'width="{2 * width + 5 * MARGIN}" height="{height + 2 * MARGIN}" font-family="sans-serif" text-anchor="middle" role="img">'
    )
    ground = '<rect width="100%" height="100%" rx="8" fill="#f4f4f7"/>'
    return "\n".join([whole, f"<title>{described}</title>", ground, *parts, "</svg>", ""])


def _size(layout: Layout) -> tuple[int, int]:
    right = max(
        [
            *(spot.x + 1 for spot in layout.spots),
            *(label.x + 0.3 + 0.17 * len(label.text) for label in layout.labels),
            *(x + SMALL for x, _ in layout.squares),
        ]
    )
    low = max([*(spot.y + 1 for spot in layout.spots), *(label.y + 0.4 for label in layout.labels)])
    return round(SIDE * right), round(SIDE * low)


def _card(card: DeckCard, layout: Layout, marks: Marks, left: int) -> Iterator[str]:
    yield f'<g transform="translate({left} {MARGIN})">'
    behind = [f'<path d="M{_n(x)} {_n(y)}L{_n(right)} {_n(low)}" stroke="#333" stroke-width="2.5"/>' for x, y, right, low in layout.lines]
    cells = [_cell(card, spot, marks[cell]) for cell, spot in enumerate(layout.spots)]
    yield from [*cells, *behind] if all(not spot.is_round for spot in layout.spots) else [*behind, *cells]
    for x, y, text in layout.labels:
        yield f'<text x="{_n(x)}" y="{_n(y, 4)}" font-size="12" fill="#333">{escape(text)}</text>'
    side = _n(SMALL)
    yield from (f'<path d="M{_n(x)} {_n(y)}h{side}v{side}h-{side}z" fill="#bbc" stroke="#445"/>' for x, y in layout.squares)
    yield "</g>"


def _cell(card: DeckCard, spot: Spot, mark: int) -> str:
    """A cell with its print or, if there is one, its number."""
    source = card.sources[spot.place] if spot.place >= 0 else "any"
    edge, ground = EDGES[source]
    box = (
        f'<rect x="{_n(spot.x, 1)}" y="{_n(spot.y, 1)}" width="{SIDE - 2}" height="{SIDE - 2}" rx="{14 if spot.is_round else 3}" '
        f'fill="{ground}" stroke="{edge}" stroke-width="1.5"/>'
    )
    told = (" " if source == "both" else "").join(str(mark)) if mark else spot.printed
    if not told:
        return box
    size, look = (15, f'font-weight="bold" fill="{WRITTEN}"') if mark else (min(13, 40 // len(told)), 'fill="#777"')
    return f'{box}<text x="{_n(spot.x, SIDE // 2)}" y="{_n(spot.y, 20)}" font-size="{size}" {look}>{escape(told)}</text>'


def _n(value: float, more: int = 0) -> str:
    """A length in cells, as pixels."""
    return f"{round(SIDE * value + more, 1):g}"

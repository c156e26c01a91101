"""Prints cards: active ones in square brackets, frozen ones in parentheses; tinted ones as a coloured mark and a title."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import Console
from rich.text import Text

from service.terminal.paper import has_signs
from service.terminal.safe_text import printable
from workers.exports.text import cells
from workers.exports.tints import TINTS
from workers.exports.transcript import PicturedCard

COLOURS: Final = ("color(160)", "color(166)", "color(136)", "color(28)", "color(27)", "color(135)")
"""The colours of the tints. All have a contrast of 3 to 1 on black and on white."""

INDENT = "   "

LEAST_CELLS = 3
"""Minimum width of a card in a grid: a mark and two digits. So the columns do not change when cards are removed."""

COLUMN_GROUP = 6
"""If the width allows it, a row has a multiple of this number of cards, so that a board keeps its columns."""


def flow(lead: Text, cards: Sequence[PicturedCard], console: Console) -> Iterator[Text]:
    """The cards after the lead, on as many lines as necessary."""
    line = lead
    for card in cards:
        text = _card_text(card, console)
        if len(line) > len(INDENT) and cells(line.plain) + 1 + cells(text.plain) > console.width:
            yield line
            line = Text(INDENT)
        line = line + Text(" ") + text
    yield line


def grid(cards: Sequence[PicturedCard | None], console: Console) -> Iterator[Text]:
    """The cards in rows and columns; None is an empty cell."""
    texts = [_card_text(card, console) for card in cards]
    widest = max([LEAST_CELLS, *[cells(text.plain) for text in texts]])
    room = max(1, (console.width - len(INDENT)) // (widest + 1))
    columns = room // COLUMN_GROUP * COLUMN_GROUP or room
    for start in range(0, len(texts), columns):
        yield Text(INDENT).append_text(Text().join(_padded(text, widest) for text in texts[start : start + columns]))


def _padded(text: Text, width: int) -> Text:
    return Text(" ") + text + Text(" " * (width - cells(text.plain)))


def _card_text(card: PicturedCard | None, console: Console) -> Text:
    if card is None:
        return Text("·", "dim")
    title = printable(card.title) if card.written is None else f"{printable(card.title)} {card.written.points}"
    if card.tint is None:
        return Text(f"[{title}]", "bold") if card.active else Text(f"({title})", "dim blue")
    tint = TINTS[card.tint]
    return Text.assemble((tint.sign if has_signs(console) else tint.plain, COLOURS[card.tint]), (title, "bold"))

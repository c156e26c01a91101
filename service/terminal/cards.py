"""Cards as a terminal shows them: in square brackets, frozen ones in round ones; those with a tint as a coloured mark and a title."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import Console
from rich.text import Text

from service.terminal.paper import has_signs, printable
from workers.exports.text import cells
from workers.exports.tints import TINTS
from workers.exports.transcript import Card

COLOURS: Final = ("color(160)", "color(166)", "color(136)", "color(28)", "color(27)", "color(135)")
"""Of the tints: all stand out on black and on white (3 to 1)."""

INDENT = "   "

CHIP = 3
"""Cells of a place at the least: of a mark and two digits, so that nothing moves when the last one of them is gone."""

TOGETHER = 6
"""A row has a multiple of so many places where it can, so that a board keeps its columns whatever the width."""


def flow(lead: Text, cards: Sequence[Card], console: Console) -> Iterator[Text]:
    """The cards behind the lead, in as many lines as they need."""
    line = lead
    for card in cards:
        shown = _shown(card, console)
        if len(line) > len(INDENT) and cells(line.plain) + 1 + cells(shown.plain) > console.width:
            yield line
            line = Text(INDENT)
        line = line + Text(" ") + shown
    yield line


def grid(cards: Sequence[Card | None], console: Console) -> Iterator[Text]:
    """The cards at their places, one below the other; no line without cards."""
    shown = [_shown(card, console) for card in cards]
    widest = max([CHIP, *[cells(text.plain) for text in shown]])
    room = max(1, (console.width - len(INDENT)) // (widest + 1))
    columns = room // TOGETHER * TOGETHER or room
    for start in range(0, len(shown), columns):
        yield Text(INDENT).append_text(Text().join(_padded(text, widest) for text in shown[start : start + columns]))


def _padded(text: Text, width: int) -> Text:
    return Text(" ") + text + Text(" " * (width - cells(text.plain)))


def _shown(card: Card | None, console: Console) -> Text:
    if card is None:
        return Text("·", "dim")
    title = printable(card.title)
    if card.tint is None:
        return Text(f"[{title}]", "bold") if card.active else Text(f"({title})", "dim blue")
    tint = TINTS[card.tint]
    return Text.assemble((tint.sign if has_signs(console) else tint.plain, COLOURS[card.tint]), (title, "bold"))

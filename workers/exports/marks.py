"""The colour, dash and marker of each seat in pictures: they differ in all three, so that pictures are readable without colours."""

from typing import Final

from rules.game import Seat
from workers import drawing

COLOURS: Final = drawing.seat_colours()
"""Okabe and Ito's colours, distinguishable for the colour-blind, darkened to a contrast of 3 to 1 on white."""

DASHES: Final[list[str]] = drawing.listed("js/marks.js", "DASHES")

MARKERS: Final[list[str]] = drawing.listed("js/marks.js", "SHAPES")
"""Circle, square, triangle, diamond, inverted triangle and bar, as the continuation of an SVG path."""


def colour(seat: Seat) -> str:
    return COLOURS[seat % len(COLOURS)]


def look(seat: Seat) -> str:
    """The class by which style sheets give a seat other colours."""
    return f"seat-{seat % len(COLOURS)}"


def dash(seat: Seat) -> str:
    """The attribute that dashes a line; empty for a solid line."""
    pattern = DASHES[seat % len(DASHES)]
    return f' stroke-dasharray="{pattern}"' if pattern else ""


def marker(seat: Seat) -> str:
    return MARKERS[seat % len(MARKERS)]

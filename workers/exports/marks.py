"""The colour, dash and marker of each seat in pictures: they differ in all three, so that pictures are readable without colours."""

from typing import Final

from rules.game import Seat

COLOURS: Final = ("#0072b2", "#d55e00", "#00835f", "#b3558f", "#8a6a00", "#3d8fc0", "#5b4bb0", "#707070")
"""Okabe and Ito's colours, distinguishable for the colour-blind, darkened to a contrast of 3 to 1 on white."""

DASHES: Final = ("", "9 4", "2 3", "12 3 2 3", "5 2 1 2", "17 4")

MARKERS: Final = (
    "m-4,0a4,4 0 1,0 8,0a4,4 0 1,0-8,0z",
    "m-4,-4h8v8h-8z",
    "m0,-5l5,9h-10z",
    "m0,-5l5,5l-5,5l-5,-5z",
    "m-5,-4h10l-5,9z",
    "m-2,-5h4v10h-4z",
)
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

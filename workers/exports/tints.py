"""The colour and mark of each tint of cards in pictures: they differ in both, so that pictures are readable without colours."""

from typing import Final, NamedTuple

from workers import drawing


class Tint(NamedTuple):
    """One of the six colours of cards: its name, and its mark as the continuation of an SVG path, as a character, and as an ASCII
    character.
    """

    name: str
    marker: str
    sign: str
    plain: str


TINTS: Final = tuple([Tint(**tint) for tint in drawing.listed("js/drawing/tints.js", "TINTS")])
"""Heart, ring, star, clover, cross and moon: none of them is the mark of a seat."""

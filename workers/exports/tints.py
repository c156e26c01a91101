"""The colour and mark of each tint of cards in pictures: they differ in both, so that pictures are readable without colours."""

from typing import Final, NamedTuple


class Tint(NamedTuple):
    """One of the six colours of cards: its name, and its mark as the continuation of an SVG path, as a character, and as an ASCII
    character.
    """

    name: str
    marker: str
    sign: str
    plain: str


TINTS: Final = (
    Tint("red", "m0,5l-5,-5.2a2.9,2.9 0 0,1 5,-3a2.9,2.9 0 0,1 5,3z", "\N{BLACK HEART SUIT}", "v"),
    Tint("orange", "m-5,0a5,5 0 1,0 10,0a5,5 0 1,0-10,0zm2.6,0a2.4,2.4 0 1,1 4.8,0a2.4,2.4 0 1,1-4.8,0z", "\N{WHITE CIRCLE}", "o"),
    Tint("yellow", "m0,-5.6l1.7,3.5l4,.6l-2.9,2.7l.7,3.9l-3.5,-1.9l-3.5,1.9l.7,-3.9l-2.9,-2.7l4,-.6z", "\N{BLACK STAR}", "*"),
    Tint(
        "green",
        "m-2.5,-2.5a2.5,2.5 0 1,0 5,0a2.5,2.5 0 1,0-5,0zm-2.6,3.6a2.5,2.5 0 1,0 5,0a2.5,2.5 0 1,0-5,0z"
        "m5.2,0a2.5,2.5 0 1,0 5,0a2.5,2.5 0 1,0-5,0zm-.1,-2l-2,6h4z",
        "\N{BLACK CLUB SUIT}",
        "%",
    ),
    Tint("blue", "m-1.7,-5h3.4v3.3h3.3v3.4h-3.3v3.3h-3.4v-3.3h-3.3v-3.4h3.3z", "\N{HEAVY GREEK CROSS}", "+"),
    Tint("violet", "m1.2,-5.2a5.2,5.2 0 1,0 3.8,7.4a4.4,4.4 0 0,1-3.8,-7.4z", "\N{LAST QUARTER MOON}", ")"),
)
"""Heart, ring, star, clover, cross and moon: none of them is the mark of a seat."""

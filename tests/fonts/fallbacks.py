"""Generates the style sheet that names the page's font and its fallbacks on the machine, scaled to the same measures.

A line of text has the same length and height in a fallback as in the page's font: nothing moves when the font is loaded.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from tests.fonts.sources import BOLD, FAMILIES, REGULAR, Found, opened
from tests.fonts.subset import FILE, WEIGHTS
from tests.live import ROOT

SHEET: Final = ROOT / "service/web/css/letters.css"
SAMPLE: Final = (
    "Roll the dice, keep the ones that fit, and score one of your active cards. A card that scores freezes another one. "
    "Each player has five cards; the first to reach 100 points ends the game after this round. It is your turn: 24 points so far. "
    "Lancez les dés, gardez ceux qui conviennent, et marquez avec une de vos cartes actives. Une carte qui marque en gèle une autre. "
    "Chaque joueur a cinq cartes ; le premier à 100 points met fin à la partie après ce tour. À vous de jouer : 24 points pour l’instant."
)
NAME: Final = "Figtree"
RANGES: Final = {REGULAR: "400 599", BOLD: "600 900"}

HEAD: Final = f"""/* The page's letters, and what stands for them until they have come: made by `python -m tests.fonts.make`. */
@font-face {{
  font-family: {NAME}; src: url("../fonts/letters.woff2") format("woff2"); font-weight: {WEIGHTS[0]} {WEIGHTS[1]}; font-display: optional;
}}
"""


def sheet() -> str:
    """The content of the style sheet `SHEET`."""
    families = [f'"{NAME} as {family}"' for family in FAMILIES]
    stack = ", ".join([NAME, *families, "sans-serif"])
    return HEAD + "".join(_faces()) + f":root {{ --letters: {stack}; }}\n"


def _faces() -> Iterator[str]:
    for family, found in FAMILIES.items():
        for weight in (REGULAR, BOLD):
            yield _face(family, found, weight)


def _face(family: str, found: Found, weight: int) -> str:
    own, other = _own(weight), opened(found.path(weight))
    size = _breadth(own) / _breadth(other)
    sources = ", ".join(f'local("{name}")' for name in found.names[weight])
    measures = {"size-adjust": size, **{name: share / size for name, share in _heights(own).items()}}
    declarations = " ".join(f"{name}: {share:.2%};" for name, share in measures.items())
    return f'@font-face {{ font-family: "{NAME} as {family}"; src: {sources}; font-weight: {RANGES[weight]}; {declarations} }}\n'


@cache
def _own(weight: int) -> TTFont:
    return instantiateVariableFont(opened(FILE), {"wght": weight})


def _breadth(font: TTFont) -> float:
    """The average width of a letter in a text such as the page's, in em."""
    cmap, widths = font.getBestCmap(), font["hmtx"].metrics
    known = {character: count for character, count in _characters().items() if ord(character) in cmap}
    whole: int = sum(widths[cmap[ord(character)]][0] * count for character, count in known.items())
    return whole / (sum(known.values()) * int(font["head"].unitsPerEm))


def _heights(font: TTFont) -> Mapping[str, float]:
    line, em = font["hhea"], font["head"].unitsPerEm
    return {"ascent-override": line.ascent / em, "descent-override": -line.descent / em, "line-gap-override": line.lineGap / em}


@cache
def _characters() -> Counter[str]:
    """The frequency of each character in a text such as the page's."""
    return Counter(SAMPLE)

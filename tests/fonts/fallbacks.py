"""The style sheet that names the page's font and, until it has come, those of the machine, each brought to the same measures.

A line of the page is as long in them as in the page's font, and as high: nothing moves when the font comes.
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
    """The style sheet, as it is written to `SHEET`."""
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
    told = " ".join(f"{name}: {share:.2%};" for name, share in measures.items())
    return f'@font-face {{ font-family: "{NAME} as {family}"; src: {sources}; font-weight: {RANGES[weight]}; {told} }}\n'


@cache
def _own(weight: int) -> TTFont:
    return instantiateVariableFont(opened(FILE), {"wght": weight})


def _breadth(font: TTFont) -> float:
    """How wide a letter is on average in a text such as the page's, in em."""
    cmap, widths = font.getBestCmap(), font["hmtx"].metrics
    known = {sign: count for sign, count in _signs().items() if ord(sign) in cmap}
    whole: int = sum(widths[cmap[ord(sign)]][0] * count for sign, count in known.items())
    return whole / (sum(known.values()) * int(font["head"].unitsPerEm))


def _heights(font: TTFont) -> Mapping[str, float]:
    line, em = font["hhea"], font["head"].unitsPerEm
    return {"ascent-override": line.ascent / em, "descent-override": -line.descent / em, "line-gap-override": line.lineGap / em}


@cache
def _signs() -> Counter[str]:
    """How often each sign is in a text such as the page's."""
    return Counter(SAMPLE)

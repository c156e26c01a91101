"""Creates the page's font from the published family: only the needed weights and characters, with tabular figures."""

from pathlib import Path
from typing import Final

from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from tests.fonts.sources import OWN, PACKAGES, opened
from tests.live import ROOT

FILE: Final = ROOT / "workers/exports/page/letters.woff2"
SOURCE: Final = PACKAGES / OWN / "files/figtree-latin-wght-normal.woff2"
WEIGHTS: Final = (400, 900)

CHARACTERS: Final = "".join(map(chr, [*range(0x20, 0x7F), *range(0xA0, 0x100)])) + "Œœ‘’‚“”„–—•…‹›€−\u202f"
"""ASCII, Latin-1, and further characters of French and typography. Other letters in names use the machine's fonts."""

FEATURES: Final = ["ccmp", "kern", "mark", "tnum"]
NAMES: Final = [0, 1, 2, 3, 4, 5, 6, 13, 14]
"""The kept entries of the font's name table, above all its copyright and licence."""

NARROW: Final = "narrow"


def made() -> TTFont:
    """The font that is written to `FILE`."""
    font = opened(SOURCE)
    _add_space(font)
    subsetter = Subsetter(Options(layout_features=FEATURES, hinting=False, name_IDs=NAMES, notdef_outline=True))
    subsetter.populate(text=CHARACTERS)
    subsetter.subset(font)
    font = instantiateVariableFont(font, {"wght": WEIGHTS})
    font.flavor = "woff2"
    font.recalcTimestamp = False  # reproducible output
    return font


def _add_space(font: TTFont) -> None:
    """Add the narrow space that French puts before punctuation, which the font lacks."""
    wide, _ = font["hmtx"].metrics["space"]
    del font["HVAR"]  # it counts glyphs; without it widths follow from the outlines
    variations = font["gvar"].variations
    font.setGlyphOrder([*font.getGlyphOrder(), NARROW])
    font["glyf"][NARROW] = TTGlyphPen(None).glyph()
    variations[NARROW] = []
    font["hmtx"].metrics[NARROW] = (round(wide * 0.6), 0)
    for table in font["cmap"].tables:
        table.cmap[0x202F] = NARROW


def write(path: Path = FILE) -> None:
    made().save(path)


def figures(weight: int) -> set[int]:
    """The widths of tabular figures."""
    font = instantiateVariableFont(TTFont(FILE), {"wght": weight})
    features, lookups = font["GSUB"].table.FeatureList.FeatureRecord, font["GSUB"].table.LookupList.Lookup
    used = {index for one in features if one.FeatureTag == "tnum" for index in one.Feature.LookupListIndex}
    tabular = {name: other for index in used for table in lookups[index].SubTable for name, other in table.mapping.items()}
    names = [font.getBestCmap()[ord(figure)] for figure in "0123456789"]
    return {font["hmtx"].metrics[tabular.get(name, name)][0] for name in names}

"""The page's font: made as its script says, with every sign that the page writes, under its licence."""

from io import BytesIO

import pytest
from fontTools.ttLib import TTFont

from service.http.page_files import FOLDER
from tests.fonts import fallbacks, subset
from tests.live import ROOT

WRITERS = ("service/web/js/**/texts/*.js", "rules/*/english.py", "rules/*/french.py", "workers/exports/page/page.*")
UNSEEN = set("←→\n")
"""Arrows stand in tooltips, which the machine draws."""

BIGGEST = 20_000


@pytest.fixture(scope="module")
def font() -> TTFont:
    return TTFont(subset.FILE)


def test_the_font_in_the_repository_is_the_one_that_its_script_makes(font: TTFont) -> None:
    packed = BytesIO()
    subset.made().save(packed)
    made = TTFont(packed)

    assert font.getBestCmap() == made.getBestCmap()
    assert font["hmtx"].metrics == made["hmtx"].metrics
    assert font["gvar"].variations == made["gvar"].variations
    assert [(axis.axisTag, axis.minValue, axis.maxValue) for axis in font["fvar"].axes] == [("wght", *subset.WEIGHTS)]
    assert subset.FILE.stat().st_size < BIGGEST


def test_the_style_sheet_that_names_it_is_the_one_that_its_script_makes() -> None:
    assert fallbacks.SHEET.read_text(encoding="utf-8") == fallbacks.sheet()


def test_it_has_every_sign_that_the_page_writes(font: TTFont) -> None:
    files = [file for pattern in WRITERS for file in ROOT.glob(pattern)]
    written = {sign for file in files for sign in file.read_text(encoding="utf-8")}

    assert len(files) >= 13
    assert written - UNSEEN - {chr(code) for code in font.getBestCmap()} == set()


@pytest.mark.parametrize("weight", subset.WEIGHTS)
def test_figures_have_one_width_where_they_stand_below_each_other(weight: int) -> None:
    assert len(subset.figures(weight)) == 1


def test_its_licence_lies_beside_it() -> None:
    licence = (FOLDER / "fonts/letters-OFL.txt").read_text(encoding="utf-8")

    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    assert "The Figtree Project Authors" in licence

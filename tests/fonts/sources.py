"""The fonts from npm packages, which `make` installs into .venv/fonts: the source of the page's font, and fonts of other machines."""

from pathlib import Path
from typing import Final, NamedTuple

from fontTools.ttLib import TTFont

from tests.live import ROOT

PACKAGES: Final = ROOT / ".venv/fonts/node_modules"
OWN: Final = "@fontsource-variable/figtree"
REGULAR, BOLD = 400, 700


class Found(NamedTuple):
    """A fallback family of machines: its local names by weight, and its file in the package."""

    names: dict[int, tuple[str, ...]]
    file: str

    def path(self, weight: int) -> Path:
        style = "Bold" if weight == BOLD else ""
        return installed(PACKAGES / self.file.format(weight=weight, style=f"-{style}" if style else ""))


FAMILIES: Final = {
    "Arial": Found(
        {
            REGULAR: ("Arial", "ArialMT", "Liberation Sans", "LiberationSans", "Arimo", "Helvetica"),
            BOLD: ("Arial Bold", "Arial-BoldMT", "Liberation Sans Bold", "LiberationSans-Bold", "Arimo Bold", "Helvetica Bold"),
        },
        "@fontsource/arimo/files/arimo-latin-{weight}-normal.woff2",
    ),
    "Roboto": Found(
        {REGULAR: ("Roboto", "Roboto Regular", "Roboto-Regular"), BOLD: ("Roboto Bold", "Roboto-Bold")},
        "@fontsource/roboto/files/roboto-latin-{weight}-normal.woff2",
    ),
    "Noto Sans": Found(
        {REGULAR: ("Noto Sans", "Noto Sans Regular", "NotoSans-Regular"), BOLD: ("Noto Sans Bold", "NotoSans-Bold")},
        "@fontsource/noto-sans/files/noto-sans-latin-{weight}-normal.woff2",
    ),
    "DejaVu Sans": Found(
        {REGULAR: ("DejaVu Sans", "DejaVuSans"), BOLD: ("DejaVu Sans Bold", "DejaVuSans-Bold")},
        "dejavu-fonts-ttf/ttf/DejaVuSans{style}.ttf",
    ),
}


def installed(path: Path) -> Path:
    """The path; raises AssertionError if there is no such file."""
    assert path.exists(), f"{path} is missing: make fonts installs it"
    return path


def opened(path: Path) -> TTFont:
    return TTFont(installed(path), lazy=False)

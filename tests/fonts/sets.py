"""Simulates machines with other fonts: a fontconfig configuration for each, so that a browser finds only these fonts."""

from pathlib import Path
from typing import Final

from tests.fonts.sources import BOLD, FAMILIES, REGULAR, opened

SETS: Final = {"none": ("Arial",), "dejavu": ("DejaVu Sans",), "noto": ("Noto Sans", "DejaVu Sans")}
"""The installed families of each machine; the first one is the default of programs. On a machine without fonts, a browser's package
installs letters with the measures of Arial: without any font, browsers crash."""

CONFIGURATION: Final = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
<dir>{folder}/fonts</dir>
<cachedir>{folder}/cache</cachedir>
{preferred}
</fontconfig>
"""
PREFERRED: Final = '<alias binding="same"><family>{generic}</family><prefer><family>{family}</family></prefer></alias>'
GENERIC: Final = ("sans-serif", "system-ui", "serif", "monospace")


def configured(name: str, folder: Path) -> Path:
    """Write a set of fonts into an empty folder; return its configuration file."""
    (folder / "fonts").mkdir()
    for family in SETS[name]:
        for weight in (REGULAR, BOLD):
            font = opened(FAMILIES[family].path(weight))
            font.flavor = None
            font.save(folder / f"fonts/{family} {weight}.ttf")
    preferred = "\n".join(PREFERRED.format(generic=generic, family=SETS[name][0]) for generic in GENERIC if SETS[name])
    file = folder / "fonts.conf"
    file.write_text(CONFIGURATION.format(folder=folder, preferred=preferred), encoding="utf-8")
    return file

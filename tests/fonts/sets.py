"""Machines with other fonts than this one: a configuration of fontconfig for each, by which a browser finds no others."""

from pathlib import Path
from typing import Final

from tests.fonts.sources import BOLD, FAMILIES, REGULAR, opened

SETS: Final = {"none": ("Arial",), "dejavu": ("DejaVu Sans",), "noto": ("Noto Sans", "DejaVu Sans")}
"""The families that are installed; the first of them is the one that programs get who want just any. Where nobody has installed any, a
browser's own package has brought letters with the measures of Arial: without any at all, browsers crash."""

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
    """Lays a set of fonts into an empty folder; returns its configuration."""
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

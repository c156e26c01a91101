"""Terminal output: with colours if the terminal supports them, else as plain text."""

import os
from typing import IO

from rich.console import Console

TEXTS = "service.terminal"
"""The package with the texts of the terminal."""

FACES = "⚀⚁⚂⚃⚄⚅"


def paper(out: IO[str], environment: dict[str, str] | None = None) -> Console:
    """A console on `out`, without colours and escape codes if `out` is not a terminal or NO_COLOR is set."""
    settings = dict(os.environ) if environment is None else environment
    plain = bool(settings.get("NO_COLOR")) or not out.isatty()
    return Console(
        file=out,
        color_system=None if plain else "auto",
        force_terminal=False if plain else None,
        highlight=False,
        markup=False,
        emoji=False,
        soft_wrap=True,
    )


def has_signs(console: Console) -> bool:
    """Whether the output's encoding is a UTF, so that it can show symbols."""
    return console.encoding.startswith("utf")


def drawn(face: int, console: Console) -> str:
    """A die's face as a symbol, or as a number if it has no symbol or the output cannot show symbols."""
    return FACES[face - 1] if has_signs(console) and 1 <= face <= len(FACES) else str(face)

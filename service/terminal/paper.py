"""Terminal output: with colours if the terminal supports them, else as plain text; without dangerous characters."""

import os
import sys
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


def printable(text: str) -> str:
    """The text without characters that control a terminal, break lines or reverse text: it may come from an untrusted source."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


def printable_lines(text: str) -> str:
    """As `printable`, but line breaks remain: for a text composed of texts without line breaks of their own."""
    return "\n".join(map(printable, text.split("\n")))


def forgiving(out: IO[str]) -> IO[str]:
    """The same stream, printing `?` for characters outside its encoding instead of failing."""
    if out is sys.stdout and hasattr(out, "reconfigure"):
        out.reconfigure(errors="replace")
    return out

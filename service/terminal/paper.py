"""Where the story is printed: colours for a terminal that wants them, plain text for everything else."""

import os
import sys
from typing import IO

from rich.console import Console

FACES = "⚀⚁⚂⚃⚄⚅"


def paper(out: IO[str], environment: dict[str, str] | None = None) -> Console:
    """A console on `out`; without colours and any other escape code if it is no terminal or NO_COLOR is set."""
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
    """Whether the output can show more than letters and digits."""
    return console.encoding.startswith("utf")


def drawn(face: int, console: Console) -> str:
    """A die's face, as a digit where the output cannot show the sign for it."""
    return FACES[face - 1] if has_signs(console) else str(face)


def printable(text: str) -> str:
    """The text without anything that could steer a terminal, break its line or turn it around; a service and a file may be anybody's."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


def printable_lines(text: str) -> str:
    """The text as `printable` has it, but with its lines: for what was put together from texts that have none of their own."""
    return "\n".join(map(printable, text.split("\n")))


def forgiving(out: IO[str]) -> IO[str]:
    """The same stream, which prints a `?` for what its encoding does not have instead of failing."""
    if out is sys.stdout and hasattr(out, "reconfigure"):
        out.reconfigure(errors="replace")
    return out

"""Text of unknown authors for a terminal: without dangerous characters, and printed whatever the terminal's encoding."""

import sys
from typing import IO
from unicodedata import category


def printable(text: str) -> str:
    """The text without characters that control a terminal, break lines or reverse text: it may come from an untrusted source. Spaces of any
    width remain: French has one before a colon.
    """
    return "".join(sign if sign.isprintable() or category(sign) == "Zs" else "\N{REPLACEMENT CHARACTER}" for sign in text)


def printable_lines(text: str) -> str:
    """As `printable`, but line breaks remain: for a text composed of texts without line breaks of their own."""
    return "\n".join(map(printable, text.split("\n")))


def forgiving(out: IO[str]) -> IO[str]:
    """The same stream, printing `?` for characters outside its encoding instead of failing."""
    if out is sys.stdout and hasattr(out, "reconfigure"):
        out.reconfigure(errors="replace")
    return out

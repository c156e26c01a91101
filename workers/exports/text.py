"""Text of unknown authors in plain text files: without control characters, and measured in columns."""

import unicodedata
from collections.abc import Iterator
from typing import Final

from rich.cells import cell_len

UNICODE_VERSION: Final = "15.1.0"
"""The version of Unicode whose widths are used: otherwise the environment would choose, and workers would align differently."""

_BIDI_CONTROLS = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
_BREAKS = frozenset({"Cc", "Cs", "Zl", "Zp"})


def printable(text: str) -> str:
    """The text with a replacement character for each control character, line separator, bidirectional control and noncharacter. Nothing in
    it can end its line, reverse the rest of the line, or be forbidden in XML.
    """
    return "".join([character if _is_printable(character) else "\N{REPLACEMENT CHARACTER}" for character in text])


def cells(text: str) -> int:
    """The columns of the text where every character takes one or two."""
    return cell_len(text, UNICODE_VERSION)


def fitted(text: str, width: int) -> str:
    """The text if it has at most `width` columns, else its beginning and an ellipsis."""
    if cells(text) <= width:
        return text
    end = len(text)
    while end and cells(text[:end]) > width - 1:
        end -= 1
    return text[:end] + "…"


def wrapped(text: str, width: int, first: str = "", rest: str = "") -> Iterator[str]:
    """The text in lines of at most `width` columns, broken at spaces; a longer word has its own line. `first` is put before the first line,
    `rest` before every other.
    """
    line, empty = first, True
    for word in text.split(" "):
        if not empty and cells(line) + 1 + cells(word) > width:
            yield line
            line, empty = rest, True
        line = line + word if empty else f"{line} {word}"
        empty = False
    yield line


def right(text: str, width: int) -> str:
    """The text, aligned to the right in so many columns."""
    return " " * (width - cells(text)) + text


def _is_printable(character: str) -> bool:
    code = ord(character)
    noncharacter = code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF
    return (
        not noncharacter and unicodedata.category(character) not in _BREAKS and unicodedata.bidirectional(character) not in _BIDI_CONTROLS
    )

"""Text of unknown people in files of plain text: without signs that could steer, and measured as it is drawn."""

import unicodedata
from collections.abc import Iterator
from typing import Final

from rich.cells import cell_len

UNICODE: Final = "15.1.0"
"""The widths are those of one version of Unicode: otherwise the environment would choose, and each worker align in its own way."""

_STEERING = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
_BREAKS = frozenset({"Cc", "Cs", "Zl", "Zp"})


def printable(text: str) -> str:
    """The text with a replacement sign for each control character, line separator, bidirectional control and noncharacter:
    nothing in it can end its line, turn the rest of the line around, or be forbidden in XML.
    """
    return "".join([sign if _is_printable(sign) else "\N{REPLACEMENT CHARACTER}" for sign in text])


def cells(text: str) -> int:
    """The columns that the text takes where every sign has one or two."""
    return cell_len(text, UNICODE)


def fitted(text: str, width: int) -> str:
    """The text if it takes no more than `width` columns, else its beginning and an ellipsis."""
    if cells(text) <= width:
        return text
    end = len(text)
    while end and cells(text[:end]) > width - 1:
        end -= 1
    return text[:end] + "…"


def wrapped(text: str, width: int, first: str = "", rest: str = "") -> Iterator[str]:
    """The text in lines of no more than `width` columns, broken at spaces; a word that is longer has a line of its own.
    `first` stands before the first line, `rest` before every other.
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
    """The text at the right edge of so many columns."""
    return " " * (width - cells(text)) + text


def _is_printable(sign: str) -> bool:
    code = ord(sign)
    noncharacter = code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF
    return not noncharacter and unicodedata.category(sign) not in _BREAKS and unicodedata.bidirectional(sign) not in _STEERING

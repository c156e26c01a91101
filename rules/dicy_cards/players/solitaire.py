"""What each hand of each set of cards is worth to a player who plays alone, and for ever: the most points a turn in the long run.

The values come with the package; `python -m workers.values.dicy_cards.solitaire` computes them.
"""

import hashlib
from array import array
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from sys import byteorder
from typing import Final

from rules.dicy_cards.players.hands import HANDS, SETS, set_number
from rules.dicy_cards.setup import Five

FILE: Final = "solitaire.values"
VERSION: Final = b"dicy-cards solitaire 1\n"
UNIT: Final = 2048
"""A value of one point."""

_HASHED: Final = hashlib.sha256().digest_size


@lru_cache(maxsize=64)
def worth(five: Five) -> Sequence[int]:
    """For each hand of these five cards, in any order: what it is worth compared with five active cards, in `UNIT`, so 0 or less."""
    first = set_number(five) * len(HANDS)
    return [-less for less in _less()[first : first + len(HANDS)]]


def encoded(less: Sequence[int]) -> bytes:
    """The file: version, SHA-256 of the rest, and for each set of `SETS`, for each hand, how much less it is worth (16 bits, low first)."""
    return VERSION + hashlib.sha256(data := _low_first(array("H", less)).tobytes()).digest() + data


def decoded(file: bytes) -> Sequence[int]:
    """The numbers of a file of `encoded`. Raises ValueError for any other."""
    version, digest, data = file[: len(VERSION)], file[len(VERSION) : len(VERSION) + _HASHED], file[len(VERSION) + _HASHED :]
    if version != VERSION or hashlib.sha256(data).digest() != digest or len(data) != len(SETS) * len(HANDS) * 2:
        raise ValueError(f"{FILE} is damaged, or of another version")
    return _low_first(array("H", data))


@cache
def _less() -> Sequence[int]:
    return decoded(files(__package__).joinpath(FILE).read_bytes())


def _low_first(numbers: "array[int]") -> "array[int]":
    if byteorder == "big":
        numbers.byteswap()
    return numbers

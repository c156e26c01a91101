"""Finds names of one table that a reader could confuse. Names are free, so two seats can have the same name, or names that look the same.

The rule: if any two names of a table could be confused, all seats are shown with their number, `Seat 2 (Ada)`. It prefers a needless number
to a confusion, so it needs no table of confusable characters (UTS #39): letters of two scripts are enough.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from typing import Final

from rules.texts.files import LANGUAGES
from rules.texts.texts import Texts, common

_UNSEEN: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Mn", "Me", "Zs", "Zl", "Zp"})
"""Categories of characters that are invisible or nearly so."""

_SAME: Final = str.maketrans({"l": "i", "1": "i", "|": "i", "!": "i", "\u0131": "i", "0": "o", "5": "s", "$": "s", "@": "a"})
_PAIRS: Final = (("rn", "m"), ("vv", "w"), ("ci", "d"))

_BLANK_LETTERS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
_RARE: Final = 0x180
"""From this code on, Latin letters are rare or phonetic and look like others."""

_LIKE_A_NUMBER: Final = re.compile(r"(?:seat|place)\s*\d", re.IGNORECASE)
"""In any language of the texts: a file may be read beside one in another language."""


def shown(texts: Texts, names: Sequence[str]) -> Sequence[str]:
    """The names by seat as they are shown: unchanged, or all with the number of their seat (from 1) if any two could be confused."""
    return numbered(texts, names) if could_be_confused(names) else names


def numbered(texts: Texts, names: Sequence[str]) -> Sequence[str]:
    """The names by seat, each after the number of its seat: shortening does not remove the number, and no name can imitate it."""
    return tuple([with_number(texts, seat, name) for seat, name in enumerate(names)])


def with_number(texts: Texts, seat: int, name: str) -> str:
    """The name with the number of its seat (from 1)."""
    return texts.text("seat-with-name", number=seat + 1, name=name)


def could_be_confused(names: Sequence[str]) -> bool:
    """Whether two names look alike, the names mix scripts, or a name looks like the number of another seat."""
    skeletons = [_skeleton(name) for name in names]
    scripts = {script for name in names for script in _scripts(name)}
    imitated = any(_LIKE_A_NUMBER.match(name) and name not in _unnamed(seat) for seat, name in enumerate(map(_plain, names)))
    return len(set(skeletons)) < len(skeletons) or len(scripts) > 1 or imitated


@cache
def _unnamed(seat: int) -> Sequence[str]:
    """How a seat is shown that nobody has taken."""
    return [common(language).text("seat-unnamed", number=seat + 1) for language in LANGUAGES]


def _plain(name: str) -> str:
    """The visible characters of a name, without marks, in compatibility form."""
    spelled = unicodedata.normalize("NFKD", name)
    return "".join([sign for sign in spelled if sign == " " or (unicodedata.category(sign) not in _UNSEEN and sign not in _BLANK_LETTERS)])


def _skeleton(name: str) -> str:
    """Equal for names that look alike within one script."""
    text = _plain(name).replace(" ", "").casefold().translate(_SAME)
    for pair, sign in _PAIRS:
        text = text.replace(pair, sign)
    return text


def _scripts(name: str) -> set[str]:
    """The scripts of a name's letters, by their Unicode names."""
    letters = [sign for sign in _plain(name) if sign.isalpha()]
    return {_script(sign) for sign in letters}


def _script(letter: str) -> str:
    script = unicodedata.name(letter, "UNKNOWN").partition(" ")[0]
    return "rare" if script == "LATIN" and ord(letter) >= _RARE else script

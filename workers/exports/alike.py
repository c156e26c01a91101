"""Names of one table that a reader could take for each other. Names are free, so two seats can have one name, or two that look the same.

The rule: as soon as any two of a table's names could be confused, all of its seats are shown with their number, `Seat 2 (Ada)`. It errs on
the side of the number, which is why it needs no table of confusable signs (UTS #39): letters of two scripts are reason enough.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

_UNSEEN: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Mn", "Me", "Zs", "Zl", "Zp"})
"""Categories of signs that are not drawn, or hardly."""

_SAME: Final = str.maketrans({"l": "i", "1": "i", "|": "i", "!": "i", "\u0131": "i", "0": "o", "5": "s", "$": "s", "@": "a"})
_PAIRS: Final = (("rn", "m"), ("vv", "w"), ("ci", "d"))

_BLANK_LETTERS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
_RARE: Final = 0x180
"""From here on come letters of Latin that few languages use, and phonetics: they look like others."""

_LIKE_A_NUMBER: Final = re.compile(r"seat\s*\d", re.IGNORECASE)


def shown(names: Sequence[str]) -> Sequence[str]:
    """The names by seat as they are shown: as they are, or each with the number of its seat (from 1) if any two could be confused."""
    return numbered(names) if could_be_confused(names) else names


def numbered(names: Sequence[str]) -> Sequence[str]:
    """The names by seat, each with the number of its seat before it: so no shortening cuts it off, and no name can imitate it."""
    return tuple([with_number(seat, name) for seat, name in enumerate(names)])


def with_number(seat: int, name: str) -> str:
    """The name with the number of its seat (from 1)."""
    return f"Seat {seat + 1} ({name})"


def could_be_confused(names: Sequence[str]) -> bool:
    """Whether two of the names look alike, have letters of different scripts, or one looks like a number of a seat that it is not."""
    skeletons = [_skeleton(name) for name in names]
    scripts = {script for name in names for script in _scripts(name)}
    imitated = any(_LIKE_A_NUMBER.match(name) and name != f"Seat {seat + 1}" for seat, name in enumerate(map(_plain, names)))
    return len(set(skeletons)) < len(skeletons) or len(scripts) > 1 or imitated


def _plain(name: str) -> str:
    """What is drawn of a name, without marks, in compatibility form."""
    spelled = unicodedata.normalize("NFKD", name)
    return "".join([sign for sign in spelled if sign == " " or (unicodedata.category(sign) not in _UNSEEN and sign not in _BLANK_LETTERS)])


def _skeleton(name: str) -> str:
    """Equal for names that look alike within one script."""
    text = _plain(name).replace(" ", "").casefold().translate(_SAME)
    for pair, sign in _PAIRS:
        text = text.replace(pair, sign)
    return text


def _scripts(name: str) -> set[str]:
    """The scripts of a name's letters, by what Unicode calls them."""
    letters = [sign for sign in _plain(name) if sign.isalpha()]
    return {_script(sign) for sign in letters}


def _script(letter: str) -> str:
    script = unicodedata.name(letter, "UNKNOWN").partition(" ")[0]
    return "rare" if script == "LATIN" and ord(letter) >= _RARE else script

"""The names of players who have given none, and of those whose name was erased."""

import re
from typing import Final

from rules.game import Seat

_DEFAULT: Final = re.compile(r"player [0-9]{1,3}", re.IGNORECASE)


def name_or_default(seat: Seat, name: str | None) -> str:
    """The name, or that of a player without a name on this seat: `Player 1`, `Player 2` …."""
    return name or f"Player {seat + 1}"


def is_default(name: str) -> bool:
    """Whether the name is that of players without a name. It says nothing about a person."""
    return _DEFAULT.fullmatch(name) is not None

"""The numbered tokens: their colours, lines and sides."""

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

Colour: TypeAlias = Literal["red", "orange", "yellow", "green", "blue", "violet"]

COLOURS: tuple[Colour, ...] = get_args(Colour)

TOKENS = range(1, 37)
"""The tokens, by the number on their front."""

YOUNG_TOKENS = range(1, 19)
"""The tokens of the variant `young`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """A token at a table. `token` is its id, the number on its front. `line` is its line of the big board, from 0. `number` and `colour`
    are those of the side that is up (I9).
    """

    token: int
    line: int
    number: int
    colour: Colour

"""The boards: where the tokens lie before the first move, their colours, and their backs (I2)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

from rules.dice import DiceSeed, SeededDice
from rules.ice_dice.tokens import COLOURS, TOKENS, YOUNG_TOKENS, Colour


class Side(NamedTuple):
    """What one side of a token shows."""

    number: int
    colour: Colour


class TwoSided(NamedTuple):
    """A token, identified by the number on its front. Only the variant `experienced` uses backs."""

    front: Side
    back: Side


Board: TypeAlias = tuple[tuple[TwoSided, ...], ...]
"""All tokens in their lines."""

_IN_A_LINE = 6
_TOKENS_PER_COLOUR = len(TOKENS) // len(COLOURS)
"""The number of tokens of each colour."""


def _stand_in() -> Board:
    """The board used instead of the printed one, which is not public: six lines in ascending order, colours shifted from line to line, and
    the fronts in another order on the backs. Existing tables use it: it never changes.
    """
    fronts = [Side(token, COLOURS[sum(divmod(token - 1, _IN_A_LINE)) % len(COLOURS)]) for token in TOKENS]
    order = SeededDice(DiceSeed("ice-dice-board", "00" * 32), (), 0).shuffle(len(TOKENS)).values
    tokens = [TwoSided(front, fronts[back]) for front, back in zip(fronts, order, strict=True)]
    return tuple(tuple(tokens[start : start + _IN_A_LINE]) for start in range(0, len(tokens), _IN_A_LINE))


STAND_IN = _stand_in()


def board(override: object) -> Board:
    """The board in use: the stand-in, unless a deployment has its own. Raises ValueError for an invalid one."""
    if override is None:
        return STAND_IN
    own = tuple(tuple(_two_sided(token) for token in line) for line in _lines(override))
    tokens = tuple(chain.from_iterable(own))
    for side, shown in (("front", [token.front for token in tokens]), ("back", [token.back for token in tokens])):
        _check_sides(side, shown)
    if sum(any(token.front.number in YOUNG_TOKENS for token in line) for line in own) < 3:
        raise ValueError(f"board: at least three lines need a token up to {YOUNG_TOKENS[-1]}, for the set-up of the variant young")
    return own


def _lines(override: object) -> Iterator[Sequence[object]]:
    if not isinstance(override, Mapping) or set(override) != {"lines"} or not isinstance(override["lines"], list | tuple):
        raise ValueError("board: {lines: […]} is needed, and nothing else")
    for line in override["lines"]:
        if not isinstance(line, list | tuple) or not line:
            raise ValueError(f"board: a line is a list of tokens, not {line!r}")
        yield line


def _two_sided(token: object) -> TwoSided:
    if not isinstance(token, Mapping) or set(token) != {"number", "colour", "back"}:
        raise ValueError(f"board: a token is {{number, colour, back}}, not {token!r}")
    back = token["back"]
    if not isinstance(back, Mapping) or set(back) != {"number", "colour"}:
        raise ValueError(f"board: the back of a token is {{number, colour}}, not {back!r}")
    return TwoSided(_side(token), _side(back))


def _side(side: Mapping[Any, Any]) -> Side:
    number, colour = side["number"], side["colour"]
    if type(number) is not int:
        raise ValueError(f"board: {number!r} is no number of a token")
    if colour not in COLOURS:
        raise ValueError(f"board: no colour {colour!r}; known: {', '.join(COLOURS)}")
    return Side(number, colour)


def _check_sides(name: str, sides: Sequence[Side]) -> None:
    numbers, colours = sorted(side.number for side in sides), Counter(side.colour for side in sides)
    if numbers != list(TOKENS):
        missing = ", ".join(str(number) for number in TOKENS if number not in numbers) or "none"
        raise ValueError(
            f"board: there are {len(numbers)} {name}s; each number from {TOKENS[0]} to {TOKENS[-1]} is on one, missing: {missing}"
        )
    if any(colours[colour] != _TOKENS_PER_COLOUR for colour in COLOURS):
        raise ValueError(f"board: each colour is on {_TOKENS_PER_COLOUR} {name}s, not {dict(colours)}")

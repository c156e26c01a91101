"""Calculations with dice: exact, with fractions as intermediate values (I3). Independent of tables and turns."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import permutations, product
from operator import add, mul, sub, truediv

from rules.ice_dice.commands import Calculation, Pair, Sign
from rules.ice_dice.events import Faces, Variant
from rules.ice_dice.tokens import TOKENS

DICE = range(3)
"""The positions of the dice."""

_OPERATIONS: Mapping[Sign, Callable[[Fraction, Fraction], Fraction]] = {"+": add, "-": sub, "*": mul, "/": truediv}
_WRITTEN: Mapping[Sign, str] = {"+": "+", "-": "−", "*": "×", "/": "÷"}

_ALL_SIGNS: tuple[Sign, ...] = tuple(_OPERATIONS)
_YOUNG_SIGNS: tuple[Sign, ...] = ("+", "-")


def signs(variant: Variant) -> tuple[Sign, ...]:
    """The allowed signs of a variant."""
    return _YOUNG_SIGNS if variant == "young" else _ALL_SIGNS


def value(expression: Calculation, dice: Faces) -> Fraction:
    """The result of the expression for these dice. All its positions must exist. Raises ZeroDivisionError."""
    return _result(expression, [Fraction(face) for face in dice])


def positions(expression: Calculation) -> tuple[int, ...]:
    """The positions of the dice used, from left to right."""
    return (*_positions(expression.left), *_positions(expression.right))


def signs_used(expression: Calculation) -> frozenset[Sign]:
    """The signs of the expression, including those in brackets."""
    return frozenset(part.op for part in (expression, expression.left, expression.right) if not isinstance(part, int))


def written(expression: Calculation, dice: Faces) -> str:
    """The calculation in the usual notation: `(2 + 3) × 6`."""
    return f"{_side(expression.left, dice)} {_WRITTEN[expression.op]} {_side(expression.right, dice)}"


@lru_cache(maxsize=2 * 6**3)
def ways(dice: Faces, allowed: tuple[Sign, ...]) -> Mapping[int, Calculation]:
    """Every token number that these dice can make with the allowed signs -> the simplest calculation for it.

    The simplest calculation is the first by: two dice before three; + before - before * before /; lower positions first.
    """
    faces = [Fraction(face) for face in dice]
    found: dict[int, Calculation] = {}
    for expression in _calculations(allowed):
        number = _whole(expression, faces)
        if number in TOKENS:
            found.setdefault(number, expression)
    return found


def _result(part: Calculation | Pair | int, faces: list[Fraction]) -> Fraction:
    if isinstance(part, int):
        return faces[part]
    return _OPERATIONS[part.op](_result(part.left, faces), _result(part.right, faces))


def _whole(expression: Calculation, faces: list[Fraction]) -> int:
    """The result of the expression; 0 if it is not a whole number."""
    try:
        number = _result(expression, faces)
    except ZeroDivisionError:
        return 0
    return number.numerator if number.denominator == 1 else 0


@lru_cache(maxsize=2)
def _calculations(allowed: tuple[Sign, ...]) -> tuple[Calculation, ...]:
    """Every possible calculation, the simplest first."""
    return (*_with_two(allowed), *_with_three(allowed))


def _with_two(allowed: tuple[Sign, ...]) -> Iterator[Calculation]:
    for op, (left, right) in product(allowed, permutations(DICE, 2)):
        yield Calculation(op=op, left=left, right=right)


def _with_three(allowed: tuple[Sign, ...]) -> Iterator[Calculation]:
    for op, inner, (first, second, third) in product(allowed, allowed, permutations(DICE)):
        yield Calculation(op=op, left=Pair(op=inner, left=first, right=second), right=third)
        yield Calculation(op=op, left=first, right=Pair(op=inner, left=second, right=third))


def _positions(part: Pair | int) -> tuple[int, ...]:
    return (part,) if isinstance(part, int) else (part.left, part.right)


def _side(part: Pair | int, dice: Faces) -> str:
    if isinstance(part, int):
        return str(dice[part])
    return f"({dice[part.left]} {_WRITTEN[part.op]} {dice[part.right]})"

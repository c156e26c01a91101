"""How dice make numbers: exactly, with fractions on the way (I3). Knows no table and no turn."""

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
    """The signs that may be used."""
    return _YOUNG_SIGNS if variant == "young" else _ALL_SIGNS


def value(expression: Calculation, dice: Faces) -> Fraction:
    """The number that the expression makes of these dice, which have all its positions. Raises ZeroDivisionError."""
    return _made(expression, [Fraction(face) for face in dice])


def positions(expression: Calculation) -> tuple[int, ...]:
    """The positions of the dice used, as they are read."""
    return (*_positions(expression.left), *_positions(expression.right))


def signs_used(expression: Calculation) -> frozenset[Sign]:
    """The signs of the expression and of its brackets."""
    return frozenset(part.op for part in (expression, expression.left, expression.right) if not isinstance(part, int))


def written(expression: Calculation, dice: Faces) -> str:
    """The calculation as people write it: `(2 + 3) × 6`."""
    return f"{_side(expression.left, dice)} {_WRITTEN[expression.op]} {_side(expression.right, dice)}"


@lru_cache(maxsize=2 * 6**3)
def ways(dice: Faces, allowed: tuple[Sign, ...]) -> Mapping[int, Calculation]:
    """Every token's number that these dice make with the signs allowed -> the simplest calculation that makes it.

    Of several, the one with two dice; then by the sign, + before - before * before /; then by the positions, the lower first.
    """
    faces = [Fraction(face) for face in dice]
    found: dict[int, Calculation] = {}
    for expression in _calculations(allowed):
        number = _whole(expression, faces)
        if number in TOKENS:
            found.setdefault(number, expression)
    return found


def _made(part: Calculation | Pair | int, faces: list[Fraction]) -> Fraction:
    if isinstance(part, int):
        return faces[part]
    return _OPERATIONS[part.op](_made(part.left, faces), _made(part.right, faces))


def _whole(expression: Calculation, faces: list[Fraction]) -> int:
    """The number that the expression makes, 0 if it makes none that is whole."""
    try:
        number = _made(expression, faces)
    except ZeroDivisionError:
        return 0
    return number.numerator if number.denominator == 1 else 0


@lru_cache(maxsize=2)
def _calculations(allowed: tuple[Sign, ...]) -> tuple[Calculation, ...]:
    """Every calculation there is, the simplest first."""
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

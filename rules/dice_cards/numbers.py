"""The numbers of a roll: what each costs in tickets (C6, C8), and how often it comes."""

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import product
from typing import Literal, NamedTuple, TypeAlias, get_args

from rules.dice_cards.mechanisms.mechanism import BOTH_DICE, SINGLE

Source: TypeAlias = Literal["any", "black", "red", "both"]
"""Where a number comes from: either die or their sum; one die; or both dice, as the two numbers of one place."""

SOURCES: tuple[Source, ...] = get_args(Source)

FACES = range(1, 7)


class Faces(NamedTuple):
    """What the two dice show."""

    black: int
    red: int


EVERY_ROLL = tuple(Faces(black, red) for black, red in product(FACES, FACES))

Prices: TypeAlias = Mapping[int, int]
"""A number -> the fewest tickets that it costs; numbers that no die can have are missing."""


@cache
def prices(dice: Faces, source: Source) -> Prices:
    """Every number that the dice can be changed to, each step of a die for one ticket, with the price of the cheapest way to it."""
    cheapest: dict[int, int] = {}
    for changed in EVERY_ROLL:
        cost = abs(changed.black - dice.black) + abs(changed.red - dice.red)
        for number in free(changed, source):
            cheapest[number] = min(cost, cheapest.get(number, cost))
    return dict(sorted(cheapest.items()))


def free(dice: Faces, source: Source) -> Iterable[int]:
    """The numbers that the dice show as they are."""
    match source:
        case "any":
            return (dice.black, dice.red, dice.black + dice.red)
        case "black":
            return (dice.black,)
        case "red":
            return (dice.red,)
        case "both":
            return (10 * dice.black + dice.red,)


def possible(source: Source) -> frozenset[int]:
    """The numbers that such a place can have at all."""
    match source:
        case "any":
            return frozenset(SINGLE)
        case "both":
            return frozenset(BOTH_DICE)
        case _:
            return frozenset(FACES)


@cache
def chance(source: Source, numbers: frozenset[int]) -> float:
    """How likely a roll has one of these numbers, without a ticket."""
    return sum(not numbers.isdisjoint(free(dice, source)) for dice in EVERY_ROLL) / len(EVERY_ROLL)

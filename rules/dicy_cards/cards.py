"""The twelve cards: the dice that each accepts, its points, and its effect on the other seats. Independent of tables and turns."""

from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple, TypeAlias

CardId: TypeAlias = Literal[
    "any-two",
    "all-under-six",
    "odds",
    "straight",
    "two-pairs",
    "sixes",
    "pair-doubled",
    "three-lowest",
    "different-x4",
    "different-sum",
    "forty-minus",
    "alike-x5",
]

Faces: TypeAlias = tuple[int, ...]
"""Faces of dice, each 1 to 6."""

Change: TypeAlias = Literal["freeze", "reset"]
"""A change of a card: an active card freezes, a frozen card thaws (`reset`)."""


_SIX = 6


class Effect(NamedTuple):
    """The effect of scoring a card: each affected seat freezes or thaws one card of its own choice (D5)."""

    kind: Change
    whom: Literal["neighbours", "others"]


class Card(NamedTuple):
    """One card.

    `fits(values, dice)` gets a selection of one of the allowed `sizes`, and the whole roll, both in ascending order. `wants` completes the
    sentence "this card accepts …". `rule` is the ruling that a misfit most often breaks.
    """

    id: CardId
    sizes: range
    fits: Callable[[Faces, Faces], bool]
    points: Callable[[Faces], int]
    wants: str
    effect: Effect | None = None
    rule: str | None = None


def fits(card: Card, values: Faces, dice: Faces) -> bool:
    """Whether the card can be scored with these values out of this roll, both in ascending order (the twelve cards, D10–D13)."""
    return len(values) in card.sizes and card.fits(values, dice)


def _any(_values: Faces, _dice: Faces) -> bool:
    return True


def _no_six(values: Faces, _dice: Faces) -> bool:
    return _SIX not in values


def _odd(values: Faces, _dice: Faces) -> bool:
    return all(value % 2 for value in values)


def _consecutive(values: Faces, _dice: Faces) -> bool:
    return values == tuple(range(values[0], values[0] + len(values)))


def _two_pairs(values: Faces, _dice: Faces) -> bool:
    return values[0] == values[1] < values[2] == values[3]


def _six(values: Faces, _dice: Faces) -> bool:
    return values[0] == _SIX


def _equal(values: Faces, _dice: Faces) -> bool:
    return values[0] == values[-1]


def _lowest(values: Faces, dice: Faces) -> bool:
    return values == dice[: len(values)]


def _different(values: Faces, _dice: Faces) -> bool:
    return len(set(values)) == len(values)


def _double(values: Faces) -> int:
    return 2 * sum(values)


def _four_each(values: Faces) -> int:
    return 4 * len(values)


def _five_each(values: Faces) -> int:
    return 5 * len(values)


def _forty_minus(values: Faces) -> int:
    return 40 - sum(values)


def _exactly(size: int) -> range:
    return range(size, size + 1)


_TWELVE = (
    Card("any-two", _exactly(2), _any, sum, "exactly two dice", effect=Effect("freeze", "neighbours")),
    Card("all-under-six", _exactly(6), _no_six, sum, "all six dice, none of them a 6"),
    Card("odds", range(1, 7), _odd, sum, "one to six dice, each a 1, 3 or 5", rule="D10"),
    Card("straight", range(2, 7), _consecutive, sum, "two to six dice with consecutive values, each value once", rule="D11"),
    Card("two-pairs", _exactly(4), _two_pairs, sum, "exactly four dice, two pairs of different values", rule="D12"),
    Card("sixes", range(1, 7), _six, sum, "one to six dice, each a 6", effect=Effect("reset", "neighbours"), rule="D10"),
    Card("pair-doubled", _exactly(2), _equal, _double, "exactly two dice of the same value"),
    Card("three-lowest", _exactly(3), _lowest, sum, "exactly the three lowest dice", effect=Effect("freeze", "others"), rule="D13"),
    Card("different-x4", range(1, 7), _different, _four_each, "one to six dice, all of different values"),
    Card("different-sum", range(1, 6), _different, sum, "one to five dice, all of different values"),
    Card("forty-minus", _exactly(6), _any, _forty_minus, "all six dice"),
    Card("alike-x5", range(1, 7), _equal, _five_each, "one to six dice, all of the same value"),
)

CARDS: Mapping[str, Card] = {card.id: card for card in _TWELVE}
"""All cards by id. `interglacial` draws by index in this order, and offline checks of old tables repeat the draw: the order
never changes.
"""

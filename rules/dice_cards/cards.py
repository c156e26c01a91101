"""A card: a mechanism, what its places take, and what is given for what is done on it. Points and tickets follow from the marks alone."""

from dataclasses import dataclass
from functools import cache, lru_cache

from rules.dice_cards.mechanisms.mechanism import Marks, Mechanism, Writing
from rules.dice_cards.numbers import Faces, Source, possible, prices

_REMEMBERED = 2**12
"""How many answers about cards are kept: players ask the same again and again."""

_FEW = 2**9
"""The same for answers that are long."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Card:
    """The rules of a card, the same object wherever it is used. `rules` is the text of which it was made (`card_rules`).

    `sources` says what each place takes. Of `each` unit that is done the points are given, and `whole` if all are; with `steps` (number of
    units done, points) only the points of the last step reached; `all_or_nothing` gives `whole` or nothing. For each number in `tickets`
    there is one ticket when so many units are done.
    """

    number: int
    rules: str
    mechanism: Mechanism
    sources: tuple[Source, ...]
    each: tuple[int, ...]
    steps: tuple[tuple[int, int], ...]
    whole: int
    all_or_nothing: bool
    tickets: tuple[int, ...]
    young: bool

    @property
    def empty(self) -> Marks:
        """The marks of the card before anything is written."""
        return (0,) * self.mechanism.cells

    @property
    def one_colour(self) -> bool:
        """Whether some of its places take one die of a given colour only."""
        return not {"black", "red"}.isdisjoint(self.sources)

    @property
    def two_numbers(self) -> bool:
        """Whether some of its places take both dice."""
        return "both" in self.sources


@lru_cache(_FEW)
def options(card: Card, marks: Marks) -> tuple[Writing, ...]:
    """Everything that may be written on the card next, whatever the dice show."""
    writings = card.mechanism.options(marks)
    return tuple(_same(*writing) for writing in writings if writing.number in possible(card.sources[writing.place]))


_same = cache(Writing)
"""One object for each writing: remembered answers have thousands of them, which collecting garbage would go through again and again."""


def price(card: Card, writing: Writing, dice: Faces) -> int | None:
    """The tickets that this number costs at this place, None if it cannot be had."""
    return prices(dice, card.sources[writing.place]).get(writing.number)


def after(card: Card, marks: Marks, writing: Writing) -> Marks:
    """The marks after one of the `options`."""
    return card.mechanism.after(marks, writing)


@lru_cache(_REMEMBERED)
def points(card: Card, marks: Marks) -> int:
    """The points of the card now."""
    done = card.mechanism.done(marks)
    every = len(done) == card.mechanism.units
    if card.steps:
        return max((points for count, points in card.steps if count <= len(done)), default=0)
    return sum(card.each[unit] for unit in done) + (card.whole if every else 0)


@lru_cache(_REMEMBERED)
def tickets(card: Card, marks: Marks) -> int:
    """All tickets that the card has given so far."""
    done = len(card.mechanism.done(marks))
    return sum(count <= done for count in card.tickets)


def is_complete(card: Card, marks: Marks) -> bool:
    """Whether everything on the card is done."""
    return len(card.mechanism.done(marks)) == card.mechanism.units


def can_be_completed(card: Card, marks: Marks) -> bool:
    """False as soon as something on the card can certainly not be done any more."""
    done = card.mechanism.done(marks)
    return all(unit in done or card.mechanism.needs(marks, unit) is not None for unit in range(card.mechanism.units))


def most_points(card: Card) -> int:
    """The points of the complete card."""
    return card.steps[-1][1] if card.steps else sum(card.each) + card.whole

"""Which cards go well together: those that are worth much, and want different rolls."""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import combinations
from math import sqrt

from rules.dice_cards.cards import Card
from rules.dice_cards.numbers import EVERY_ROLL, free
from rules.dice_cards.players.prospects import prospect
from rules.dice_cards.state import ROLLS

EXACT_TO = 3.0
"""What is expected of a card is known to about so many points: cards that differ by less are taken as equal."""

NEARLY_THE_SAME = 5
"""How much more cards that are nearly the same count than cards that have something in common: most have."""

RIVALRY = 0.1
"""The points that two cards lose which want the same rolls."""


@cache
def worth(card: Card) -> float:
    """The points expected of the card among five that leave it its part of the rolls."""
    return prospect(card, card.empty, ROLLS)


@cache
def appetite(card: Card) -> tuple[float, ...]:
    """For each roll, how many of the marks that the card needs it could give; of all rolls together the length is 1."""
    needs = [need for unit in range(card.mechanism.units) for need in card.mechanism.needs(card.empty, unit) or ()]
    wanted = [(need.numbers, card.sources[need.place]) for need in needs]
    fitting = [sum(not numbers.isdisjoint(free(dice, source)) for numbers, source in wanted) for dice in EVERY_ROLL]
    length = sqrt(sum(count**2 for count in fitting))
    return tuple(count / length for count in fitting)


@lru_cache(4096)
def likeness(one: Card, other: Card) -> float:
    """How far two cards want the same rolls: 1 if they want exactly the same, 0 if they never want the same one."""
    product = sum(mine * others for mine, others in zip(appetite(one), appetite(other), strict=True))
    return float(product**NEARLY_THE_SAME)


@cache
def usual_likeness(card: Card, deck: tuple[Card, ...]) -> float:
    """How much the card is like the cards of its deck on average."""
    return sum(likeness(card, other) for other in deck) / len(deck)


def hand_worth(cards: Sequence[Card], deck: tuple[Card, ...]) -> float:
    """The points expected of these cards together, less a little for those that are more alike than they are like other cards: which
    matters between hands of the same worth.
    """
    points = sum(EXACT_TO * round(worth(card) / EXACT_TO) for card in cards)
    alike = sum(likeness(one, other) for one, other in combinations(cards, 2))
    usual = (len(cards) - 1) * sum(usual_likeness(card, deck) for card in cards)
    return points - RIVALRY * (alike - usual)


def mean_worth(cards: Iterable[Card]) -> float:
    """The points expected of a card that nobody knows yet."""
    worths = [worth(card) for card in cards]
    return sum(worths) / len(worths)

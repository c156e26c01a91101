"""Given, when, then for Dice Cards: tables with given cards and rolls, marks, and small cards made for a test."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.dice_cards import game
from rules.dice_cards.commands import Exchange, Keep, Mark, Strike
from rules.dice_cards.deck import DeckCard, card, stand_in
from rules.dice_cards.events import AnswersRevealed, CardsRevealed, Deal, DeckShuffled, DiceRolled, Event, HandDealt, SeatWithdrawn
from rules.dice_cards.mechanisms import MECHANISMS
from rules.dice_cards.mechanisms.mechanism import Mechanism
from rules.dice_cards.mechanisms.parameters import Parameters
from rules.dice_cards.state import State
from rules.testing.fixed_dice import drawn
from rules.testing.stories import Story

GAME = game()
DECK = stand_in()
RULES = tuple(card.rules for card in DECK.values())

STORY = Story(GAME)
fold, play, leave, refusal = STORY.fold, STORY.play, STORY.leave, STORY.refusal

STRIKE = Strike()
NO_EXCHANGE = Exchange(cards=frozenset())

NINE = (2, 9, 11, 12, 22, 24, 27, 40, 49)
"""A hand with three all-or-nothing cards: 11, 12 and 49."""

SIX = (2, 9, 22, 24, 27, 40)
"""Six cards that take nearly any number."""


def choosing(seats: int = 2, hand: Sequence[int] = NINE, reserve: Sequence[int] = (1, 3), deal: Deal = "nine-keep-six") -> State:
    """Every seat has been dealt these cards, and owes its answer to the exchange if the deal has one."""
    asked = deal == "nine-keep-six"
    hands = [HandDealt(seat=seat, cards=tuple(hand), reserve=tuple(reserve), exchange=asked, draw=None) for seat in range(seats)]
    return fold([DeckShuffled(seats=seats, deal=deal, cards=RULES, draw=None), *hands])


def rolling(
    *hands: Sequence[int],
    dice: tuple[int, int] = (3, 5),
    roll: int = 1,
    tickets: Sequence[int] | None = None,
    points: Sequence[int] | None = None,
    withdrawn: Sequence[int] = (),
) -> State:
    """These cards have been revealed, seat by seat, and the dice are rolled."""
    hands = hands or (SIX, SIX)
    nothing = (0,) * len(hands)
    facts: list[Event] = [DeckShuffled(seats=len(hands), deal="nine-keep-six", cards=RULES, draw=None)]
    facts.append(CardsRevealed(cards=tuple(map(tuple, hands)), sizes=tuple(tuple(DECK[n].mechanism.cells for n in hand) for hand in hands)))
    before = AnswersRevealed(roll=0, answers=(None,) * len(hands), tickets=tuple(tickets or nothing), points=tuple(points or nothing))
    facts.extend(SeatWithdrawn(seat=seat) for seat in withdrawn)
    return fold([*facts, before, DiceRolled(roll=roll, dice=dice, draw=drawn(dice))])


def mark(card: int, place: int, number: int) -> Mark:
    return Mark(card=card, place=place, number=number)


def keep(card: int) -> Keep:
    return Keep(card=card)


def exchange(*cards: int) -> Exchange:
    return Exchange(cards=frozenset(cards))


def mechanism(name: str, **board: Any) -> Mechanism:
    """A mechanism with the parameters of a test."""
    return MECHANISMS[name](Parameters(board, "board"))


PLAIN: Mapping[str, Any] = {
    "number": 1,
    "mechanism": "printed",
    "name": {"en": "One", "fr": "Un"},
    "text": {"en": "Mark.", "fr": "Cochez."},
    "board": {"cells": [1, 2, 3]},
    "score": {"each": 2},
    "example": {"marks": [[0, 1]], "points": 2, "tickets": 0},
}
"""A card as a deck has it."""


def plain(**changes: Any) -> DeckCard:
    """That card, with changes."""
    return card({**PLAIN, **changes})

"""The greedy player: it takes the points of this roll, else goes on with a card that it has begun, without a thought for later rolls."""

from rules.dice_cards.cards import Card, after, can_be_completed, most_points, points, price, tickets
from rules.dice_cards.commands import Command, Exchange, Keep, Mark, Strike
from rules.dice_cards.laid import Cards, cards_of
from rules.dice_cards.legal import legal
from rules.dice_cards.mechanisms.mechanism import Marks, Writing
from rules.dice_cards.numbers import Faces
from rules.dice_cards.state import Player, State
from rules.game import Seat
from rules.judging import Ranked, best_first

TICKET = 0.5
"""What a ticket is worth: half a point at the end."""

_A_STEP = 0.25
"""What any mark is worth that may lead to points."""

_BEGUN = 0.25
"""What it is worth more on a card that is nearly full than on an empty one."""

MARGIN = 0.1
"""The most points by which commands are nearly equal: little, since a step is worth little."""


def rank(state: State, seat: Seat) -> tuple[Ranked[Command], ...]:
    """Every legal command with the points that it brings at once, best first. A card is kept for the points that it has in all."""
    cards = cards_of(state)
    return best_first((command, _worth(cards, state, state.players[seat], command)) for command in legal(state, seat))


def _worth(cards: Cards, state: State, player: Player, command: Command) -> float:
    match command:
        case Mark(card=number, place=place, number=written):
            marks = player.sheets[player.kept.index(number)]
            return _gain(cards[number], marks, Writing(place, written), Faces(*(state.dice or (1, 1))))
        case Keep(card=number):
            return float(most_points(cards[number]))
        case Exchange(cards=given):
            return -float(len(given))
        case Strike():
            return 0.0


def _gain(card: Card, marks: Marks, writing: Writing, dice: Faces) -> float:
    marked = after(card, marks, writing)
    earned = tickets(card, marked) - tickets(card, marks)
    won = points(card, marked) - points(card, marks)
    step = _A_STEP + _BEGUN * _filled(marks) if can_be_completed(card, marked) else 0.0
    return won + step + TICKET * (earned - (price(card, writing, dice) or 0))


def _filled(marks: Marks) -> float:
    """The part of the cells that is marked."""
    return sum(number > 0 for number in marks) / len(marks)

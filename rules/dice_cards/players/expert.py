"""The expert player: it knows what each card may still bring in the rolls that are left, and what tickets are worth."""

from collections.abc import Iterable
from itertools import combinations
from typing import TypeAlias

from rules.dice_cards.cards import Card, after, price, tickets
from rules.dice_cards.commands import Command, Exchange, Keep, Mark
from rules.dice_cards.laid import Cards, cards_of
from rules.dice_cards.legal import legal
from rules.dice_cards.mechanisms.mechanism import Marks, Writing
from rules.dice_cards.numbers import Faces
from rules.dice_cards.players.hands import EXACT_TO, hand_worth, mean_worth, worth
from rules.dice_cards.players.prospects import prospect, ticket_value, urgency
from rules.dice_cards.state import KEPT, ROLLS, Player, State, to_move
from rules.game import Seat
from rules.judging import Ranked, best_first

Judged: TypeAlias = Iterable[tuple[Command, float]]

_JUDGED, _JUDGED_THOROUGHLY = 12, 100
"""The most marks of a card that are judged for one roll: for a choice, which must be quick, and for advice and reviews."""

_TRIED = 9
"""Among so many cards all hands of six are tried: 84."""


MARGIN = 0.15
"""The most points by which commands are nearly equal: in a game of fifty rolls, choosing among them costs a third of a point."""


def rank(state: State, seat: Seat, judged: int = _JUDGED) -> tuple[Ranked[Command], ...]:
    """Every legal command with the points by which it changes what is expected of the seat's cards and tickets, best first.

    At most `judged` marks of each card are judged. The others count as the worst of those.
    """
    if seat not in to_move(state):
        return ()
    player, moves, cards = state.players[seat], legal(state, seat), cards_of(state)
    if state.dice is not None:
        return best_first(_answers(cards, player, Faces(*state.dice), ROLLS - state.roll, moves, judged))
    if player.to_exchange:
        return best_first(_exchanges(cards, player, moves))
    return best_first(_choices(cards, player, moves))


def rank_thoroughly(state: State, seat: Seat) -> tuple[Ranked[Command], ...]:
    """As `rank`, with more marks judged: for advice and reviews."""
    return rank(state, seat, _JUDGED_THOROUGHLY)


def _answers(cards: Cards, player: Player, dice: Faces, left: int, moves: tuple[Command, ...], most: int) -> Judged:
    for move in moves:
        if not isinstance(move, Mark):
            yield move, 0.0
    for number, marks in zip(player.kept, player.sheets, strict=True):
        own = [move for move in moves if isinstance(move, Mark) and move.card == number]
        yield from _on_card(cards[number], marks, dice, left, own, most)


def _on_card(card: Card, marks: Marks, dice: Faces, left: int, moves: list[Mark], most: int) -> Judged:
    """What each mark changes. Of very many on one card only the likeliest are judged; the others count as the worst of those."""
    urgent = urgency(card, marks) if len(moves) > most else {}
    likely = sorted(moves, key=lambda move: -urgent.get(move.place, 0.0))
    now, a_ticket, had = prospect(card, marks, left), ticket_value(left), tickets(card, marks)
    judged = []
    for move in likely[:most]:
        writing = Writing(move.place, move.number)
        marked = after(card, marks, writing)
        profit = tickets(card, marked) - had - (price(card, writing, dice) or 0)
        judged.append((move, prospect(card, marked, left) - now + a_ticket * profit))
    yield from judged
    for move in likely[most:]:
        yield move, min(value for _, value in judged)


def _exchanges(cards: Cards, player: Player, moves: tuple[Command, ...]) -> Judged:
    """A card is exchanged if it is clearly worth less than the one that is to be expected for it."""
    least = mean_worth(cards.values()) - EXACT_TO / 2
    for move in moves:
        given = move.cards if isinstance(move, Exchange) else ()
        yield move, sum(least - worth(cards[card]) for card in sorted(given))


def _choices(cards: Cards, player: Player, moves: tuple[Command, ...]) -> Judged:
    """A card is worth what the best hand with it is. Of many cards only the best ones are tried together."""
    kept, every = [cards[card] for card in player.kept], tuple(cards.values())
    hand = sorted((cards[card] for card in player.hand), key=lambda card: (-worth(card), card.number))
    best: dict[int, float] = {}
    for more in combinations(hand[:_TRIED], KEPT - len(kept)):
        value = hand_worth((*kept, *more), every)
        for card in more:
            best[card.number] = max(value, best.get(card.number, value))
    lowest = min(best.values()) - worth(hand[0])
    for move in moves:
        if isinstance(move, Keep):
            yield move, best.get(move.card, lowest + worth(cards[move.card]))

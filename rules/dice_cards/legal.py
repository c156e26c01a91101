"""The legal commands of a seat."""

from bisect import bisect_right
from collections.abc import Iterator
from itertools import chain, combinations

from rules.dice_cards.cards import options, price
from rules.dice_cards.commands import Command, Exchange, Keep, Mark, Strike
from rules.dice_cards.guards import exchangeable_cards
from rules.dice_cards.laid import Cards, cards_of
from rules.dice_cards.numbers import Faces
from rules.dice_cards.setup import RESERVE
from rules.dice_cards.state import Player, State, to_move
from rules.game import Seat

_STRIKE = Strike()


def legal(state: State, seat: Seat) -> tuple[Command, ...]:
    """The legal commands of the seat. Of a roll first what costs no ticket: card after card what the dice can write there, and the strike;
    then what costs one ticket, two, and so on. Long lists are sent in parts, so that what is wanted most comes first.
    """
    if seat not in to_move(state):
        return ()
    player = state.players[seat]
    if state.dice is not None:
        return tuple(_answers(cards_of(state), player, Faces(*state.dice)))
    if player.to_exchange:
        return tuple(_exchanges(exchangeable_cards(cards_of(state), player)))
    return tuple(Keep(card=card) for card in player.hand)


def default(state: State, seat: Seat) -> Command:
    """The command for a seat whose time runs out: the roll is struck (C4). Before the rolls: no exchange, and the first cards."""
    return _STRIKE if state.dice is not None else legal(state, seat)[0]


def _exchanges(cards: tuple[int, ...]) -> Iterator[Exchange]:
    for chosen in chain.from_iterable(combinations(cards, size) for size in range(RESERVE + 1)):
        yield Exchange(cards=frozenset(chosen))


def _answers(cards: Cards, player: Player, dice: Faces) -> Iterator[Mark | Strike]:
    by_price = sorted(_marks(cards, player, dice), key=lambda mark: mark[0])
    free = bisect_right(by_price, 0, key=lambda mark: mark[0])
    yield from (mark for _, mark in by_price[:free])
    yield _STRIKE
    yield from (mark for _, mark in by_price[free:])


def _marks(cards: Cards, player: Player, dice: Faces) -> Iterator[tuple[int, Mark]]:
    """What the player can write, with its price."""
    for number, marks in zip(player.kept, player.sheets, strict=True):
        card = cards[number]
        for writing in options(card, marks):
            cost = price(card, writing, dice)
            if cost is not None and cost <= player.tickets:
                yield cost, Mark(card=number, place=writing.place, number=writing.number)

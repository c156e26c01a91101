"""The set-up of a game: the option, and the deal."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, get_args

from rules.catalogue import Option
from rules.dice import Dice, Draw
from rules.dice_cards.events import Deal, DeckShuffled, Event, HandDealt
from rules.dice_cards.laid import Cards
from rules.game import Options
from rules.options import complete

DEALS: tuple[Deal, ...] = get_args(Deal)
OPTIONS: Mapping[str, Option] = MappingProxyType({"deal": Option(default="nine-keep-six", values=DEALS)})

COPIES = 2
"""How often each card is in the deck."""

DEALT = 9
"""The number of cards that a seat is dealt, all different."""

RESERVE = 2
"""The most cards that a seat may exchange: as many others wait for it."""


def options(chosen: Mapping[str, Any], _seats: int, _timed: bool) -> Options:  # noqa: FBT001 - the signature in `Game`
    """The complete options. Refuses with `option-unknown`, `option-invalid`."""
    return complete(chosen, OPTIONS)


def setup(deck: Cards, chosen: Options, seats: int, dice: Dice) -> tuple[Event, ...]:
    """The first events for complete options: every seat has the cards among which it chooses."""
    deal: Deal = chosen["deal"]
    match deal:
        case "nine-keep-six":
            return tuple(_from_one_deck(deck, seats, dice))
        case "choose-any":
            hands = (HandDealt(seat=seat, cards=tuple(deck), reserve=(), exchange=False, draw=None) for seat in range(seats))
            return (_shuffled(deck, seats, deal, None), *hands)
        case "young":
            return (_shuffled(deck, seats, deal, None), *(_young(deck, seat, dice) for seat in range(seats)))


def _from_one_deck(deck: Cards, seats: int, dice: Dice) -> Iterator[Event]:
    """Seat after seat takes the first cards that are all different. Even the eighth seat finds enough of them."""
    numbers = tuple(deck)
    draw = dice.shuffle(len(numbers) * COPIES)
    yield _shuffled(deck, seats, "nine-keep-six", draw)
    pile = [numbers[value % len(numbers)] for value in draw.values]
    for seat in range(seats):
        taken = list(dict.fromkeys(pile))[: DEALT + RESERVE]
        for card in taken:
            pile.remove(card)
        cards, reserve = tuple(sorted(taken[:DEALT])), tuple(taken[DEALT:])
        yield HandDealt(seat=seat, cards=cards, reserve=reserve, exchange=True, draw=None)


def _shuffled(deck: Cards, seats: int, deal: Deal, draw: Draw | None) -> DeckShuffled:
    return DeckShuffled(seats=seats, deal=deal, cards=tuple(card.rules for card in deck.values()), draw=draw)


def _young(deck: Cards, seat: int, dice: Dice) -> HandDealt:
    """Nine of the cards for younger players, for each seat anew: there are too few of them to deal from one deck."""
    numbers = [card.number for card in deck.values() if card.young]
    draw = dice.shuffle(len(numbers), DEALT)
    cards = tuple(sorted(numbers[value] for value in draw.values))
    return HandDealt(seat=seat, cards=cards, reserve=(), exchange=False, draw=draw)

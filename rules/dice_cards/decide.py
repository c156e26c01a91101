"""The events of each command, or the reason to refuse it: guards first, then the facts."""

from typing import assert_never

from rules.dice import Dice
from rules.dice_cards.cards import after, tickets
from rules.dice_cards.commands import Command, Exchange, Keep, Mark, Strike
from rules.dice_cards.events import STRUCK, CardKept, CardsExchanged, Event, RollAnswer, RollAnswered, SeatWithdrawn
from rules.dice_cards.evolve import evolve
from rules.dice_cards.guards import check_choosing, check_exchange, check_in_hand, check_kept, check_mark, check_rolling
from rules.dice_cards.laid import cards_of
from rules.dice_cards.mechanisms.mechanism import Writing
from rules.dice_cards.state import State
from rules.dice_cards.turns import settled
from rules.game import Seat


def decide(state: State, seat: Seat, command: Command, dice: Dice) -> tuple[Event, ...]:
    """The events that a seat's command causes, up to the next decision. Refuses with a code of `REJECTIONS`."""
    match command:
        case Exchange():
            own: Event = _exchange(state, seat, command)
        case Keep():
            own = _keep(state, seat, command)
        case Mark():
            own = _mark(state, seat, command)
        case Strike():
            check_rolling(state, seat)
            own = RollAnswered(seat=seat, answer=STRUCK)
        case _:
            assert_never(command)
    return (own, *settled(evolve(state, own), dice))


def resign(state: State, seat: Seat, dice: Dice) -> tuple[Event, ...]:
    """The seat leaves the game: nobody waits for it any more. If at most one seat of several is left, the game ends; alone it ends too."""
    if state.phase == "over" or state.players[seat].withdrawn:
        return ()
    withdrawn = SeatWithdrawn(seat=seat)
    return (withdrawn, *settled(evolve(state, withdrawn), dice))


def _exchange(state: State, seat: Seat, command: Exchange) -> CardsExchanged:
    player = check_choosing(state, seat)
    check_exchange(cards_of(state), player, command.cards)
    return CardsExchanged(seat=seat, given=tuple(sorted(command.cards)), taken=player.reserve[: len(command.cards)])


def _keep(state: State, seat: Seat, command: Keep) -> CardKept:
    player = check_choosing(state, seat)
    check_in_hand(player, command.card)
    return CardKept(seat=seat, card=command.card)


def _mark(state: State, seat: Seat, command: Mark) -> RollAnswered:
    player, rolled = check_rolling(state, seat)
    card, marks = check_kept(cards_of(state), player, command.card)
    spent = check_mark(card, marks, command, rolled, player.tickets)
    marked = after(card, marks, Writing(command.place, command.number))
    answer = RollAnswer(
        card=command.card,
        place=command.place,
        number=command.number,
        cells=tuple((cell, number) for cell, number in enumerate(marked) if number != marks[cell]),
        spent=spent,
        earned=tickets(card, marked) - tickets(card, marks),
    )
    return RollAnswered(seat=seat, answer=answer)

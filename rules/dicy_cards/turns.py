"""What follows by itself: effects on other seats, the end of a turn, the next one, the end of the game."""

from collections.abc import Iterable
from functools import reduce

from rules.dicy_cards.cards import CardId, Change, Effect
from rules.dicy_cards.events import CardFrozen, CardReset, ChoicesOwed, Event, GameEnded, Reason, TurnEnded
from rules.dicy_cards.evolve import evolve
from rules.dicy_cards.state import State, frozen, staying
from rules.game import Seat

ENOUGH = 100
"""The score that makes the current round the last one."""

LAST_ROUND = 200
"""Where a game ends that nobody wins (D16)."""


def reached(state: State, effect: Effect) -> tuple[Seat, ...]:
    """The seats that an effect of the turn's seat reaches, ascending: each once, even as both neighbours (D3, D4)."""
    seats = len(state.players)
    beside = {(state.turn - 1) % seats, (state.turn + 1) % seats}
    return tuple(seat for seat in others(state) if effect.whom == "others" or seat in beside)


def others(state: State) -> tuple[Seat, ...]:
    """All seats but the turn's own, ascending, without those that resigned (D18)."""
    return tuple(seat for seat in staying(state) if seat != state.turn)


def asked(state: State, seats: Iterable[Seat], kind: Change) -> tuple[Event, ...]:
    """Each of these seats has to freeze or reset a card: done for those with a single eligible one, owed by the rest (D5, D6)."""
    eligible = {seat: eligible_cards(state, seat, kind) for seat in seats}
    forced = tuple(changed(state, seat, cards[0], kind, forced=True) for seat, cards in eligible.items() if len(cards) == 1)
    choosing = tuple(seat for seat, cards in eligible.items() if len(cards) > 1)
    return (*forced, ChoicesOwed(seats=choosing, kind=kind)) if choosing else forced


def eligible_cards(state: State, seat: Seat, kind: Change) -> tuple[CardId, ...]:
    """The seat's cards that may freeze, or reset, in the order of the table's cards."""
    return state.players[seat].active if kind == "freeze" else frozen(state, seat)


def changed(state: State, seat: Seat, card: CardId, kind: Change, *, forced: bool = False) -> CardFrozen | CardReset:
    """The event of a card that an effect, or for want of a scored card a skip, makes another seat freeze or reset."""
    if kind == "freeze":
        return CardFrozen(seat=seat, card=card, cause="effect", forced=forced)
    return CardReset(seat=seat, card=card, cause="skip" if state.scored is None else "effect", forced=forced)


def settled(state: State, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events, and the end of the turn with them if no choice is owed any more (D15)."""
    after = reduce(evolve, events, state)
    return events if after.pending else (*events, *turn_end(after))


def turn_end(state: State) -> tuple[Event, ...]:
    """Only now the scored card freezes (D9); then the next turn begins, or the game ends."""
    if state.scored is None:
        return (_what_follows(state),)
    return (CardFrozen(seat=state.turn, card=state.scored, cause="scored", forced=False), _what_follows(state))


def _what_follows(state: State) -> TurnEnded | GameEnded:
    """The next clockwise seat's turn; coming to the first player, or past it, begins a new round unless the game ends (D14)."""
    seats = len(state.players)
    following = min(staying(state), key=lambda seat: (seat - state.turn - 1) % seats)
    new_round = (following - state.first) % seats < (state.turn - state.first) % seats
    reason = _reason_to_end(state)
    if new_round and reason is not None:
        return GameEnded(reason=reason)
    return TurnEnded(seat=state.turn, next=following, round=state.round + new_round, turns=state.turns + 1)


def _reason_to_end(state: State) -> Reason | None:
    if any(player.score >= ENOUGH for player in state.players):
        return "hundred"
    return "round-limit" if state.round == LAST_ROUND else None

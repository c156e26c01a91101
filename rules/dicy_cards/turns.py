"""Automatic consequences: effects on other seats, the end of a turn, the next turn, the end of the game."""

from collections.abc import Iterable
from functools import reduce

from rules.dicy_cards.cards import CardId, Change, Effect
from rules.dicy_cards.events import CardFrozen, CardReset, ChoicesOwed, Event, GameEnded, Reason, TurnEnded
from rules.dicy_cards.evolve import evolve
from rules.dicy_cards.state import State, frozen
from rules.game import Seat
from rules.rounds import begins_round, next_seat, staying

LAST_ROUND_SCORE = 100
"""The score that makes the current round the last one."""

ROUND_LIMIT = 200
"""The last round of a game in which no seat reaches `LAST_ROUND_SCORE` (D16)."""


def affected_seats(state: State, effect: Effect) -> tuple[Seat, ...]:
    """The seats affected by an effect of the current turn, ascending. Each counts once, even if it is both neighbours (D3, D4)."""
    seats = len(state.players)
    beside = {(state.turn - 1) % seats, (state.turn + 1) % seats}
    return tuple(seat for seat in others(state) if effect.whom == "others" or seat in beside)


def others(state: State) -> tuple[Seat, ...]:
    """All seats except the one whose turn it is, ascending, without resigned seats (D18)."""
    return tuple(seat for seat in staying(state) if seat != state.turn)


def required_choices(state: State, seats: Iterable[Seat], kind: Change) -> tuple[Event, ...]:
    """The events by which each of these seats must freeze or thaw a card. It is automatic for seats with a single eligible card; the rest
    owe a choice (D5, D6).
    """
    eligible = {seat: eligible_cards(state, seat, kind) for seat in seats}
    forced = tuple(changed(state, seat, cards[0], kind, forced=True) for seat, cards in eligible.items() if len(cards) == 1)
    choosing = tuple(seat for seat, cards in eligible.items() if len(cards) > 1)
    return (*forced, ChoicesOwed(seats=choosing, kind=kind)) if choosing else forced


def eligible_cards(state: State, seat: Seat, kind: Change) -> tuple[CardId, ...]:
    """The seat's cards that it may freeze, or thaw, in the order of the table's cards."""
    return state.players[seat].active if kind == "freeze" else frozen(state, seat)


def changed(state: State, seat: Seat, card: CardId, kind: Change, *, forced: bool = False) -> CardFrozen | CardReset:
    """The event for a card that another seat freezes or thaws, because of an effect, or because of a skip if no card was scored."""
    if kind == "freeze":
        return CardFrozen(seat=seat, card=card, cause="effect", forced=forced)
    return CardReset(seat=seat, card=card, cause="skip" if state.scored is None else "effect", forced=forced)


def settled(state: State, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events, and also the end of the turn if no choice is pending (D15)."""
    after = reduce(evolve, events, state)
    return events if after.pending else (*events, *turn_end(after))


def turn_end(state: State) -> tuple[Event, ...]:
    """The scored card freezes only now (D9). Then the next turn begins, or the game ends."""
    if state.scored is None:
        return (_next_turn_or_end(state),)
    return (CardFrozen(seat=state.turn, card=state.scored, cause="scored", forced=False), _next_turn_or_end(state))


def _next_turn_or_end(state: State) -> TurnEnded | GameEnded:
    """The turn of the next seat clockwise. Reaching or passing the first seat begins a new round, unless the game ends (D14)."""
    next_one = next_seat(state)
    new_round = begins_round(state, next_one)
    reason = _reason_to_end(state)
    if new_round and reason is not None:
        return GameEnded(reason=reason)
    return TurnEnded(seat=state.turn, next=next_one, round=state.round + new_round, turns=state.turns + 1)


def _reason_to_end(state: State) -> Reason | None:
    if any(player.score >= LAST_ROUND_SCORE for player in state.players):
        return "hundred"
    return "round-limit" if state.round == ROUND_LIMIT else None

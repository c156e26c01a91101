"""What the rows of rulings of Dicy Cards are made of: moves and events."""

from rules.dicy_cards.commands import Skip
from rules.dicy_cards.events import CardFrozen, CardReset, GameEnded, SeatWithdrawn, TurnEnded
from rules.dicy_cards.state import Pending
from tests.rules.dicy_cards.story import dealt, score

ROLL = (6, 6, 1, 2, 3, 4)
TWO, SKIP, ONE = score("any-two", 0, 1), Skip(), frozenset({0})
HUNDRED, LIMIT, ALONE = GameEnded(reason="hundred"), GameEnded(reason="round-limit"), GameEnded(reason="resignation")
SCORED = CardFrozen(seat=0, card="any-two", cause="scored", forced=False)


def next_turn(seat: int, after: int = 0, round: int = 1) -> TurnEnded:
    return TurnEnded(seat=after, next=seat, round=round, turns=8)


def froze(seat: int, card: str, *, forced: bool = False) -> CardFrozen:
    return CardFrozen(seat=seat, card=card, cause="effect", forced=forced)  # type: ignore[arg-type]  # the id of a card


def reset(seat: int, card: str, cause: str, *, forced: bool = False) -> CardReset:
    return CardReset(seat=seat, card=card, cause=cause, forced=forced)  # type: ignore[arg-type]  # an id and a cause


def gone(seat: int) -> SeatWithdrawn:
    return SeatWithdrawn(seat=seat)


def freezing(*seats: int) -> tuple[Pending, ...]:
    return tuple(Pending(seat, "freeze") for seat in seats)


ROLLED, PAIR, TRIO = dealt(dice=ROLL), dealt(seats=2, dice=ROLL), dealt(seats=3, dice=ROLL)

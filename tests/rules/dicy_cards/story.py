"""Given, when, then for Dicy Cards: states in any situation, dice with given values, moves and refusals."""

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any, NamedTuple

import pytest

from rules.dice import Dice, Draw
from rules.dicy_cards import game
from rules.dicy_cards.cards import CardId
from rules.dicy_cards.commands import Command, Score
from rules.dicy_cards.events import (
    CardFrozen,
    CardsChosen,
    CardScored,
    DiceRerolled,
    DiceRolled,
    Event,
    FirstSeatChosen,
    SeatWithdrawn,
    TurnEnded,
)
from rules.dicy_cards.setup import GLACIAL, STAND_INS
from rules.dicy_cards.state import State
from rules.rejected import Rejected

GAME = game()
BEGINNER, INTERMEDIATE, INTERACTIONS = STAND_INS.values()


class Falling:
    """Dice with given values, draw by draw."""

    def __init__(self, *draws: Sequence[int]) -> None:
        self._draws = list(draws)
        self._n = 0

    def roll(self, count: int, sides: int = 6) -> Draw:
        values = self._next()
        assert len(values) == count, f"{count} dice are rolled, the test lets {values} fall"
        return Draw(self._n, "dice", sides, values)

    def shuffle(self, of: int, take: int | None = None) -> Draw:
        values = self._next()
        assert len(values) == (of if take is None else take)
        return Draw(self._n, "shuffle", of, values)

    def _next(self) -> tuple[int, ...]:
        self._n += 1
        return tuple(self._draws.pop(0))


class Again:
    """Dice that repeat the draws of these events."""

    def __init__(self, events: Sequence[Event]) -> None:
        self._draws = [event.draw for event in events if isinstance(event, DiceRolled | DiceRerolled)]

    def roll(self, count: int, sides: int = 6) -> Draw:
        draw = self._draws.pop(0)
        assert (draw.kind, len(draw.values), draw.of) == ("dice", count, sides)
        return draw

    def shuffle(self, of: int, take: int | None = None) -> Draw:
        raise AssertionError("a turn shuffles nothing")


class Low:
    """Dice that always show the lowest value."""

    def roll(self, count: int, sides: int = 6) -> Draw:
        return Draw(0, "dice", sides, (1,) * count)

    def shuffle(self, of: int, take: int | None = None) -> Draw:
        return Draw(0, "shuffle", of, tuple(range(of))[:take])


NO_DICE = Falling()


class Moved(NamedTuple):
    """The events of a move and the state after it."""

    events: tuple[Event, ...]
    state: State


def fold(events: Sequence[Event], state: State | None = None) -> State:
    after = reduce(GAME.evolve, events, state)
    assert after is not None
    return after


def drawn(dice: Sequence[int], n: int = 1) -> Draw:
    return Draw(n, "dice", 6, tuple(dice))


def dealt(
    *,
    seats: int = 2,
    cards: Sequence[Any] = GLACIAL,
    first: int = 0,
    turn: int | None = None,
    round: int = 1,
    scores: Mapping[int, int] | None = None,
    frozen: Mapping[int, Sequence[Any]] | None = None,
    withdrawn: Sequence[int] = (),
    dice: Sequence[int] | None = None,
) -> State:
    """A state in the middle of a game, folded from events only; `dice`: rolled by the seat whose turn it is."""
    mover = first if turn is None else turn
    facts: list[Event] = [CardsChosen(cards=tuple(cards), seats=seats, draw=None), FirstSeatChosen(first=first, draw=None)]
    for seat, score in (scores or {}).items():
        facts.append(CardScored(seat=seat, card=cards[0], positions=(0,), values=(1,), points=score, score=score))
    for seat, ice in (frozen or {}).items():
        facts.extend(CardFrozen(seat=seat, card=card, cause="effect", forced=False) for card in ice)
    facts.extend(SeatWithdrawn(seat=seat) for seat in withdrawn)
    facts.append(TurnEnded(seat=first, next=mover, round=round, turns=7))
    if dice is not None:
        facts.append(DiceRolled(seat=mover, dice=tuple(dice), draw=drawn(dice)))
    return fold(facts)


def play(state: State, seat: int, command: Command, dice: Dice = NO_DICE) -> Moved:
    events = tuple(GAME.decide(state, seat, command, dice))
    return Moved(events, fold(events, state))


def leave(state: State, seat: int) -> Moved:
    events = tuple(GAME.resign(state, seat, NO_DICE))
    return Moved(events, fold(events, state))


def refusal(state: State, seat: int, command: Command) -> Rejected:
    """The refusal of an illegal move; fails if the move is legal."""
    with pytest.raises(Rejected) as caught:
        GAME.decide(state, seat, command, NO_DICE)
    return caught.value


def score(card: Any, *positions: int) -> Score:
    return Score(card=card, dice=frozenset(positions))


def active(state: State, seat: int) -> tuple[str, ...]:
    return state.players[seat].active


def scores(state: State) -> list[int]:
    return [player.score for player in state.players]


def all_but(cards: tuple[CardId, ...], *active: CardId) -> dict[int, tuple[CardId, ...]]:
    """For `frozen`: all cards of seat 0 except these are frozen."""
    return {0: tuple(card for card in cards if card not in active)}

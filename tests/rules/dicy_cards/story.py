"""Given, when, then for Dicy Cards: states in any situation, dice with given values, moves and refusals."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.dicy_cards import game
from rules.dicy_cards.cards import CardId
from rules.dicy_cards.commands import Score
from rules.dicy_cards.events import (
    CardFrozen,
    CardsChosen,
    CardScored,
    DiceRolled,
    Event,
    FirstSeatChosen,
    SeatWithdrawn,
    TurnEnded,
)
from rules.dicy_cards.setup import GLACIAL, STAND_INS
from rules.dicy_cards.state import State
from rules.testing.fixed_dice import drawn
from rules.testing.stories import Story

GAME = game()
BEGINNER, INTERMEDIATE, INTERACTIONS = STAND_INS.values()


STORY = Story(GAME)
fold, play, leave, refusal = STORY.fold, STORY.play, STORY.leave, STORY.refusal


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


def score(card: Any, *positions: int) -> Score:
    return Score(card=card, dice=frozenset(positions))


def active(state: State, seat: int) -> tuple[str, ...]:
    return state.players[seat].active


def scores(state: State) -> list[int]:
    return [player.score for player in state.players]


def all_but(cards: tuple[CardId, ...], *active: CardId) -> dict[int, tuple[CardId, ...]]:
    """For `frozen`: all cards of seat 0 except these are frozen."""
    return {0: tuple(card for card in cards if card not in active)}

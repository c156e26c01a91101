"""The state of a game, and simple queries that several modules use."""

from typing import Literal, NamedTuple, TypeAlias

from rules.dice_cards.events import CardNumbers, Deal, Reason, RollAnswer
from rules.dice_cards.mechanisms.mechanism import Marks
from rules.game import Seat

Phase: TypeAlias = Literal["choosing", "rolling", "over"]

ROLLS = 50
"""The number of rolls of a game."""

KEPT = 6
"""The number of cards that a seat keeps."""


class Player(NamedTuple):
    """`hand` are the cards that it may still choose, `reserve` those that it would get for others. `sheets` has the marks of each card in
    `kept`, as everybody knows them; `answer` is what it has answered to the roll, which is revealed when all have answered.
    """

    hand: CardNumbers = ()
    reserve: CardNumbers = ()
    to_exchange: bool = False
    kept: CardNumbers = ()
    sheets: tuple[Marks, ...] = ()
    tickets: int = 0
    points: int = 0
    answer: RollAnswer | None = None
    withdrawn: bool = False


class State(NamedTuple):
    """`deck` has the rules of the cards, by number: of all, then only of those that somebody has kept. `roll` is the number of the current
    roll, 0 before the first; `dice` are None between two rolls.
    """

    deal: Deal = "nine-keep-six"
    deck: tuple[str, ...] = ()
    players: tuple[Player, ...] = ()
    phase: Phase = "choosing"
    roll: int = 0
    dice: tuple[int, int] | None = None
    reason: Reason | None = None


def to_move(state: State) -> tuple[Seat, ...]:
    """The seats that owe a decision now: a choice of cards, or an answer to the roll."""
    return tuple(seat for seat, player in enumerate(state.players) if not player.withdrawn and _owes(state, player))


def clock_span(state: State, _seat: Seat) -> int:
    """The span of every seat's clock: the whole choice of cards, then each roll."""
    return state.roll


def current_round(state: State) -> int:
    """The round is the roll, from 1."""
    return max(1, state.roll)


def _owes(state: State, player: Player) -> bool:
    match state.phase:
        case "choosing":
            return player.to_exchange or (bool(player.hand) and len(player.kept) < KEPT)
        case "rolling":
            return state.dice is not None and player.answer is None
        case "over":
            return False

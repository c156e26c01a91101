"""The events. This is the stored format: types, schemas and fields are read back from tables of any age.

Add events and fields (an event with a new field gets a new schema, and an entry in `Game.added_members`). Never change or reuse one. The
same applies to `RollAnswer`, which events contain. A seat has one event for each of its decisions, whatever it decides, with everything
that follows for it inside: so the number of events tells nobody anything (C9).
"""

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias, get_args

from rules.dice import Draw
from rules.game import Seat

Deal: TypeAlias = Literal["nine-keep-six", "choose-any", "young"]
Reason: TypeAlias = Literal["all-rolls", "resignation", "given-up"]

CardNumbers: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RollAnswer:
    """A seat's answer to a roll. `card` is None if the roll is struck; then everything else is 0 or empty.

    `cells` are the cells that the mark fills, each with its number; `spent` and `earned` are tickets.
    """

    card: int | None
    place: int
    number: int
    cells: tuple[tuple[int, int], ...]
    spent: int
    earned: int


STRUCK = RollAnswer(card=None, place=0, number=0, cells=(), spent=0, earned=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckShuffled:
    """A table for `seats` seats begins. `cards` are the rules of all cards of its deck, as text, from number 1 on: they stay as they are,
    whatever later decks have. The draw is the order of the whole deck, None if every seat has cards of its own.
    """

    type: ClassVar[str] = "dice-cards.deck-shuffled"
    schema: ClassVar[int] = 1
    seats: int
    deal: Deal
    cards: tuple[str, ...]
    draw: Draw | None


@dataclass(frozen=True, slots=True, kw_only=True)
class HandDealt:
    """The cards among which the seat chooses, ascending. `reserve` are those that it gets for cards that it exchanges, which it does not
    know; `exchange` says whether it is asked.
    """

    type: ClassVar[str] = "dice-cards.hand-dealt"
    schema: ClassVar[int] = 1
    seat: Seat
    cards: CardNumbers
    reserve: CardNumbers
    exchange: bool
    draw: Draw | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsExchanged:
    """The seat gives these cards away and takes as many others; both are empty if it exchanges nothing."""

    type: ClassVar[str] = "dice-cards.cards-exchanged"
    schema: ClassVar[int] = 1
    seat: Seat
    given: CardNumbers
    taken: CardNumbers


@dataclass(frozen=True, slots=True, kw_only=True)
class CardKept:
    type: ClassVar[str] = "dice-cards.card-kept"
    schema: ClassVar[int] = 1
    seat: Seat
    card: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsRevealed:
    """Everybody has chosen. The cards of every seat, ascending, and the number of cells of each; a seat that resigned has none."""

    type: ClassVar[str] = "dice-cards.cards-revealed"
    schema: ClassVar[int] = 1
    cards: tuple[CardNumbers, ...]
    sizes: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceRolled:
    """The roll for all seats, from 1: the black die, then the red one."""

    type: ClassVar[str] = "dice-cards.dice-rolled"
    schema: ClassVar[int] = 1
    roll: int
    dice: tuple[int, int]
    draw: Draw


@dataclass(frozen=True, slots=True, kw_only=True)
class RollAnswered:
    """The seat has answered the roll. Nobody else knows how until `AnswersRevealed`."""

    type: ClassVar[str] = "dice-cards.roll-answered"
    schema: ClassVar[int] = 1
    seat: Seat
    answer: RollAnswer


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswersRevealed:
    """All seats have answered this roll: their answers (None: the seat had resigned), and everybody's tickets and points after it."""

    type: ClassVar[str] = "dice-cards.answers-revealed"
    schema: ClassVar[int] = 1
    roll: int
    answers: tuple[RollAnswer | None, ...]
    tickets: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatWithdrawn:
    """The seat resigned. It keeps its cards and points, and answers no more rolls."""

    type: ClassVar[str] = "dice-cards.seat-withdrawn"
    schema: ClassVar[int] = 1
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded:
    """No roll follows. `points` include those for tickets that are left."""

    type: ClassVar[str] = "dice-cards.game-ended"
    schema: ClassVar[int] = 1
    reason: Reason
    points: tuple[int, ...]


Event: TypeAlias = (
    DeckShuffled
    | HandDealt
    | CardsExchanged
    | CardKept
    | CardsRevealed
    | DiceRolled
    | RollAnswered
    | AnswersRevealed
    | SeatWithdrawn
    | GameEnded
)

EVENTS: tuple[type[Event], ...] = get_args(Event)

"""The events. This is the stored format: types, schemas and fields are read back from tables of any age.

Add events and fields (an event with a new field gets a new schema, and an entry in `Game.added_members`). Never change or reuse one.
`seat` is the player who acted, or the owner of the card that changed.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias, get_args

from rules.dice import Draw
from rules.dicy_cards.cards import CardId, Change, Faces
from rules.game import Seat

Reason: TypeAlias = Literal["hundred", "round-limit", "resignation"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsChosen:
    """The five cards that each of `seats` seats starts with, all active."""

    type: ClassVar[str] = "dicy-cards.cards-chosen"
    schema: ClassVar[int] = 1
    cards: tuple[CardId, ...]
    seats: int
    draw: Draw | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstSeatChosen:
    """The seat that begins every round. Its first turn begins."""

    type: ClassVar[str] = "dicy-cards.first-seat-chosen"
    schema: ClassVar[int] = 1
    first: Seat
    draw: Draw | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceRolled:
    """All six faces, by position."""

    type: ClassVar[str] = "dicy-cards.dice-rolled"
    schema: ClassVar[int] = 1
    seat: Seat
    dice: Faces
    draw: Draw


@dataclass(frozen=True, slots=True, kw_only=True)
class CardFrozen:
    """`forced`: only this card was eligible, so the choice was automatic (D6)."""

    type: ClassVar[str] = "dicy-cards.card-frozen"
    schema: ClassVar[int] = 1
    seat: Seat
    card: CardId
    cause: Literal["reroll", "scored", "effect"]
    forced: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceRerolled:
    """The rerolled positions, ascending, and all six faces after the reroll."""

    type: ClassVar[str] = "dicy-cards.dice-rerolled"
    schema: ClassVar[int] = 1
    seat: Seat
    positions: tuple[int, ...]
    dice: Faces
    draw: Draw


@dataclass(frozen=True, slots=True, kw_only=True)
class CardScored:
    """The chosen positions, ascending, their faces, the points for them, and the seat's score afterwards."""

    type: ClassVar[str] = "dicy-cards.card-scored"
    schema: ClassVar[int] = 1
    seat: Seat
    card: CardId
    positions: tuple[int, ...]
    values: Faces
    points: int
    score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnSkipped:
    """The cards that thaw because of the skip are separate events."""

    type: ClassVar[str] = "dicy-cards.turn-skipped"
    schema: ClassVar[int] = 1
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class CardReset:
    """A card thaws. `forced` as in `CardFrozen`; the skipping seat's own cards thaw without a choice and are not forced."""

    type: ClassVar[str] = "dicy-cards.card-reset"
    schema: ClassVar[int] = 1
    seat: Seat
    card: CardId
    cause: Literal["skip", "effect"]
    forced: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoicesOwed:
    """Each of these seats, ascending, must now choose one of its cards to freeze or to thaw."""

    type: ClassVar[str] = "dicy-cards.choices-owed"
    schema: ClassVar[int] = 1
    seats: tuple[Seat, ...]
    kind: Change


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded:
    """The turn of `seat` is over and that of `next` begins, in this round, as turn number `turns` of the game."""

    type: ClassVar[str] = "dicy-cards.turn-ended"
    schema: ClassVar[int] = 1
    seat: Seat
    next: Seat
    round: int
    turns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatWithdrawn:
    """The seat resigned. It keeps its cards and score, and has no more turns (D18)."""

    type: ClassVar[str] = "dicy-cards.seat-withdrawn"
    schema: ClassVar[int] = 1
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded:
    """No turn follows. This event replaces the last `TurnEnded`."""

    type: ClassVar[str] = "dicy-cards.game-ended"
    schema: ClassVar[int] = 1
    reason: Reason


Event: TypeAlias = (
    CardsChosen
    | FirstSeatChosen
    | DiceRolled
    | CardFrozen
    | DiceRerolled
    | CardScored
    | TurnSkipped
    | CardReset
    | ChoicesOwed
    | TurnEnded
    | SeatWithdrawn
    | GameEnded
)

EVENTS: tuple[type[Event], ...] = get_args(Event)

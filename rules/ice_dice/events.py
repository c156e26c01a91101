"""The events. This is the stored format: types, schemas and fields are read back from tables of any age.

Add events and fields (an event with a new field gets a new schema, and an entry in `Game.added_members`). Never change or reuse one. The
same applies to calculations and tokens, which events contain. `seat` is the player who acted, or whose turn begins. `points` are those of
every seat after the event.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias, get_args

from rules.dice import Draw
from rules.game import Seat
from rules.ice_dice.commands import Calculation
from rules.ice_dice.tokens import Token

Faces: TypeAlias = tuple[int, ...]
Variant: TypeAlias = Literal["standard", "young", "experienced"]
Ties: TypeAlias = Literal["adults", "children"]
Reason: TypeAlias = Literal["eight-left", "stalemate", "resignation"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLaid:
    """The tokens of the big board, line by line, and the table's options, for `seats` seats.

    `reroll_limit` is the most rerolls of a turn, None without a limit (I5). The draw decides which sides are up (`experienced`).
    """

    type: ClassVar[str] = "ice-dice.board-laid"
    schema: ClassVar[int] = 1
    seats: int
    variant: Variant
    ties: Ties
    reroll_limit: int | None
    tokens: tuple[Token, ...]
    draw: Draw | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstSeatChosen:
    """The seat that places tokens and begins every round. Without a draw it follows a seat that resigned during the set-up."""

    type: ClassVar[str] = "ice-dice.first-seat-chosen"
    schema: ClassVar[int] = 1
    first: Seat
    draw: Draw | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenSetUp:
    """The token, which shows this number, is placed on the medium board. `left` tokens remain to be placed."""

    type: ClassVar[str] = "ice-dice.token-set-up"
    schema: ClassVar[int] = 1
    seat: Seat
    token: int
    number: int
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegan:
    """The seat's turn begins, in this round, as turn number `turns` of the game. Its roll follows.

    `still_rounds` is the number of full rounds in a row in which no token was shifted or taken (I8).
    """

    type: ClassVar[str] = "ice-dice.turn-began"
    schema: ClassVar[int] = 1
    seat: Seat
    round: int
    turns: int
    still_rounds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceRolled:
    """All three faces, by position."""

    type: ClassVar[str] = "ice-dice.dice-rolled"
    schema: ClassVar[int] = 1
    seat: Seat
    dice: Faces
    draw: Draw


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceRerolled:
    """The rerolled positions, ascending, and all three faces after the reroll."""

    type: ClassVar[str] = "ice-dice.dice-rerolled"
    schema: ClassVar[int] = 1
    seat: Seat
    positions: tuple[int, ...]
    dice: Faces
    draw: Draw


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenShifted:
    """The token moves to the medium board. `expression` makes its number with these dice."""

    type: ClassVar[str] = "ice-dice.token-shifted"
    schema: ClassVar[int] = 1
    seat: Seat
    token: int
    number: int
    expression: Calculation
    dice: Faces


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenTaken:
    """The token moves to the seat's own board. `expression` makes its number with these dice. The turn is over."""

    type: ClassVar[str] = "ice-dice.token-taken"
    schema: ClassVar[int] = 1
    seat: Seat
    token: int
    number: int
    expression: Calculation
    dice: Faces
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPassed:
    """The seat has ended its turn without taking a token. A shifted token stays on the medium board."""

    type: ClassVar[str] = "ice-dice.turn-passed"
    schema: ClassVar[int] = 1
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatWithdrawn:
    """The seat resigned. It keeps its tokens and has no more turns."""

    type: ClassVar[str] = "ice-dice.seat-withdrawn"
    schema: ClassVar[int] = 1
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded:
    """No turn follows."""

    type: ClassVar[str] = "ice-dice.game-ended"
    schema: ClassVar[int] = 1
    reason: Reason


Event: TypeAlias = (
    BoardLaid
    | FirstSeatChosen
    | TokenSetUp
    | TurnBegan
    | DiceRolled
    | DiceRerolled
    | TokenShifted
    | TokenTaken
    | TurnPassed
    | SeatWithdrawn
    | GameEnded
)

EVENTS: tuple[type[Event], ...] = get_args(Event)

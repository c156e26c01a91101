"""The commands of a seat. Positions of dice are 0 to 2."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, TypeAlias, get_args

Sign: TypeAlias = Literal["+", "-", "*", "/"]

POSITION: Mapping[str, Any] = {"minimum": 0, "maximum": 2, "names": "die"}
TOKEN: Mapping[str, Any] = {"minimum": 1, "maximum": 36, "names": "card"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two dice, by their positions, and the sign between them. Events store it: see `events`."""

    op: Sign
    left: int = field(metadata=POSITION)
    right: int = field(metadata=POSITION)


@dataclass(frozen=True, slots=True, kw_only=True)
class Calculation:
    """A calculation (I4): each side of the sign is a die, by its position, or a calculation in brackets.

    Three dice have at most two signs, so a bracket contains a pair. Events store it: see `events`.
    """

    op: Sign
    left: int | Pair = field(metadata=POSITION)
    right: int | Pair = field(metadata=POSITION)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """Before the first turn: place this token on the medium board."""

    type: ClassVar[str] = "setup"
    token: int = field(metadata=TOKEN)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reroll:
    """Reroll these dice; only before the shift."""

    type: ClassVar[str] = "reroll"
    dice: frozenset[int] = field(metadata=POSITION)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shift:
    """Make this token's number and move the token from the big board to the medium board."""

    type: ClassVar[str] = "shift"
    token: int = field(metadata=TOKEN)
    expression: Calculation


@dataclass(frozen=True, slots=True, kw_only=True)
class Take:
    """After a shift: make this token's number, which must differ from the shifted one, and take the token from the medium board."""

    type: ClassVar[str] = "take"
    token: int = field(metadata=TOKEN)
    expression: Calculation


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """End the turn."""

    type: ClassVar[str] = "pass"


Command: TypeAlias = Setup | Reroll | Shift | Take | Pass

COMMANDS: Mapping[str, type[Command]] = {command.type: command for command in get_args(Command)}

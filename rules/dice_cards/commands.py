"""The commands of a seat. Cards are named by their number in the deck."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeAlias, get_args

CARD: Mapping[str, Any] = {"minimum": 1, "maximum": 50, "names": "card"}
PLACE: Mapping[str, Any] = {"minimum": 0, "maximum": 35}
NUMBER: Mapping[str, Any] = {"minimum": 1, "maximum": 66}


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """Before the choice: exchange up to two all-or-nothing cards of the nine. Without any card: exchange nothing."""

    type: ClassVar[str] = "exchange"
    cards: frozenset[int] = field(metadata=CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class Keep:
    """Keep this card. Six are kept, one after another."""

    type: ClassVar[str] = "keep"
    card: int = field(metadata=CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """Write this number at a place of a card. It costs the fewest tickets for which the dice can show it (C8).

    Where a place takes both dice, the number has two digits: the black die, then the red one.
    """

    type: ClassVar[str] = "mark"
    card: int = field(metadata=CARD)
    place: int = field(metadata=PLACE)
    number: int = field(metadata=NUMBER)


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike:
    """Let the roll pass."""

    type: ClassVar[str] = "strike"


Command: TypeAlias = Exchange | Keep | Mark | Strike

COMMANDS: Mapping[str, type[Command]] = {command.type: command for command in get_args(Command)}

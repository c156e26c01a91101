"""The commands of a seat. Positions of dice are 0 to 5."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeAlias, get_args

from rules.dicy_cards.cards import CardId

POSITION: Mapping[str, Any] = {"minimum": 0, "maximum": 5, "names": "die"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll:
    """Roll all six dice."""

    type: ClassVar[str] = "roll"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reroll:
    """Freeze an active card and reroll these dice."""

    type: ClassVar[str] = "reroll"
    freeze: CardId
    dice: frozenset[int] = field(metadata=POSITION)


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Score an active card with these dice."""

    type: ClassVar[str] = "score"
    card: CardId
    dice: frozenset[int] = field(metadata=POSITION)


@dataclass(frozen=True, slots=True, kw_only=True)
class Skip:
    """Skip the turn and thaw all own frozen cards."""

    type: ClassVar[str] = "skip"


@dataclass(frozen=True, slots=True, kw_only=True)
class Freeze:
    """Answer an effect: freeze this active card."""

    type: ClassVar[str] = "freeze"
    card: CardId


@dataclass(frozen=True, slots=True, kw_only=True)
class Reset:
    """Answer an effect or a skip: thaw this frozen card."""

    type: ClassVar[str] = "reset"
    card: CardId


Command: TypeAlias = Roll | Reroll | Score | Skip | Freeze | Reset

COMMANDS: Mapping[str, type[Command]] = {command.type: command for command in get_args(Command)}

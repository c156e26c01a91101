"""What a built-in player thinks of commands: their ranking, and the reason for one of them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

C = TypeVar("C")

EQUAL_TO_DIGITS = 9
"""Values that agree to this many decimal places are equal, because sums are not more exact. Small differences still count: they may bring
little at once, but much later.
"""


class Ranked(NamedTuple, Generic[C]):
    """A command as a player ranks it: the points that it expects, and the chance of winning in percent (None: the player does not know
    it).
    """

    command: C
    points: float
    chance: float | None = None

    @property
    def value(self) -> float:
        """What the player plays for: the chance if it knows it, else the points."""
        return self.points if self.chance is None else self.chance


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a command has its rank, in one sentence: a message of the texts of the game or of all games, and its arguments besides `move`,
    the command in words.
    """

    message: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


def best_first(judged: Iterable[tuple[C, float]], last: Callable[[C], bool] = lambda _command: False) -> tuple[Ranked[C], ...]:
    """The commands by points. Equal ones keep their order, with those that are `last` behind the others."""
    rounded = [Ranked(command, round(worth, EQUAL_TO_DIGITS) or 0.0) for command, worth in judged]  # 0.0, not -0.0
    return tuple(sorted(rounded, key=lambda ranked: (-ranked.points, last(ranked.command))))

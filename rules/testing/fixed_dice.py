"""Dice for tests: with given values, with those of earlier events, or always the lowest."""

from collections.abc import Iterable, Sequence
from typing import Any

from rules.dice import Dice, Draw


class Falling:
    """Dice with given values, draw by draw. A draw that the test has not given fails."""

    def __init__(self, *draws: Sequence[int]) -> None:
        self._draws = [tuple(values) for values in draws]
        self._n = -1

    def roll(self, count: int, sides: int = 6) -> Draw:
        return self._draw("dice", sides, count)

    def shuffle(self, of: int, take: int | None = None) -> Draw:
        return self._draw("shuffle", of, of if take is None else take)

    def _draw(self, kind: Any, of: int, count: int) -> Draw:
        assert self._draws, f"a {kind} of {count} is drawn, the test has no values left"
        values = self._draws.pop(0)
        assert len(values) == count, f"{count} values are drawn, the test has {values}"
        self._n += 1
        return Draw(self._n, kind, of, values)


class Again:
    """Dice that repeat the draws of these events."""

    def __init__(self, events: Iterable[Any]) -> None:
        self._draws = [event.draw for event in events if getattr(event, "draw", None) is not None]

    def roll(self, count: int, sides: int = 6) -> Draw:
        return self._draw("dice", sides, count)

    def shuffle(self, of: int, take: int | None = None) -> Draw:
        return self._draw("shuffle", of, of if take is None else take)

    def _draw(self, kind: str, of: int, count: int) -> Draw:
        assert self._draws, "more is drawn than in the events"
        draw: Draw = self._draws.pop(0)
        assert (draw.kind, draw.of, len(draw.values)) == (kind, of, count)
        return draw


class Low:
    """Dice that always show the lowest value, and shuffles that leave everything in its order."""

    def roll(self, count: int, sides: int = 6) -> Draw:
        return Draw(0, "dice", sides, (1,) * count)

    def shuffle(self, of: int, take: int | None = None) -> Draw:
        return Draw(0, "shuffle", of, tuple(range(of))[:take])


NO_DICE: Dice = Falling()
"""Nothing may be drawn."""


def drawn(dice: Sequence[int], n: int = 0) -> Draw:
    """A draw of six-sided dice, for an event that a test writes itself."""
    return Draw(n, "dice", 6, tuple(dice))

"""Ladders that only climb: on each, the next number is higher than the one before, or lower where a ladder leads down."""

from dataclasses import dataclass

from rules.dice_cards.mechanisms.mechanism import SINGLE, Marks, Mechanism, Need, Needs, Writing, appended, filled, parts
from rules.dice_cards.mechanisms.parameters import MOST_CELLS, Parameters, WrongCard

_EASY_STEPS = 3
"""Built-in players expect that a step is no larger."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Climb(Mechanism):
    """A place is a ladder. A unit is a rung, or a whole ladder. `step` is the largest difference between two rungs."""

    ladders: tuple[tuple[int, ...], ...]
    lowest: int
    highest: int
    step: int
    down: bool
    by_rung: bool

    @property
    def cells(self) -> int:
        return sum(map(len, self.ladders))

    @property
    def places(self) -> int:
        return len(self.ladders)

    @property
    def units(self) -> int:
        return self.cells if self.by_rung else len(self.ladders)

    def track(self, place: int) -> int | None:
        return place

    def options(self, marks: Marks) -> tuple[Writing, ...]:
        return tuple(
            Writing(place, number)
            for place, ladder in enumerate(self.ladders)
            if not marks[ladder[-1]]
            for number in self._following(filled(marks, ladder))
        )

    def after(self, marks: Marks, writing: Writing) -> Marks:
        return appended(marks, self.ladders[writing.place], writing.number)

    def done(self, marks: Marks) -> tuple[int, ...]:
        last = range(self.cells) if self.by_rung else [ladder[-1] for ladder in self.ladders]
        return tuple(unit for unit, cell in enumerate(last) if marks[cell])

    def needs(self, marks: Marks, unit: int) -> Needs | None:
        """Every further rung takes one of the next few numbers."""
        place = next(place for place, ladder in enumerate(self.ladders) if unit in ladder) if self.by_rung else unit
        ladder = self.ladders[place]
        there = filled(marks, ladder)
        left = (ladder.index(unit) + 1 if self.by_rung else len(ladder)) - len(there)
        numbers = self._beyond(there)
        spare = len(numbers) - left
        if spare < 0:
            return None
        width = min(_EASY_STEPS, self.step, spare + 1)
        starts = (min(spare * rung // left, (self.step - 1) * rung) + rung for rung in range(left))
        return tuple(Need(place, frozenset(numbers[start : start + width])) for start in starts)

    def _beyond(self, there: tuple[int, ...]) -> tuple[int, ...]:
        """The numbers that any later rung may have, the nearest first."""
        if self.down:
            return tuple(range((there[-1] if there else self.highest + 1) - 1, self.lowest - 1, -1))
        return tuple(range((there[-1] if there else self.lowest - 1) + 1, self.highest + 1))

    def _following(self, there: tuple[int, ...]) -> tuple[int, ...]:
        """The numbers that the next rung may have, the nearest first. The first rung is free."""
        return self._beyond(there)[: self.step] if there else self._beyond(there)


def read(board: Parameters) -> Climb:
    """`ladders`: their lengths; `lowest`, `highest`: the numbers on them; `step`; `down`; `counts`: rungs or ladders.

    Raises `WrongCard`.
    """
    lengths = board.wholes("ladders", 2, 12)
    lowest = board.whole("lowest", SINGLE[0], SINGLE[-1], SINGLE[0])
    highest = board.whole("highest", lowest, SINGLE[-1], SINGLE[-1])
    if sum(lengths) > MOST_CELLS or max(lengths) > highest - lowest + 1:
        raise WrongCard(board.field("ladders"), f"must have at most {MOST_CELLS} rungs, and none more than there are numbers")
    return Climb(
        ladders=parts(lengths),
        lowest=lowest,
        highest=highest,
        step=board.whole("step", 1, SINGLE[-1], SINGLE[-1]),
        down=board.flag("down", default=False),
        by_rung=board.word("counts", ("rungs", "ladders"), "rungs") == "rungs",
    )

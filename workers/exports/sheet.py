"""The score sheet: what every round brought each seat. In a column everything that was brought adds up to what the seat has."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from rules.table_events import TableEvent
from workers.exports.transcript import Transcript, TranscriptStep


class Cell(NamedTuple):
    """What a round brought or cost a seat, by what it did itself and by what others did, and what it has then."""

    own: int
    others: int
    points: int


class Row(NamedTuple):
    """A round with the cell of every seat."""

    round: int
    cells: Sequence[Cell]


def rows(transcript: Transcript) -> Iterator[Row]:
    """A row for every round in which somebody plays; none if the game never began."""
    had = (0,) * len(transcript.seats)
    for number, steps in groupby(transcript.steps, lambda step: step.round):
        own, others, played = [0] * len(had), [0] * len(had), False
        for step in steps:
            played = played or _is_play(step)
            for seat, (before, after) in enumerate(zip(had, step.scores or had, strict=True)):
                (own if seat == step.seat else others)[seat] += after - before
            had = step.scores or had
        if played:
            yield Row(number, [Cell(*cell) for cell in zip(own, others, had, strict=True)])


def _is_play(step: TranscriptStep) -> bool:
    """Whether a seat does something that is worth telling; a round can begin and nobody ever play in it."""
    return step.seat is not None and bool(step.words) and not isinstance(step.happened.event, TableEvent)

"""The score sheet: the points of every seat in each round. In each column the changes add up to the seat's points."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from rules.game import AnyGame
from rules.table_events import TableEvent
from rules.texts.telling import is_secret
from workers.exports.transcript import Transcript, TranscriptStep


class Cell(NamedTuple):
    """A round of a seat: the points changed by the seat itself, by other players, and the seat's points afterwards. What concerns no single
    seat, such as answers that are told together, changes every seat's points as its own.
    """

    own: int
    others: int
    points: int


class Row(NamedTuple):
    """A round with the cell of every seat."""

    round: int
    cells: Sequence[Cell]


def rows(transcript: Transcript) -> Iterator[Row]:
    """A row for every round in which a seat plays; none if the game never began."""
    points = (0,) * len(transcript.seats)
    for number, steps in groupby(transcript.steps, lambda step: step.round):
        own, others, played = [0] * len(points), [0] * len(points), False
        for step in steps:
            played = played or _is_play(transcript.loaded.game, step)
            for seat, (before, after) in enumerate(zip(points, step.scores or points, strict=True)):
                (own if step.seat in {None, seat} else others)[seat] += after - before
            points = step.scores or points
        if played:
            yield Row(number, [Cell(*cell) for cell in zip(own, others, points, strict=True)])


def _is_play(game: AnyGame, step: TranscriptStep) -> bool:
    """Whether a seat makes a move, visible or in secret; a round can begin without any."""
    event = step.recorded_event.event
    return step.seat is not None and not isinstance(event, TableEvent) and (bool(step.words) or is_secret(game, event))

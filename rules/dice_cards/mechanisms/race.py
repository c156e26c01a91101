"""Tracks side by side, of which the shortest counts; on each, numbers never fall."""

from dataclasses import dataclass

from rules.dice_cards.mechanisms.mechanism import SINGLE, Marks, Mechanism, Need, Needs, Writing, appended, filled, numbers_between, parts
from rules.dice_cards.mechanisms.parameters import MOST_CELLS, Parameters, WrongCard


@dataclass(frozen=True, slots=True, kw_only=True)
class Race(Mechanism):
    """A place is a track. Unit n is done when every track has n+1 marks. With `free`, any number may follow."""

    tracks: tuple[tuple[int, ...], ...]
    highest: int
    free: bool

    @property
    def cells(self) -> int:
        return sum(map(len, self.tracks))

    @property
    def places(self) -> int:
        return len(self.tracks)

    @property
    def units(self) -> int:
        return len(self.tracks[0])

    def track(self, place: int) -> int | None:
        return place

    def options(self, marks: Marks) -> tuple[Writing, ...]:
        return tuple(
            Writing(place, number)
            for place, track in enumerate(self.tracks)
            if not marks[track[-1]]
            for number in range(self._least(filled(marks, track)), self.highest + 1)
        )

    def after(self, marks: Marks, writing: Writing) -> Marks:
        return appended(marks, self.tracks[writing.place], writing.number)

    def done(self, marks: Marks) -> tuple[int, ...]:
        return tuple(range(min(len(filled(marks, track)) for track in self.tracks)))

    def needs(self, marks: Marks, unit: int) -> Needs | None:
        """On each track that is behind, numbers not far above its last one."""
        needs = []
        for place, track in enumerate(self.tracks):
            there = filled(marks, track)
            least = self._least(there)
            lacking = unit + 1 - len(there)
            wide = self.highest if self.free else max(1, (self.highest - least) // 2)
            needs.extend([Need(place, numbers_between(least, least + wide, 1, self.highest))] * lacking)
        return tuple(needs)

    def _least(self, there: tuple[int, ...]) -> int:
        return 1 if self.free or not there else there[-1]


def read(board: Parameters) -> Race:
    """`tracks` and `length`; `highest` number; `free`: whether numbers may fall. Raises `WrongCard`."""
    tracks, length = board.whole("tracks", 2, 6), board.whole("length", 2, 12)
    if tracks * length > MOST_CELLS:
        raise WrongCard(board.field("length"), f"must leave at most {MOST_CELLS} cells")
    return Race(
        tracks=parts([length] * tracks), highest=board.whole("highest", 2, SINGLE[-1], SINGLE[-1]), free=board.flag("free", default=False)
    )

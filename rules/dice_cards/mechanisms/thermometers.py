"""Thermometers, on which numbers rise from the bulb to the top; their cells are marked in any order."""

from dataclasses import dataclass

from rules.dice_cards.mechanisms.mechanism import SINGLE, Marks, Mechanism, Need, Needs, Writing, full, numbers_between, parts
from rules.dice_cards.mechanisms.parameters import MOST_CELLS, Parameters, WrongCard
from rules.tuples import put


@dataclass(frozen=True, slots=True, kw_only=True)
class Thermometers(Mechanism):
    """A place is a cell. A number must leave room for those that are still missing between it and its neighbours."""

    tubes: tuple[tuple[int, ...], ...]
    lowest: int
    highest: int

    @property
    def cells(self) -> int:
        return sum(map(len, self.tubes))

    @property
    def places(self) -> int:
        return self.cells

    @property
    def units(self) -> int:
        return len(self.tubes)

    def options(self, marks: Marks) -> tuple[Writing, ...]:
        return tuple(
            Writing(place, number)
            for tube in self.tubes
            for place in tube
            if not marks[place]
            for number in sorted(self._allowed(marks, tube, place))
        )

    def after(self, marks: Marks, writing: Writing) -> Marks:
        return put(marks, *writing)

    def done(self, marks: Marks) -> tuple[int, ...]:
        return full(marks, self.tubes)

    def needs(self, marks: Marks, unit: int) -> Needs | None:
        tube = self.tubes[unit]
        return tuple(Need(place, self._allowed(marks, tube, place)) for place in tube if not marks[place])

    def _allowed(self, marks: Marks, tube: tuple[int, ...], place: int) -> frozenset[int]:
        """Whatever lies between the marks below and above, with a number to spare for every empty cell on the way."""
        below = [marks[cell] + place - cell for cell in tube if cell < place and marks[cell]]
        above = [marks[cell] + place - cell for cell in tube if cell > place and marks[cell]]
        least, most = max((*below, self.lowest + place - tube[0])), min((*above, self.highest + place - tube[-1]))
        return numbers_between(least, most, self.lowest, self.highest)


def read(board: Parameters) -> Thermometers:
    """`tubes`: their lengths; `lowest` and `highest` number. Raises `WrongCard`."""
    lengths = board.wholes("tubes", 2, 12)
    lowest = board.whole("lowest", SINGLE[0], SINGLE[-1], SINGLE[0])
    highest = board.whole("highest", lowest, SINGLE[-1], SINGLE[-1])
    if sum(lengths) > MOST_CELLS or max(lengths) > highest - lowest + 1:
        raise WrongCard(board.field("tubes"), f"must have at most {MOST_CELLS} cells, and none more than there are numbers")
    return Thermometers(tubes=parts(lengths), lowest=lowest, highest=highest)

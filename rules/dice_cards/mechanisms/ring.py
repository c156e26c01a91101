"""A ring of printed numbers, such as a clock face: begun anywhere, it grows at both ends of what is marked."""

from dataclasses import dataclass

from rules.dice_cards.mechanisms.mechanism import EASE, Marks, Mechanism, Need, Needs, Writing
from rules.dice_cards.mechanisms.parameters import Parameters, WrongCard
from rules.tuples import put


@dataclass(frozen=True, slots=True, kw_only=True)
class Ring(Mechanism):
    """Unit n is done with n+1 marks. With `forwards` the ring grows at its end only."""

    numbers: tuple[int, ...]
    forwards: bool

    @property
    def cells(self) -> int:
        return len(self.numbers)

    @property
    def places(self) -> int:
        return len(self.numbers)

    @property
    def units(self) -> int:
        return len(self.numbers)

    def track(self, place: int) -> int | None:
        return 0

    def options(self, marks: Marks) -> tuple[Writing, ...]:
        free = [place for place, there in enumerate(marks) if not there]
        return tuple(Writing(place, self.numbers[place]) for place in free if not any(marks) or self._touches(marks, place))

    def after(self, marks: Marks, writing: Writing) -> Marks:
        return put(marks, *writing)

    def done(self, marks: Marks) -> tuple[int, ...]:
        return tuple(range(sum(map(bool, marks))))

    def needs(self, marks: Marks, unit: int) -> Needs | None:
        """The easiest cells that lengthen what is marked to this length."""
        size, there = len(self.numbers), len(self.done(marks))
        more = unit + 1 - there
        first = next((place for place in range(size) if marks[place] and not marks[place - 1]), None)
        if first is None:
            ways = [[(start + step) % size for step in range(more)] for start in range(size)]
        else:
            backs = [0] if self.forwards else range(more + 1)
            ways = [[(first - back + step) % size for step in (*range(back), *range(back + there, more + there))] for back in backs]
        best = max(ways, key=lambda way: sum(EASE[self.numbers[place]] for place in way))
        return tuple(Need(place, frozenset({self.numbers[place]})) for place in best)

    def _touches(self, marks: Marks, place: int) -> bool:
        return marks[place - 1] > 0 or (not self.forwards and marks[(place + 1) % len(marks)] > 0)


def read(board: Parameters) -> Ring:
    """`numbers` around the ring; `forwards`. Raises `WrongCard`."""
    numbers = board.wholes("numbers", 1, 12)
    if not 3 <= len(numbers) <= 24:
        raise WrongCard(board.field("numbers"), "must be 3 to 24")
    return Ring(numbers=numbers, forwards=board.flag("forwards", default=False))

"""A map of regions: what neighbours have in common, or must not have, decides which number a region takes."""

from dataclasses import dataclass
from typing import Literal, TypeAlias, cast, get_args

from rules.dice_cards.mechanisms.mechanism import SINGLE, Marks, Mechanism, Need, Needs, Writing, full, in_empty_cells
from rules.dice_cards.mechanisms.parameters import MOST_CELLS, Parameters, WrongCard
from rules.tuples import put

Rule: TypeAlias = Literal["differ", "near", "far", "even-odd"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Regions(Mechanism):
    """Neighbouring numbers `differ`, differ by 1 at most (`near`), by 2 at least (`far`), or one is even and one odd. A unit is a land of
    regions, or one region where there are no lands.
    """

    neighbours: tuple[tuple[int, ...], ...]
    lands: tuple[tuple[int, ...], ...]
    rule: Rule
    lowest: int
    highest: int

    @property
    def cells(self) -> int:
        return len(self.neighbours)

    @property
    def places(self) -> int:
        return len(self.neighbours)

    @property
    def units(self) -> int:
        return len(self.lands)

    def options(self, marks: Marks) -> tuple[Writing, ...]:
        return in_empty_cells(marks, self._allowed)

    def after(self, marks: Marks, writing: Writing) -> Marks:
        return put(marks, *writing)

    def done(self, marks: Marks) -> tuple[int, ...]:
        return full(marks, self.lands)

    def needs(self, marks: Marks, unit: int) -> Needs | None:
        """None as soon as no number is left for an empty region."""
        needs = tuple(Need(place, self._allowed(marks, place)) for place in self.lands[unit] if not marks[place])
        return needs if all(need.numbers for need in needs) else None

    def _allowed(self, marks: Marks, place: int) -> frozenset[int]:
        around = [marks[other] for other in self.neighbours[place] if marks[other]]
        return frozenset(number for number in range(self.lowest, self.highest + 1) if all(self._suit(number, other) for other in around))

    def _suit(self, number: int, other: int) -> bool:
        match self.rule:
            case "differ":
                return number != other
            case "near":
                return abs(number - other) <= 1
            case "far":
                return abs(number - other) >= 2
            case "even-odd":
                return number % 2 != other % 2


def read(board: Parameters) -> Regions:
    """`regions`: how many; `borders`: pairs of neighbours; `lands`; `rule`; `lowest` and `highest` number. Raises `WrongCard`."""
    regions = board.whole("regions", 2, MOST_CELLS)
    borders = board.lists("borders", 0, regions - 1)
    if any(len(set(border)) != 2 or len(border) != 2 for border in borders):
        raise WrongCard(board.field("borders"), "must be pairs of different regions")
    lands = board.lists("lands", 0, regions - 1) if board.has("lands") else tuple((place,) for place in range(regions))
    lowest = board.whole("lowest", SINGLE[0], SINGLE[-1], SINGLE[0])
    return Regions(
        neighbours=tuple(tuple(sorted({sum(border) - place for border in borders if place in border})) for place in range(regions)),
        lands=lands,
        rule=cast("Rule", board.word("rule", get_args(Rule))),
        lowest=lowest,
        highest=board.whole("highest", lowest, SINGLE[-1], SINGLE[-1]),
    )

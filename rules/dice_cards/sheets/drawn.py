"""Which layout a mechanism has."""

import math
from collections.abc import Sequence
from itertools import chain

from rules.dice_cards.mechanisms.bingo import Bingo
from rules.dice_cards.mechanisms.climb import Climb
from rules.dice_cards.mechanisms.columns import Columns
from rules.dice_cards.mechanisms.countdown import Countdown
from rules.dice_cards.mechanisms.falling import Falling, Piece
from rules.dice_cards.mechanisms.latin import Latin
from rules.dice_cards.mechanisms.magic import Magic
from rules.dice_cards.mechanisms.mechanism import Mechanism
from rules.dice_cards.mechanisms.mountain import Mountain
from rules.dice_cards.mechanisms.path import Path
from rules.dice_cards.mechanisms.printed import Printed
from rules.dice_cards.mechanisms.race import Race
from rules.dice_cards.mechanisms.regions import Regions
from rules.dice_cards.mechanisms.ring import Ring
from rules.dice_cards.mechanisms.scales import Scales
from rules.dice_cards.mechanisms.sums import Sums
from rules.dice_cards.mechanisms.thermometers import Thermometers
from rules.dice_cards.mechanisms.windows import Windows
from rules.dice_cards.sheets.labels import label
from rules.dice_cards.sheets.layouts import GAP, Layout, Note, Shape, columns, grid, joined, ring, rows, snake

Places = Sequence[Sequence[int]]

_LONGEST_ROW = 5
_ASCENT = 0.7
"""How far a cell of a mountain lies beside its neighbour below."""

_APART = 1.4
"""How much farther apart than other rows the pans of a scale are."""


def drawn(mechanism: Mechanism) -> tuple[Layout, Places]:
    """The layout, and the cells of each place."""
    match mechanism:
        case Climb(ladders=groups, down=down):
            return _row_of_rows(groups, ">" if down else "<"), groups
        case Race(tracks=groups, free=free):
            return rows(groups, "" if free else "≤"), groups
        case Sums(rows=groups):
            return _sums(groups), groups
        case Scales(pans=groups):
            return _scales(groups), groups
        case Windows(windows=groups):
            return _outlined(rows(groups, "="), groups), groups
        case Countdown(counters=groups, starts=starts):
            return _countdown(groups, starts), groups
        case Mountain(length=length):
            return _mountain(length), (tuple(range(length)),)
        case Falling(width=width, height=height):
            return _falling(mechanism), tuple(tuple(range(column, width * height, width)) for column in range(width))
        case _:
            layout = _of_cells(mechanism)
            return layout, tuple((cell,) for cell in range(len(layout.at)))


def _of_cells(mechanism: Mechanism) -> Layout:
    """Where each cell is a place."""
    match mechanism:
        case Bingo(numbers=numbers, apart=apart):
            width = next(len(line) for line in apart[0] if {0, 1} <= line)
            return Layout(at=grid(len(numbers), width), labels=[str(number) for number in numbers])
        case Printed():
            return _printed(mechanism)
        case Columns(columns=groups):
            labels = [label(accepted, two=two) for accepted, two in zip(mechanism.accepts, mechanism.two, strict=True)]
            if len(groups) > 1:
                return Layout(at=columns(groups), outlines=groups, labels=labels)
            layout = snake(len(groups[0]), _LONGEST_ROW - 1, "")
            layout.labels = labels
            return layout
        case Latin(size=size, groups=groups, cells=cells):
            return Layout(at=grid(cells, size), outlines=groups[2 * size :])
        case Magic(cells=cells, lines=lines):
            return _magic(mechanism, len(lines[0]), cells)
        case Path(width=width, cells=cells, start=start):
            labels = ["●" if cell == start else "" for cell in range(cells - 1)]
            return Layout(at=grid(cells - 1, width), labels=labels)
        case Regions(neighbours=neighbours, lands=lands, cells=cells):
            borders = [(one, other) for one, others in enumerate(neighbours) for other in others if one < other]
            return Layout(at=joined(cells, borders), links=borders, outlines=[land for land in lands if len(land) > 1])
        case Ring(numbers=numbers):
            at = ring(len(numbers))
            links = [(cell, (cell + 1) % len(numbers)) for cell in range(len(numbers))]
            return Layout(at=at, links=links, labels=[str(number) for number in numbers])
        case Thermometers(tubes=tubes):
            return _outlined(rows(tubes, "<"), tubes)
        case _:
            raise TypeError(f"no layout for {type(mechanism).__name__}")


def _row_of_rows(groups: Places, sign: str) -> Layout:
    """A single long row turns."""
    if len(groups) == 1 and len(groups[0]) > _LONGEST_ROW:
        return snake(len(groups[0]), math.ceil(len(groups[0]) / math.ceil(len(groups[0]) / _LONGEST_ROW)), sign)
    return rows(groups, sign)


def _outlined(layout: Layout, groups: Places) -> Layout:
    layout.outlines = groups
    return layout


def _sums(groups: Places) -> Layout:
    """An equals sign at the end of each row: all rows make the same."""
    layout = rows(groups, "+")
    ends = [max(layout.at[cell][0] for cell in group) + 1 for group in groups]
    layout.notes += [Note(x=end + 0.35, y=row * (1 + GAP) + 0.5, text="=") for row, end in enumerate(ends)]
    return layout


def _scales(groups: Places) -> Layout:
    """Two pans, one below the other, that should be equal."""
    layout = rows(groups, "+")
    layout.at = [(x, y * _APART) for x, y in layout.at]
    layout.notes = [note._replace(y=(note.y - 0.5) * _APART + 0.5) for note in layout.notes]
    layout.outlines = groups
    middle = max(x for x, _ in layout.at) / 2 + 0.5
    layout.notes += [Note(x=middle, y=((row - 0.5) * (1 + GAP)) * _APART + 0.5, text="=") for row in range(1, len(groups), 2)]
    return layout


def _countdown(groups: Places, starts: Sequence[int]) -> Layout:
    """The start before the cells, or above a row that turns, and zero behind it."""
    if len(groups) == 1 and len(groups[0]) > _LONGEST_ROW:
        layout = rows([range(4)] * math.ceil(len(groups[0]) / 4), "−", 1.1)
        layout.at = layout.at[: len(groups[0])]
        layout.notes.append(Note(x=0.5, y=0.5, text=str(starts[0])))
        layout.notes.append(Note(x=layout.at[-1][0] + 1.7, y=layout.at[-1][1] + 0.5, text="= 0"))
        return layout
    layout = rows(groups, "−", 1.1)
    for row, (group, start) in enumerate(zip(groups, starts, strict=True)):
        layout.notes.append(Note(x=0.5, y=row * (1 + GAP) + 0.5, text=str(start)))
        layout.notes.append(Note(x=layout.at[group[-1]][0] + 1.7, y=row * (1 + GAP) + 0.5, text="= 0"))
    return layout


def _mountain(length: int) -> Layout:
    """The cells lie on a slope up and a slope down, each beside and above its neighbour; two that share the top lie side by side."""
    half = (length + 1) // 2
    up = [(cell * _ASCENT, float(half - 1 - cell)) for cell in range(half)]
    width = 2 * up[-1][0] + (1 if length % 2 == 0 else 0)
    down = [(width - x, y) for x, y in reversed(up[: length // 2])]
    return Layout(at=[*up, *down], links=[(cell, cell + 1) for cell in range(length - 1)])


def _falling(grid_of: Falling) -> Layout:
    """Cell 0 is at the bottom left. The pieces with their numbers are beside the grid."""
    at = [(float(cell % grid_of.width), float(grid_of.height - 1 - cell // grid_of.width)) for cell in range(grid_of.cells)]
    shapes: list[Shape] = []
    for number, piece in enumerate(grid_of.pieces, start=1):
        shapes.append(_piece(grid_of.width + 0.6, shapes[-1].end[1] + 0.2 if shapes else 0, number, piece))
    return Layout(at=at, shapes=shapes)


def _piece(x: float, y: float, number: int, piece: Piece) -> Shape:
    highest = max(up for _, up in piece)
    return Shape(x=x, y=y, text=str(number), squares=[(right, highest - up) for right, up in piece])


def _printed(mechanism: Printed) -> Layout:
    """Lines of the same length are columns; single cells make a block."""
    labels = [label(accepted, two=two) for accepted, two in zip(mechanism.accepts, mechanism.two, strict=True)]
    lines = mechanism.lines
    if len(lines[0]) > 1 and sorted(chain(*lines)) == [*range(mechanism.cells)]:
        return Layout(at=columns(lines, up=True), outlines=lines, labels=labels)
    return Layout(at=grid(mechanism.cells, math.ceil(math.sqrt(1.3 * mechanism.cells))), labels=labels)


def _magic(mechanism: Magic, width: int, cells: int) -> Layout:
    """The sums of the rows to the right, those of the columns below."""
    height = cells // width
    right = [Note(x=width + 0.6, y=row + 0.5, text=f"={wanted}") for row, wanted in enumerate(mechanism.sums[:height])]
    below = [Note(x=column + 0.5, y=height + 0.5, text=f"={wanted}") for column, wanted in enumerate(mechanism.sums[height:])]
    return Layout(at=grid(cells, width), notes=[*right, *below])

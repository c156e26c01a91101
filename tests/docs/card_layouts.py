"""Where the cells of a card lie in its picture, mechanism by mechanism, in widths of a cell."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import cos, pi, sin
from typing import Any, Final, NamedTuple, TypeAlias

Board: TypeAlias = Mapping[str, Any]


class Spot(NamedTuple):
    """The upper left corner of a cell, the place of the card that it belongs to, and what is printed in it."""

    x: float
    y: float
    place: int
    printed: str = ""
    is_round: bool = False


class Label(NamedTuple):
    """Small words, centred at this point."""

    x: float
    y: float
    text: str


class Layout(NamedTuple):
    """The cells in their order, what stands beside them, lines between points, and the corners of the small squares of pieces."""

    spots: Sequence[Spot]
    labels: Sequence[Label] = ()
    lines: Sequence[tuple[float, float, float, float]] = ()
    squares: Sequence[tuple[float, float]] = ()


GAP: Final = 0.3
SMALL: Final = 0.2
MOST_IN_A_ROW: Final = 6
SIGNS: Final[Mapping[str, str]] = {"sum": "Σ", "product": "×", "difference": "Δ"}


def printed_on(cell: Any) -> str:
    """What a cell accepts, in few signs: `7`, `1–3`, `1·3·5`; of both dice `Σ7`, `×12`, `Δ1`, `3=3`."""
    match cell:
        case int():
            return str(cell)
        case str():
            kind, _, number = cell.partition(" ")
            return f"{number}={number}" if kind == "double" and number else f"{SIGNS.get(kind, kind)}{number}"
        case _:
            together = list(cell) == list(range(cell[0], cell[-1] + 1))
            return f"{cell[0]}–{cell[-1]}" if together and len(cell) > 2 else "·".join(map(str, cell))


def grid(width: int, height: int, prints: Sequence[str] | None = None) -> list[Spot]:
    return [Spot(cell % width, cell // width, cell, prints[cell] if prints else "") for cell in range(width * height)]


def rows(lengths: Sequence[int], labels: Sequence[str] = (), *, bulbs: bool = False) -> Layout:
    """Rows that are filled from the left; a label stands before its row. The place of a cell is its row, or with `bulbs` the cell."""
    start, spots = (1.2 if labels else 0.0), list[Spot]()
    for row, length in enumerate(lengths):
        for at in range(length):
            spots.append(Spot(start + at, row * (1 + GAP), len(spots) if bulbs else row, is_round=bulbs and not at))
    return Layout(spots, [Label(0.5, row * (1 + GAP) + 0.5, text) for row, text in enumerate(labels)])


def _latin(board: Board) -> Layout:
    size, (width, height) = board["size"], board.get("box", (board["size"], board["size"]))
    across = [(0.0, float(y), float(size), float(y)) for y in range(0, size + 1, height)]
    return Layout(grid(size, size), (), across + [(float(x), 0.0, float(x), float(size)) for x in range(0, size + 1, width)])


def _printed(board: Board) -> Layout:
    """Lines of cells side by side, or cells one after another."""
    prints, lines = [printed_on(cell) for cell in board["cells"]], board.get("lines")
    if not lines:
        return Layout([spot._replace(printed=prints[spot.place]) for spot in grid(MOST_IN_A_ROW, 6)[: len(prints)]])
    found = {
        cell: Spot(column * (1 + GAP), down, cell, prints[cell]) for column, line in enumerate(lines) for down, cell in enumerate(line)
    }
    return Layout([found[cell] for cell in range(len(prints))])


def _bingo(board: Board) -> Layout:
    numbers = board["numbers"]
    return Layout(grid(board["width"], len(numbers) // board["width"], list(map(str, numbers))))


def _columns(board: Board) -> Layout:
    cells = [(column, down, cell) for column, shown in enumerate(board["columns"]) for down, cell in enumerate(shown)]
    return Layout([Spot(column * (1 + GAP), down, place, printed_on(cell)) for place, (column, down, cell) in enumerate(cells)])


def _falling(board: Board) -> Layout:
    """Cell 0 is at the bottom left. Beside the grid stand the pieces, by number, two in a row."""
    width, height = board["width"], board["height"]
    spots = [Spot(cell % width, height - 1 - cell // width, -1) for cell in range(width * height)]
    corners = [(width + 0.4 + 1.6 * (at % 2), 0.9 * (at // 2)) for at in range(len(board["pieces"]))]
    squares = [
        (x + 0.5 + SMALL * right, y + 0.2 + SMALL * down)
        for (x, y), piece in zip(corners, board["pieces"], strict=True)
        for down, row in enumerate(piece.split("/"))
        for right, sign in enumerate(row)
        if sign == "#"
    ]
    return Layout(spots, [Label(x + 0.2, y + 0.4, str(at)) for at, (x, y) in enumerate(corners, 1)], (), squares)


def _mountain(board: Board) -> Layout:
    length = board["length"]
    return Layout([Spot(at, 0.35 * abs(2 * at - length + 1) / 2, 0) for at in range(length)])


def _scales(board: Board) -> Layout:
    return rows(board["pans"], ["⚖"] * len(board["pans"]))


def _magic(board: Board) -> Layout:
    width, height = len(board["columns"]), len(board["rows"])
    right = [Label(width + 0.5, row + 0.5, str(wanted)) for row, wanted in enumerate(board["rows"])]
    return Layout(
        grid(width, height), [*right, *(Label(at + 0.5, height + 0.4, str(wanted)) for at, wanted in enumerate(board["columns"]))]
    )


def _path(board: Board) -> Layout:
    """The cell with the start is round; the last mark, which is where the path ends, is not drawn."""
    return Layout([spot._replace(is_round=spot.place == board["start"]) for spot in grid(board["width"], board["height"])])


def circle(count: int) -> Iterator[tuple[float, float]]:
    """The corners of as many cells in a ring, clockwise, the last one at the top as on a clock."""
    radius = max(1.3, count / 4.4)
    for at in range(1, count + 1):
        angle = 2 * pi * at / count
        yield round(radius * (1 + sin(angle)), 2), round(radius * (1 - cos(angle)), 2)


def _ring(board: Board) -> Layout:
    return Layout([Spot(x, y, place, str(board["numbers"][place]), True) for place, (x, y) in enumerate(circle(len(board["numbers"])))])


def _regions(board: Board) -> Layout:
    """A ring if each region has two neighbours, else a net in rows. Borders are lines between the middles of neighbours."""
    count, borders = board["regions"], board["borders"]
    is_ring = all(sum(region in border for border in borders) == 2 for region in range(count))
    width = max(abs(one - other) for one, other in borders)
    corners = list(circle(count)) if is_ring else [(1.5 * (at % width), 1.5 * (at // width)) for at in range(count)]
    middles = [(x + 0.5, y + 0.5) for x, y in corners]
    return Layout(
        [Spot(x, y, at, "", True) for at, (x, y) in enumerate(corners)], (), [(*middles[one], *middles[other]) for one, other in borders]
    )


LAYOUTS: Final[Mapping[str, Callable[[Board], Layout]]] = {
    "bingo": _bingo,
    "climb": lambda board: rows(board["ladders"]),
    "columns": _columns,
    "countdown": lambda board: rows(board["marks"], [f"{start} →" for start in board["starts"]]),
    "falling": _falling,
    "latin": _latin,
    "magic": _magic,
    "mountain": _mountain,
    "path": _path,
    "printed": _printed,
    "race": lambda board: rows([board["length"]] * board["tracks"]),
    "regions": _regions,
    "ring": _ring,
    "scales": _scales,
    "sums": lambda board: rows(board["rows"]),
    "thermometers": lambda board: rows(board["tubes"], bulbs=True),
    "windows": lambda board: rows(board["windows"]),
}
"""Mechanism -> the layout of a board."""

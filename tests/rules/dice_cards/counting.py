"""What is done on a card, counted once more from its marks alone, as a player would with a pencil."""

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any

from tests.rules.dice_cards.reference import Board, Marks, latin_groups, magic_lines, rows


def lines(board: Board, marks: Marks) -> int:
    """Full lines, or marked cells where there are no lines."""
    return sum(all(marks[cell] for cell in line) for line in board.get("lines") or [[cell] for cell in range(len(marks))])


def lands(board: Board, marks: Marks) -> int:
    return lines({"lines": board.get("lands")}, marks)


def bingos(board: Board, marks: Marks) -> int:
    width = board["width"]
    height = len(marks) // width
    sets = [{row * width + column for column in range(width)} for row in range(height)]
    sets += [{row * width + column for row in range(height)} for column in range(width)]
    sets += [{cell * (width + 1) for cell in range(width)}, {(cell + 1) * (width - 1) for cell in range(width)}] if width == height else []
    full = [line for line in sets if all(marks[cell] for cell in line)]
    most = max(
        size
        for size in range(board["bingos"] + 1)
        if any(len(set().union(*chosen)) == sum(map(len, chosen)) for chosen in combinations(full, size))
    )
    return most + all(marks)


def full_rows(lengths: Any) -> Callable[[Board, Marks], int]:
    """The rows without an empty cell."""
    return lambda board, marks: sum(all(row) for row in rows(lengths(board), marks))


def columns(board: Board, marks: Marks) -> int:
    if board.get("counts") == "cells":
        return sum(map(bool, marks))
    return full_rows(lambda board: list(map(len, board["columns"])))(board, marks)


def climb(board: Board, marks: Marks) -> int:
    return full_rows(lambda board: board["ladders"])(board, marks) if board.get("counts") == "ladders" else sum(map(bool, marks))


def countdown(board: Board, marks: Marks) -> int:
    return sum(sum(row) == start for row, start in zip(rows(board["marks"], marks), board["starts"], strict=True))


def scales(board: Board, marks: Marks) -> int:
    pans = rows(board["pans"], marks)
    pairs = zip(pans[::2], pans[1::2], strict=True)
    return sum(all((*left, *right)) and abs(sum(left) - sum(right)) <= within for left, right in pairs for within in board["within"])


def race(board: Board, marks: Marks) -> int:
    return min(sum(map(bool, track)) for track in rows([board["length"]] * board["tracks"], marks))


COUNTED: Mapping[str, Callable[[Board, Marks], int]] = {
    "printed": lines,
    "bingo": bingos,
    "latin": lambda board, marks: sum(all(marks[cell] for cell in group) for group in latin_groups(board)),
    "columns": columns,
    "sums": full_rows(lambda board: board["rows"]),
    "falling": full_rows(lambda board: [board["width"]] * board["height"]),
    "climb": climb,
    "mountain": lambda _board, marks: sum(map(bool, marks)),
    "windows": full_rows(lambda board: board["windows"]),
    "countdown": countdown,
    "scales": scales,
    "regions": lands,
    "thermometers": full_rows(lambda board: board["tubes"]),
    "magic": lambda board, marks: sum(all(line) for line, _ in magic_lines(board, marks)),
    "race": race,
    "path": lambda _board, marks: sum(map(bool, marks[:-1])),
    "ring": lambda _board, marks: sum(map(bool, marks)),
}
"""Mechanism -> how many of its units are done."""

"""The mechanisms once more, written from the texts of the cards without a look at `rules`: slow, by trying everything.

`ALLOWED` answers whether a number may be written at a place of a board as it is in the deck, `DONE` which units are done.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any

Board = Mapping[str, Any]
Marks = Sequence[int]

DICE = range(1, 7)
NUMBERS = range(1, 13)


def printed_fits(want: Any, number: int) -> bool:
    """Whether a printed cell takes the number; where it takes both dice, the number has two digits."""
    if not isinstance(want, str):
        return number in want if isinstance(want, list) else number == want
    black, red = divmod(number, 10)
    if black not in DICE or red not in DICE:
        return False
    facts = {f"sum {black + red}", f"product {black * red}", f"difference {abs(black - red)}"}
    facts |= {f"double {black}", "double"} if black == red else set()
    facts |= {"even"} if black % 2 == 0 and red % 2 == 0 else set()
    facts |= {"odd"} if black % 2 and red % 2 else set()
    return want in facts


def rows(lengths: Sequence[int], marks: Marks) -> list[list[int]]:
    """The marks row by row."""
    cells = iter(marks)
    return [[next(cells) for _ in range(length)] for length in lengths]


def grown(lengths: Sequence[int], marks: Marks, place: int, number: int) -> list[list[int]] | None:
    """The written numbers row by row, with one more in a row; None if it has no room."""
    found = [[value for value in row if value] for row in rows(lengths, marks)]
    if place not in range(len(lengths)) or len(found[place]) == lengths[place]:
        return None
    found[place].append(number)
    return found


def sums_within(count: int, most: int) -> set[int]:
    """All sums of so many numbers."""
    found = {0}
    for _ in range(count):
        found = {total + number for total in found for number in range(1, most + 1)}
    return found


def printed(board: Board, marks: Marks, place: int, number: int) -> bool:
    return place < len(board["cells"]) and not marks[place] and printed_fits(board["cells"][place], number)


def bingo(board: Board, marks: Marks, place: int, number: int) -> bool:
    return place < len(marks) and not marks[place] and board["numbers"][place] == number


def latin_groups(board: Board) -> Iterator[set[int]]:
    size = board["size"]
    yield from ({row * size + column for column in range(size)} for row in range(size))
    yield from ({row * size + column for row in range(size)} for column in range(size))
    width, height = board["box"]
    for top, left in ((top, left) for top in range(0, size, height) for left in range(0, size, width)):
        yield {(top + down) * size + left + right for down in range(height) for right in range(width)}


def latin(board: Board, marks: Marks, place: int, number: int) -> bool:
    if place >= len(marks) or marks[place] or number > board["size"]:
        return False
    return not any(marks[other] == number for group in latin_groups(board) if place in group for other in group)


def columns(board: Board, marks: Marks, place: int, number: int) -> bool:
    start = 0
    for column in board["columns"]:
        if start <= place < start + len(column):
            return all(marks[start:place]) and not marks[place] and printed_fits(column[place - start], number)
        start += len(column)
    return False


def sums(board: Board, marks: Marks, place: int, number: int) -> bool:
    found = grown(board["rows"], marks, place, number)
    if found is None or number not in NUMBERS:
        return False
    full = {sum(row) for row in rows(board["rows"], marks) if all(row)}
    wanted = full or set(range(board["least"], board["most"] + 1))
    left = board["rows"][place] - len(found[place])
    return any(sum(found[place]) + more in wanted for more in sums_within(left, 12))


def fallen(board: Board, marks: Marks, place: int, number: int) -> set[int]:
    """The cells that a piece covers: it comes from above, one row at a time, until something is in its way."""
    if number > len(board["pieces"]):
        return set()
    width, height = board["width"], board["height"]
    drawn = board["pieces"][number - 1].split("/")
    piece = [(right + place, up) for up, row in enumerate(reversed(drawn)) for right, sign in enumerate(row) if sign == "#"]
    if any(column >= width for column, _ in piece):
        return set()

    def free(bottom: int) -> bool:
        return all(bottom + up >= 0 and (bottom + up >= height or not marks[(bottom + up) * width + column]) for column, up in piece)

    bottom = height
    while free(bottom - 1):
        bottom -= 1
    return {(bottom + up) * width + column for column, up in piece if bottom + up < height}


def falling(board: Board, marks: Marks, place: int, number: int) -> bool:
    return place < board["width"] and bool(fallen(board, marks, place, number))


def climb(board: Board, marks: Marks, place: int, number: int) -> bool:
    found = grown(board["ladders"], marks, place, number)
    if found is None or not board.get("lowest", 1) <= number <= board.get("highest", 12):
        return False
    steps = [(before - after if board.get("down") else after - before) for before, after in pairwise(found[place])]
    return all(1 <= step <= board.get("step", 12) for step in steps)


def mountain(board: Board, marks: Marks, place: int, number: int) -> bool:
    found = grown([board["length"]], marks, place, number)
    if found is None or number not in NUMBERS:
        return False
    steps = [after - before for before, after in pairwise(found[0])]
    falls = [step < 0 for step in steps]
    return 0 not in steps and falls == sorted(falls) and falls[:1] != [True]


def windows(board: Board, marks: Marks, place: int, number: int) -> bool:
    found = grown(board["windows"], marks, place, number)
    if found is None or not board.get("lowest", 1) <= number <= board.get("highest", 12):
        return False
    begun = [set(window) for window in found if window]
    return all(len(window) == 1 for window in begun) and len(set(map(min, begun))) == len(begun)


def countdown(board: Board, marks: Marks, place: int, number: int) -> bool:
    found = grown(board["marks"], marks, place, number)
    if found is None or number not in NUMBERS or sum(found[place][:-1]) == board["starts"][place]:
        return False
    rest, left = board["starts"][place] - sum(found[place]), board["marks"][place] - len(found[place])
    return any(rest in sums_within(count, 12) for count in ([left] if board.get("whole") else range(left + 1)))


def scales(board: Board, marks: Marks, place: int, number: int) -> bool:
    return grown(board["pans"], marks, place, number) is not None and 1 <= number <= board.get("highest", 12)


def regions(board: Board, marks: Marks, place: int, number: int) -> bool:
    if place >= len(marks) or marks[place] or not board.get("lowest", 1) <= number <= board.get("highest", 12):
        return False
    after = [number if cell == place else value for cell, value in enumerate(marks)]
    apart = [(after[one], after[other]) for one, other in board["borders"] if after[one] and after[other] and place in (one, other)]
    rules: dict[str, Callable[[int, int], bool]] = {
        "differ": lambda one, other: one != other,
        "near": lambda one, other: one - other in (-1, 0, 1),
        "far": lambda one, other: one - other not in (-1, 0, 1),
        "even-odd": lambda one, other: (one + other) % 2 == 1,
    }
    return all(rules[board["rule"]](one, other) for one, other in apart)


def thermometers(board: Board, marks: Marks, place: int, number: int) -> bool:
    if place >= len(marks) or marks[place]:
        return False
    tubes = rows(board["tubes"], [number if cell == place else value for cell, value in enumerate(marks)])
    every = range(board.get("lowest", 1), board.get("highest", 12) + 1)
    return all(
        any(all(value in (0, there) for value, there in zip(tube, rising, strict=True)) for rising in combinations(every, len(tube)))
        for tube in tubes
    )


def magic_lines(board: Board, marks: Marks) -> Iterator[tuple[list[int], int]]:
    width = len(board["columns"])
    across = [list(marks[start : start + width]) for start in range(0, len(marks), width)]
    yield from zip(across, board["rows"], strict=True)
    yield from zip([list(column) for column in zip(*across, strict=True)], board["columns"], strict=True)


def magic(board: Board, marks: Marks, place: int, number: int) -> bool:
    most = board.get("highest", 12)
    if place >= len(marks) or marks[place] or number > most:
        return False
    after = [number if cell == place else value for cell, value in enumerate(marks)]
    return all(wanted - sum(line) in sums_within(line.count(0), most) for line, wanted in magic_lines(board, after))


def race(board: Board, marks: Marks, place: int, number: int) -> bool:
    found = grown([board["length"]] * board["tracks"], marks, place, number)
    if found is None or number > board.get("highest", 12):
        return False
    return board.get("free", False) or found[place] == sorted(found[place])


def path(board: Board, marks: Marks, place: int, number: int) -> bool:
    if place >= len(marks) - 1 or marks[place] or number > board.get("highest", 6):
        return False
    if not marks[-1]:
        return bool(place == board["start"])
    last = marks[-1] - 1
    (row, column), (end_row, end_column) = divmod(place, board["width"]), divmod(last, board["width"])
    return abs(row - end_row) + abs(column - end_column) == 1 and abs(number - marks[last]) in board["steps"]


def ring(board: Board, marks: Marks, place: int, number: int) -> bool:
    if place >= len(marks) or marks[place] or board["numbers"][place] != number:
        return False
    if not any(marks):
        return True
    return bool(marks[place - 1]) or (not board.get("forwards") and bool(marks[(place + 1) % len(marks)]))


ALLOWED: Mapping[str, Callable[[Board, Marks, int, int], bool]] = {
    function.__name__: function
    for function in (
        *(printed, bingo, latin, columns, sums, falling, climb, mountain, windows),
        *(countdown, scales, regions, thermometers, magic, race, path, ring),
    )
}

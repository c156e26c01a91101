"""The txt format: a score sheet, the game log move by move, and how to check the dice."""

from collections.abc import Iterable, Iterator, Sequence

from workers.exports.alike import could_be_confused, numbered, shown
from workers.exports.by_card import points_by_card
from workers.exports.format import Format
from workers.exports.proving import how_to_verify, proof_lines, taken_over
from workers.exports.sheet import Cell, rows
from workers.exports.text import cells, fitted, printable, right, wrapped
from workers.exports.transcript import Transcript, TranscriptStep

PAGE_WIDTH = 80
"""Columns of the page."""

LEAST_SEAT_WIDTH, MOST_SEAT_WIDTH = 12, 24
"""Columns of a seat on the score sheet; fewer if not all seats fit."""

POINTS_WIDTH = 6
"""Columns of a seat's points, with the space before them."""


def render(transcript: Transcript) -> bytes:
    """UTF-8; lines end with LF; columns are aligned for a font in which every character takes one column or two."""
    parts = [_head(transcript), _ranking(transcript), _by_card(transcript), _sheet(transcript), _moves(transcript), _proof(transcript)]
    return ("\n\n".join("\n".join(lines) for part in parts if (lines := [line.rstrip() for line in part])) + "\n").encode("utf-8")


def _head(transcript: Transcript) -> Iterator[str]:
    yield transcript.title
    yield "=" * cells(transcript.title)
    began, ended = transcript.span
    yield transcript.texts.text("export-table", table=transcript.loaded.id)
    yield transcript.texts.text("export-events-of", count=len(transcript.steps), began=began, ended=ended)
    yield ""
    yield from wrapped(printable(" ".join(filter(None, (transcript.ending, transcript.result)))), PAGE_WIDTH)


def _ranking(transcript: Transcript) -> Iterator[str]:
    if not transcript.outcome.ranking:
        return
    marks = [transcript.mark(standing.seat) for standing in transcript.outcome.ranking]
    rank, points, name = (transcript.texts.text(f"export-{heading}") for heading in ("rank", "points", "name"))
    room = max(map(cells, marks))
    yield f"{rank}  {points}{' ' * room}  {name}"
    for standing, mark in zip(transcript.outcome.ranking, marks, strict=True):
        figures = f"{right(str(standing.rank), cells(rank))}  {right(str(standing.points), cells(points))}{mark.ljust(room)}"
        yield f"{figures}  {printable(transcript.names[standing.seat])}"


def _by_card(transcript: Transcript) -> Iterator[str]:
    """The points of each card of each seat; nothing in a game whose cards are not written on."""
    seats = list(points_by_card(transcript))
    if seats:
        yield from _underlined(transcript.texts.text("export-by-card"))
    for name, parts in seats:
        yield f"{sum(points for _, points in parts):4}  {printable(name)}"
        yield from (f"{points:8}  {printable(title)}" for title, points in parts)


def _sheet(transcript: Transcript) -> Iterator[str]:
    """For each round, the points that each seat gained or lost, and its points afterwards."""
    played = list(rows(transcript))
    if not played:
        return
    round_, total = transcript.texts.text("export-round"), transcript.texts.text("export-total")
    first = max(cells(round_), cells(total))
    most = min(MOST_SEAT_WIDTH, (PAGE_WIDTH - first) // len(transcript.seats) - 2)
    names = _headings(transcript, most)
    widths = [max(min(LEAST_SEAT_WIDTH, most), cells(name)) for name in names]
    ruled = "  ".join("-" * width for width in (first, *widths))
    yield f"{round_.ljust(first)}  {_line(names, widths)}"
    yield ruled
    for row in played:
        yield f"{row.round:{first}}  {_line(map(_cell, row.cells), widths)}"
    yield ruled
    yield f"{total.ljust(first)}  {_line([str(cell.points) for cell in played[-1].cells], widths)}"
    if any(cell.others for row in played for cell in row.cells):
        yield ""
        yield transcript.texts.text("export-others")


def _headings(transcript: Transcript, most: int) -> Sequence[str]:
    """The names in at most so many columns; with their numbers if they could be confused after shortening."""
    texts, names = transcript.texts, transcript.names
    cut = [fitted(printable(name), most) for name in names]
    if not could_be_confused(cut) or shown(texts, names) != names:
        return cut
    return [fitted(name, most) for name in numbered(texts, [*map(printable, names)])]


def _line(texts: Iterable[str], widths: Sequence[int]) -> str:
    return "  ".join(right(text, width) for text, width in zip(texts, widths, strict=True))


def _cell(cell: Cell) -> str:
    """The points of the seat's own turn, those changed by other players if any, and the total."""
    others = f" {cell.others:+}" if cell.others else ""
    return (f"{cell.own:+}" if cell.own else ".") + others + f" {cell.points}".rjust(POINTS_WIDTH - len(others))


def _moves(transcript: Transcript) -> Iterator[str]:
    yield from _underlined(transcript.texts.text("export-log"))
    for heading, steps in transcript.chapters():
        lines = [line for step in steps for line in _log_lines(transcript, step)]
        if lines:
            yield ""
            yield heading
            yield from lines


def _log_lines(transcript: Transcript, step: TranscriptStep) -> Iterator[str]:
    width = len(str(transcript.steps[-1].version))
    indent = " " * (width + 4)
    if step.words:
        yield from wrapped(printable(step.words), PAGE_WIDTH, f"  {step.version:{width}}  ", indent)
    if step.version == transcript.taken_over:
        yield from wrapped(f"-- {taken_over(transcript)} --", PAGE_WIDTH, indent, indent)


def _proof(transcript: Transcript) -> Iterator[str]:
    yield from _underlined(transcript.texts.text("export-proof"))
    for name, value in proof_lines(transcript):
        yield transcript.texts.text("export-named", name=name)
        yield from wrapped(printable(value), PAGE_WIDTH, "    ", "    ")
    yield ""
    yield from wrapped(how_to_verify(transcript), PAGE_WIDTH)


def _underlined(heading: str) -> Iterator[str]:
    yield heading
    yield "-" * cells(heading)


FORMAT = Format("text/plain; charset=utf-8", "txt", render)

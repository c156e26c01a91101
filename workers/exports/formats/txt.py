"""A score sheet as one would write it by hand, then what happened, move by move, and how to check the dice."""

from collections.abc import Iterable, Iterator, Sequence

from workers.exports.alike import could_be_confused, numbered, shown
from workers.exports.format import Format
from workers.exports.proving import HOW, proof_lines, taken_over
from workers.exports.sheet import Cell, rows
from workers.exports.text import cells, fitted, printable, right, wrapped
from workers.exports.transcript import Transcript, TranscriptStep

WIDE = 80
"""Columns of the page."""

LEAST, MOST = 12, 24
"""Columns of a seat on the score sheet; fewer where as many have no room."""

POINTS = 6
"""Columns of what a seat has, with the space before it."""

OTHERS = "First what the player’s own turn gave, then what other players’ turns changed."
"""Below a score sheet on which they changed something."""


def render(transcript: Transcript) -> bytes:
    """UTF-8, lines ended by LF, columns aligned for a font in which every sign takes one column or two."""
    parts = [_head(transcript), _ranking(transcript), _sheet(transcript), _moves(transcript), _proof(transcript)]
    return ("\n\n".join("\n".join(lines) for part in parts if (lines := [line.rstrip() for line in part])) + "\n").encode("utf-8")


def _head(transcript: Transcript) -> Iterator[str]:
    yield transcript.title
    yield "=" * cells(transcript.title)
    yield f"Table {transcript.opened.id}"
    yield f"{len(transcript.steps)} events from {' to '.join(transcript.span)}"
    yield ""
    yield from wrapped(printable(transcript.result), WIDE)


def _ranking(transcript: Transcript) -> Iterator[str]:
    if not transcript.outcome.ranking:
        return
    marks = [transcript.mark(standing.seat) for standing in transcript.outcome.ranking]
    room = max(map(len, marks))
    yield f"Rank  Points{' ' * room}  Name"
    for standing, mark in zip(transcript.outcome.ranking, marks, strict=True):
        yield f"{standing.rank:4}  {standing.points:6}{mark.ljust(room)}  {printable(transcript.names[standing.seat])}"


def _sheet(transcript: Transcript) -> Iterator[str]:
    """Round by round, what each seat got or lost and had after it."""
    played = list(rows(transcript))
    if not played:
        return
    most = min(MOST, (WIDE - len("Round")) // len(transcript.seats) - 2)
    names = _headings(transcript.names, most)
    widths = [max(min(LEAST, most), cells(name)) for name in names]
    ruled = "-----  " + "  ".join("-" * width for width in widths)
    yield "Round  " + _line(names, widths)
    yield ruled
    for row in played:
        yield f"{row.round:5}  " + _line(map(_cell, row.cells), widths)
    yield ruled
    yield "Total  " + _line([str(cell.points) for cell in played[-1].cells], widths)
    if any(cell.others for row in played for cell in row.cells):
        yield ""
        yield OTHERS


def _headings(names: Sequence[str], most: int) -> Sequence[str]:
    """The names in no more than so many columns; with their numbers if they could be confused once they are cut off."""
    cut = [fitted(printable(name), most) for name in names]
    return [fitted(name, most) for name in numbered([*map(printable, names)])] if could_be_confused(cut) and shown(names) == names else cut


def _line(texts: Iterable[str], widths: Sequence[int]) -> str:
    return "  ".join(right(text, width) for text, width in zip(texts, widths, strict=True))


def _cell(cell: Cell) -> str:
    """What the own turn brought, what those of others changed if they did, and what that makes."""
    others = f" {cell.others:+}" if cell.others else ""
    return (f"{cell.own:+}" if cell.own else ".") + others + f" {cell.points}".rjust(POINTS - len(others))


def _moves(transcript: Transcript) -> Iterator[str]:
    yield "Game log"
    yield "--------"
    for heading, steps in transcript.chapters():
        lines = [line for step in steps for line in _told(transcript, step)]
        if lines:
            yield ""
            yield heading
            yield from lines


def _told(transcript: Transcript, step: TranscriptStep) -> Iterator[str]:
    width = len(str(transcript.steps[-1].version))
    indent = " " * (width + 4)
    if step.words:
        yield from wrapped(printable(step.words), WIDE, f"  {step.version:{width}}  ", indent)
    if step.version == transcript.taken_over:
        yield from wrapped(f"-- {taken_over(transcript)} --", WIDE, indent, indent)


def _proof(transcript: Transcript) -> Iterator[str]:
    yield "Were the dice fair?"
    yield "-------------------"
    for name, value in proof_lines(transcript):
        yield f"{name}:"
        yield from wrapped(printable(value), WIDE, "    ", "    ")
    yield ""
    yield from wrapped(HOW, WIDE)


FORMAT = Format("text/plain; charset=utf-8", "txt", render)

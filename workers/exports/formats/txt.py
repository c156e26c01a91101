"""A score sheet as one would write it by hand, then what happened, move by move, and how to check the dice."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from rules.table_events import TableEvent
from workers.exports.format import Format
from workers.exports.proving import HOW, proof_lines, taken_over
from workers.exports.story import Step, Story
from workers.exports.text import cells, fitted, printable, right, wrapped

WIDE = 80
"""Columns of the page."""

LEAST, MOST = 12, 24
"""Columns of a seat on the score sheet; fewer where as many have no room."""


def render(story: Story) -> bytes:
    """UTF-8, lines ended by LF, columns aligned for a font in which every sign takes one column or two."""
    parts = [_head(story), _ranking(story), _sheet(story), _moves(story), _proof(story)]
    return ("\n\n".join("\n".join(lines) for part in parts if (lines := [line.rstrip() for line in part])) + "\n").encode("utf-8")


def _head(story: Story) -> Iterator[str]:
    yield story.title
    yield "=" * cells(story.title)
    yield f"Table {story.opened.id}"
    yield f"{len(story.steps)} events from {' to '.join(story.span)}"
    yield ""
    yield from wrapped(printable(story.result), WIDE)


def _ranking(story: Story) -> Iterator[str]:
    if not story.outcome.ranking:
        return
    marks = [story.mark(standing.seat) for standing in story.outcome.ranking]
    room = max(map(len, marks))
    yield f"Rank  Points{' ' * room}  Name"
    for standing, mark in zip(story.outcome.ranking, marks, strict=True):
        yield f"{standing.rank:4}  {standing.points:6}{mark.ljust(room)}  {printable(story.names[standing.seat])}"


def _sheet(story: Story) -> Iterator[str]:
    """Round by round, what each seat got and had after it."""
    most = min(MOST, (WIDE - len("Round")) // len(story.seats) - 2)
    names = [fitted(printable(name), most) for name in story.names]
    widths = [max(min(LEAST, most), cells(name)) for name in names]
    played = {step.round for step in story.steps if _is_play(step)}
    ends = [(0, (0,) * len(names)), *((step.round, step.scores) for step in story.by_round() if step.round in played)]
    if len(ends) == 1:
        return
    yield "Round  " + "  ".join(right(name, width) for name, width in zip(names, widths, strict=True))
    yield "-----  " + "  ".join("-" * width for width in widths)
    for (_, before), (number, after) in pairwise(ends):
        yield f"{number:5}  " + _row(before, after, widths)
    yield "-----  " + "  ".join("-" * width for width in widths)
    yield "Total  " + "  ".join(right(str(points), width) for points, width in zip(ends[-1][1], widths, strict=True))


def _is_play(step: Step) -> bool:
    """Whether a seat does something that is worth telling; a round can begin and nobody ever play in it."""
    return step.seat is not None and bool(step.words) and not isinstance(step.happened.event, TableEvent)


def _row(before: Sequence[int], after: Sequence[int], widths: Sequence[int]) -> str:
    gains = (f"{points - had:+}" if points != had else "." for had, points in zip(before, after, strict=True))
    return "  ".join(right(f"{gain}{points:6}", width) for gain, points, width in zip(gains, after, widths, strict=True))


def _moves(story: Story) -> Iterator[str]:
    yield "What happened"
    yield "-------------"
    for heading, steps in story.chapters():
        lines = [line for step in steps for line in _told(story, step)]
        if lines:
            yield ""
            yield heading
            yield from lines


def _told(story: Story, step: Step) -> Iterator[str]:
    width = len(str(story.steps[-1].version))
    indent = " " * (width + 4)
    if step.words:
        yield from wrapped(printable(step.words), WIDE, f"  {step.version:{width}}  ", indent)
    if step.version == story.taken_over:
        yield from wrapped(f"-- {taken_over(story)} --", WIDE, indent, indent)


def _proof(story: Story) -> Iterator[str]:
    yield "Were the dice fair?"
    yield "-------------------"
    for name, value in proof_lines(story):
        yield f"{name}:"
        yield from wrapped(printable(value), WIDE, "    ", "    ")
    yield ""
    yield from wrapped(HOW, WIDE)


FORMAT = Format("text/plain; charset=utf-8", "txt", render)

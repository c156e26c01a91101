"""A score sheet as one would write it by hand, then what happened, move by move, and how to check the dice."""

import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from workers.exports.format import Format
from workers.exports.proving import HOW, proof_lines
from workers.exports.story import Story
from workers.exports.table_words import result_words
from workers.exports.text import cells, fitted, printable, right

LEAST, MOST = 12, 24
"""Columns of a seat on the score sheet."""

_WIDE = 78
"""Columns of running text."""


def render(story: Story) -> bytes:
    """UTF-8, lines ended by LF, columns aligned for a font in which every sign takes one column or two."""
    parts = [_head(story), _ranking(story), _sheet(story), _moves(story), _proof(story)]
    return ("\n\n".join("\n".join(lines) for part in parts if (lines := [line.rstrip() for line in part])) + "\n").encode("utf-8")


def _head(story: Story) -> Iterator[str]:
    began, ended = (story.steps[place].happened.recorded.at for place in (0, -1))
    yield story.title
    yield "=" * cells(story.title)
    yield f"Table {story.opened.id}"
    yield f"{len(story.steps)} events from {began} to {ended}"
    yield ""
    yield printable(result_words(story.outcome, story.names))


def _ranking(story: Story) -> Iterator[str]:
    if not story.outcome.ranking:
        return
    yield "Rank  Points  Name"
    for standing in story.outcome.ranking:
        yield f"{standing.rank:4}  {standing.points:6}  {printable(story.names[standing.seat])}"


def _sheet(story: Story) -> Iterator[str]:
    """Round by round, what each seat got and had after it."""
    names = [fitted(printable(name), MOST) for name in story.names]
    widths = [max(LEAST, cells(name)) for name in names]
    ends = [(0, (0,) * len(names)), *((step.round, step.scores) for step in story.by_round())]
    if len(ends) == 1:
        return
    yield "Round  " + "  ".join(right(name, width) for name, width in zip(names, widths, strict=True))
    yield "-----  " + "  ".join("-" * width for width in widths)
    for (_, before), (number, after) in pairwise(ends):
        yield f"{number:5}  " + _row(before, after, widths)
    yield "-----  " + "  ".join("-" * width for width in widths)
    yield "Total  " + "  ".join(right(str(points), width) for points, width in zip(ends[-1][1], widths, strict=True))


def _row(before: Sequence[int], after: Sequence[int], widths: Sequence[int]) -> str:
    gains = (f"{points - had:+}" if points != had else "." for had, points in zip(before, after, strict=True))
    return "  ".join(right(f"{gain}{points:6}", width) for gain, points, width in zip(gains, after, widths, strict=True))


def _moves(story: Story) -> Iterator[str]:
    width = len(str(story.steps[-1].version))
    yield "What happened"
    yield "-------------"
    for number, steps in groupby((step for step in story.steps if step.words), lambda step: step.round):
        yield ""
        yield f"Round {number}" if number else "Before the game"
        for step in steps:
            yield f"  {step.version:{width}}  {printable(step.words)}"


def _proof(story: Story) -> Iterator[str]:
    yield "Were the dice fair?"
    yield "-------------------"
    for name, value in proof_lines(story):
        yield f"{name}:"
        yield f"    {printable(value)}"
    yield ""
    yield from textwrap.wrap(HOW, _WIDE)


FORMAT = Format("text/plain; charset=utf-8", "txt", render)

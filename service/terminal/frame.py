"""Renders one version of a table for the terminal: dice, shared cards, each seat's points and cards, and the latest events."""

from collections.abc import Iterator, Sequence

from rich.console import Console, Group, RenderableType
from rich.text import Text

from rules.texts.texts import common
from service.terminal.cards import INDENT, flow, grid
from service.terminal.paper import TEXTS, drawn
from service.terminal.safe_text import printable
from service.terminal.table_printer import COLOURS
from workers.exports.proving import taken_over
from workers.exports.text import wrapped
from workers.exports.transcript import Pile, Transcript, TranscriptStep

MOST_LOG_LINES = 8
"""Maximum lines of the latest events."""

LINES_BELOW = 2
"""Lines at the bottom of the screen that the caller uses."""


def frame(story: Transcript, version: int, console: Console) -> RenderableType:
    """The table at a version, from 1 to the last one."""
    step = story.steps[version - 1]
    lines = [*_head(story, step), Text(), *_table(story, step, console), Text()]
    lines.extend(_log_lines(story, version, console.width, min(MOST_LOG_LINES, console.height - LINES_BELOW - len(lines))))
    for line in lines:
        line.no_wrap, line.overflow = True, "ellipsis"
    return Group(*lines)


def _head(story: Transcript, step: TranscriptStep) -> Iterator[Text]:
    texts = common(story.texts.language, TEXTS)
    table = texts.text("terminal-table", table=printable(story.loaded.id))
    yield Text.assemble((printable(story.title), "bold"), f" · {table}")
    place = texts.text("terminal-place", version=step.version, last=len(story.steps), round=step.round)
    yield Text(f"{place} · {step.recorded_event.recorded.at}", "dim")


def _table(story: Transcript, step: TranscriptStep, console: Console) -> Iterator[Text]:
    if not step.scene.cards:
        return
    yield Text("  ").join(_die(face, console) for face in step.scene.dice)
    for pile in step.scene.shared:
        yield from _pile(pile, console)
    for seat, name in enumerate(story.names):
        yield from _seat(name, seat, step, console, story.texts.text("points", points=step.scores[seat]))


def _die(face: int | None, console: Console) -> Text:
    return Text("·", "dim") if face is None else Text(drawn(face, console), "bold")


def _pile(pile: Pile, console: Console) -> Iterator[Text]:
    there = sum(card is not None for card in pile.cards)
    yield Text.assemble((printable(pile.title), "bold"), f" · {there}")
    yield from grid(pile.cards, console)


def _seat(name: str, seat: int, step: TranscriptStep, console: Console, points: str) -> Iterator[Text]:
    """A seat's points, with its cards on the same line if all of them are chips, else below."""
    mark, cards = ">" if step.scene.turn == seat else " ", step.scene.cards[seat]
    who = Text.assemble(f"{mark} ", (printable(name), f"bold {COLOURS[seat % len(COLOURS)]}"), f" · {points}")
    if all(card.tint is not None for card in cards):
        yield from flow(who + Text(" "), cards, console)
    else:
        yield who
        yield from flow(Text(INDENT), cards, console)


def _log_lines(story: Transcript, version: int, width: int, room: int) -> Sequence[Text]:
    """The latest events, in at most `room` lines unless the newest sentence alone needs more. The events of this version are bold."""
    lines: list[Text] = []
    for step in reversed(story.steps[:version]):
        sentence = [*_sentence(step, version, width), *_mark(story, step, width)]
        if lines and len(lines) + len(sentence) > room:
            break
        lines[:0] = sentence
    return lines


def _sentence(step: TranscriptStep, version: int, width: int) -> Iterator[Text]:
    if step.words:
        for line in wrapped(printable(step.words), width, f"{step.version:5}  ", " " * 7):
            yield Text(line, "bold" if step.version == version else "dim")


def _mark(story: Transcript, step: TranscriptStep, width: int) -> Iterator[Text]:
    """A line that marks the last event that a fork has copied."""
    if step.version == story.taken_over:
        for line in wrapped(printable(f"-- {taken_over(story)} --"), width, " " * 7, " " * 7):
            yield Text(line, "dim")

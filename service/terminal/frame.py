"""One version of a table as it looks on a terminal: dice, what is nobody's, every seat's points and cards, and what has just happened."""

from collections.abc import Iterator, Sequence

from rich.console import Console, Group, RenderableType
from rich.text import Text

from service.terminal.cards import INDENT, flow, grid
from service.terminal.paper import drawn, printable
from service.terminal.story import COLOURS
from workers.exports.proving import taken_over
from workers.exports.text import wrapped
from workers.exports.transcript import Pile, Transcript, TranscriptStep

TOLD = 8
"""Lines of what was told last."""

BELOW = 2
"""Lines of the screen that are kept free for whoever shows the frame."""


def frame(story: Transcript, version: int, console: Console) -> RenderableType:
    """The table at a version from 1 to its last."""
    step = story.steps[version - 1]
    lines = [*_head(story, step), Text(), *_table(story, step, console), Text()]
    lines.extend(_told(story, version, console.width, min(TOLD, console.height - BELOW - len(lines))))
    for line in lines:
        line.no_wrap, line.overflow = True, "ellipsis"
    return Group(*lines)


def _head(story: Transcript, step: TranscriptStep) -> Iterator[Text]:
    yield Text.assemble((printable(story.title), "bold"), f" · table {printable(story.opened.id)}")
    part = f" · round {step.round}" if step.round else ""
    yield Text(f"Event {step.version} of {len(story.steps)}{part} · {step.happened.recorded.at}", "dim")


def _table(story: Transcript, step: TranscriptStep, console: Console) -> Iterator[Text]:
    if not step.scene.cards:
        return
    yield Text("  ").join(_die(face, console) for face in step.scene.dice)
    for pile in step.scene.shared:
        yield from _pile(pile, console)
    for seat, name in enumerate(story.names):
        yield from _seat(name, seat, step, console)


def _die(face: int | None, console: Console) -> Text:
    return Text("·", "dim") if face is None else Text(drawn(face, console), "bold")


def _pile(pile: Pile, console: Console) -> Iterator[Text]:
    there = sum(card is not None for card in pile.cards)
    yield Text.assemble((printable(pile.title), "bold"), f" · {there}")
    yield from grid(pile.cards, console)


def _seat(name: str, seat: int, step: TranscriptStep, console: Console) -> Iterator[Text]:
    """The cards below the points, if they are chips behind them."""
    mark, cards = ">" if step.scene.turn == seat else " ", step.scene.cards[seat]
    who = Text.assemble(f"{mark} ", (printable(name), f"bold {COLOURS[seat % len(COLOURS)]}"), f" · {step.scores[seat]} points")
    if all(card.tint is not None for card in cards):
        yield from flow(who + Text(" "), cards, console)
    else:
        yield who
        yield from flow(Text(INDENT), cards, console)


def _told(story: Transcript, version: int, width: int, room: int) -> Sequence[Text]:
    """What was told last, in no more than `room` lines unless the newest sentence needs more; bold what this version adds."""
    lines: list[Text] = []
    for step in reversed(story.steps[:version]):
        told = [*_sentence(step, version, width), *_mark(story, step, width)]
        if lines and len(lines) + len(told) > room:
            break
        lines[:0] = told
    return lines


def _sentence(step: TranscriptStep, version: int, width: int) -> Iterator[Text]:
    if step.words:
        for line in wrapped(printable(step.words), width, f"{step.version:5}  ", " " * 7):
            yield Text(line, "bold" if step.version == version else "dim")


def _mark(story: Transcript, step: TranscriptStep, width: int) -> Iterator[Text]:
    """Where the part ends that a fork has taken over."""
    if step.version == story.taken_over:
        for line in wrapped(printable(f"-- {taken_over(story)} --"), width, " " * 7, " " * 7):
            yield Text(line, "dim")

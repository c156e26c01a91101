"""One version of a table as it looks on a terminal: dice, every seat's points and cards, and what has just happened."""

from collections.abc import Iterator, Sequence

from rich.console import Console, Group, RenderableType
from rich.text import Text

from service.terminal.paper import drawn, printable
from service.terminal.story import COLOURS
from workers.exports.proving import taken_over
from workers.exports.story import Card, Scene, Step, Story
from workers.exports.text import cells, wrapped

TOLD = 8
"""Lines of what was told last."""

BELOW = 2
"""Lines of the screen that are kept free for whoever shows the frame."""


def frame(story: Story, version: int, console: Console) -> RenderableType:
    """The table at a version from 1 to its last."""
    step = story.steps[version - 1]
    lines = [*_head(story, step), Text(), *_table(story, step, console), Text()]
    lines.extend(_told(story, version, console.width, min(TOLD, console.height - BELOW - len(lines))))
    for line in lines:
        line.no_wrap, line.overflow = True, "ellipsis"
    return Group(*lines)


def _head(story: Story, step: Step) -> Iterator[Text]:
    yield Text.assemble((printable(story.title), "bold"), f" · table {printable(story.opened.id)}")
    part = f" · round {step.round}" if step.round else ""
    yield Text(f"Event {step.version} of {len(story.steps)}{part} · {step.happened.recorded.at}", "dim")


def _table(story: Story, step: Step, console: Console) -> Iterator[Text]:
    scene = step.scene
    if not scene.cards:
        return
    yield Text("  ").join(_die(face, console) for face in scene.dice)
    for seat, cards in enumerate(scene.cards):
        yield _seat(story.names[seat], seat, scene, step.scores[seat])
        yield from _cards(cards, console.width)


def _die(face: int | None, console: Console) -> Text:
    return Text("·", "dim") if face is None else Text(drawn(face, console), "bold")


def _seat(name: str, seat: int, scene: Scene, points: int) -> Text:
    mark = ">" if scene.turn == seat else " "
    return Text.assemble(f"{mark} ", (printable(name), f"bold {COLOURS[seat % len(COLOURS)]}"), f" · {points} points")


def _cards(cards: Sequence[Card], width: int) -> Iterator[Text]:
    """An active card in square brackets, a frozen one in round ones: not by colour alone. As many lines as they need."""
    line = Text("   ")
    for card in cards:
        shown = Text(f"[{printable(card.title)}]", "bold") if card.active else Text(f"({printable(card.title)})", "dim blue")
        if len(line) > len("   ") and cells(line.plain) + 1 + cells(shown.plain) > width:
            yield line
            line = Text("   ")
        line = line + Text(" ") + shown
    yield line


def _told(story: Story, version: int, width: int, room: int) -> Sequence[Text]:
    """What was told last, in no more than `room` lines unless the newest sentence needs more; bold what this version adds."""
    lines: list[Text] = []
    for step in reversed(story.steps[:version]):
        told = [*_sentence(step, version, width), *_mark(story, step, width)]
        if lines and len(lines) + len(told) > room:
            break
        lines[:0] = told
    return lines


def _sentence(step: Step, version: int, width: int) -> Iterator[Text]:
    if step.words:
        for line in wrapped(printable(step.words), width, f"{step.version:5}  ", " " * 7):
            yield Text(line, "bold" if step.version == version else "dim")


def _mark(story: Story, step: Step, width: int) -> Iterator[Text]:
    """Where the part ends that a fork has taken over."""
    if step.version == story.taken_over:
        for line in wrapped(printable(f"-- {taken_over(story)} --"), width, " " * 7, " " * 7):
            yield Text(line, "dim")

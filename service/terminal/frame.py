"""One version of a table as it looks on a terminal: dice, every seat's points and cards, and what has just happened."""

from collections.abc import Iterator, Sequence

from rich.console import Console, Group, RenderableType
from rich.text import Text

from service.terminal.paper import drawn, printable
from service.terminal.story import COLOURS
from workers.exports.story import Card, Scene, Step, Story

TOLD = 8
"""Sentences that are shown: the newest and some before it."""


def frame(story: Story, version: int, console: Console) -> RenderableType:
    """The table at a version from 1 to its last."""
    step = story.steps[version - 1]
    lines = [*_head(story, step), Text(), *_table(story, step, console), Text(), *_told(story.steps[:version])]
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
        yield _cards(cards)


def _die(face: int | None, console: Console) -> Text:
    return Text("·", "dim") if face is None else Text(drawn(face, console), "bold")


def _seat(name: str, seat: int, scene: Scene, points: int) -> Text:
    mark = ">" if scene.turn == seat else " "
    return Text.assemble(f"{mark} ", (printable(name), f"bold {COLOURS[seat % len(COLOURS)]}"), f" · {points} points")


def _cards(cards: Sequence[Card]) -> Text:
    """An active card in square brackets, a frozen one in round ones: not by colour alone."""
    shown = [
        Text(f"[{printable(card.title)}]", "bold") if card.active else Text(f"({printable(card.title)})", "dim blue") for card in cards
    ]
    return Text("    ") + Text(" ").join(shown)


def _told(steps: Sequence[Step]) -> Iterator[Text]:
    """What was told last; bold what this version adds."""
    for step in [step for step in steps if step.words][-TOLD:]:
        yield Text(f"{step.version:5}  {printable(step.words)}", "bold" if step is steps[-1] else "dim")

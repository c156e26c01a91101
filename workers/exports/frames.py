"""What the replay page needs to draw every version: a step says only what differs from the one before."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from rules.table_events import SeatResigned, TableFinished
from rules.table_state import Place
from workers.exports.marks import look, marker
from workers.exports.story import Card, Scene, Step, Story


def frames(story: Story) -> Mapping[str, Any]:
    """The data of the page as JSON values. A card is told as twice its place among all titles, one more while it is active."""
    titles: dict[str, int] = {}
    steps = list(_changes(story, titles))
    texts = {card["title"]: card["text"] for card in story.opened.game.catalogue("en")["cards"]}
    return {
        "names": story.names,
        "kinds": [_kind(place) for place in story.seats],
        "looks": [look(seat) for seat in range(len(story.seats))],
        "markers": [marker(seat) for seat in range(len(story.seats))],
        "winners": story.outcome.winners,
        "commitment": story.table.commitment,
        "secret": story.table.secret,
        "pips": all(face is None or face <= 6 for step in story.steps for face in step.scene.dice),
        "cards": list(titles),
        "texts": [texts.get(title, "") for title in titles],
        "steps": steps,
    }


def _changes(story: Story, titles: dict[str, int]) -> Iterator[Mapping[str, Any]]:
    nothing = story.steps[0]._replace(scene=Scene(), scores=(), round=0, turn=0)
    gone: list[int] = []
    for before, step in pairwise([nothing, *story.steps]):
        change = dict(_changed(before, step, titles))
        match step.happened.event:
            case SeatResigned(seat=seat):
                change["gone"] = gone = [*gone, seat]
            case TableFinished():
                change["over"] = True
        yield change


def _changed(before: Step, step: Step, titles: dict[str, int]) -> Iterator[tuple[str, Any]]:
    old, new = before.scene, step.scene
    if new.dice != old.dice:
        yield "dice", new.dice
    if new.turn != old.turn:
        yield "turn", new.turn
    if step.round != before.round:
        yield "round", step.round
    if step.turn != before.turn:
        yield "count", step.turn
    if step.scores != before.scores:
        yield "points", step.scores
    if new.cards != old.cards:
        held = old.cards or ((),) * len(new.cards)
        yield "cards", {seat: [_code(card, titles) for card in cards] for seat, cards in enumerate(new.cards) if cards != held[seat]}


def _code(card: Card, titles: dict[str, int]) -> int:
    return 2 * titles.setdefault(card.title, len(titles)) + card.active


def _kind(place: Place) -> str:
    match place.kind:
        case "ai":
            return f"built-in, {place.level}"
        case "bot":
            return "bot"
        case _:
            return ""

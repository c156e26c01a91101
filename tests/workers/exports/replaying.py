"""A replay page in a browser: how it is opened, and what it shows."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

from workers.exports.format import formats
from workers.exports.transcript import Transcript, TranscriptStep


def written(transcript: Transcript, folder: Path) -> str:
    """The address of the page as a local file."""
    page = folder / "game.html"
    page.write_bytes(formats()["html"].render(transcript))
    return page.as_uri()


READ = """() => {
    const panels = [...document.querySelectorAll(".seat")];
    return {
        position: document.querySelector("#position").textContent,
        dice: [...document.querySelectorAll("#dice svg")].map((die) => die.dataset.face ? Number(die.dataset.face) : null),
        pips: [...document.querySelectorAll("#dice svg")].map((die) => die.querySelectorAll("circle").length),
        points: panels.map((panel) => Number(panel.querySelector(".points").textContent)),
        frozen: panels.map((panel) => panel.querySelectorAll(".card.frozen").length),
        turn: panels.map((panel) => panel.querySelector(".tag.on").checkVisibility()),
    };
}"""
"""Reads what the page shows of a version."""


def shown(page: Page) -> Any:
    return page.evaluate(READ)


def expected(transcript: Transcript, version: int) -> dict[str, Any]:
    """What the page should show."""
    step = transcript.steps[version - 1]
    won = set(transcript.outcome.winners) if version >= first(transcript, "table.finished").version else set()
    return {
        "position": f"{version} / {len(transcript.steps)}",
        "dice": list(step.scene.dice),
        "pips": [face or 0 for face in step.scene.dice],
        "points": list(step.scores),
        "frozen": [sum(not card.active for card in cards) for cards in step.scene.cards],
        "turn": [seat == step.scene.turn or seat in won for seat in range(len(transcript.seats))],
    }


def is_in_sight(entry: Locator) -> bool:
    """Whether the log is scrolled so that the entry is visible."""
    box, around = entry.bounding_box(), entry.page.locator("#log .scroll").bounding_box()
    assert box is not None
    assert around is not None
    return around["y"] <= box["y"] <= box["y"] + box["height"] <= around["y"] + around["height"]


def wait_for_frames(page: Page) -> None:
    """Wait until the page has finished the frames after a change."""
    page.evaluate("async () => { for (let frame = 0; frame < 6; frame++) await new Promise(requestAnimationFrame); }")


def first(transcript: Transcript, type: str) -> TranscriptStep:
    return next(step for step in transcript.steps if step.recorded_event.recorded.type == type)

"""Cards on which players write: the replay draws each sheet with its marks, and the result says what each card has brought."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from rules.dice_cards.events import AnswersRevealed
from tests.browser import PHONE, Watched, watching
from tests.workers.exports.tables import played
from workers.exports.by_card import points_by_card
from workers.exports.format import formats
from workers.exports.transcript import Transcript, TranscriptStep


@pytest.fixture(scope="module")
def story() -> Transcript:
    return played("Ada", "Grace", game="dice-cards", seed=2)


@pytest.fixture(scope="module")
def watched(browser: Browser, story: Transcript, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    """The replay of the story on a phone; fails if the page has caused complaints in the end."""
    page = tmp_path_factory.mktemp("written") / "game.html"
    page.write_bytes(formats()["html"].render(story))
    with watching(browser, PHONE) as watched:
        watched.open(page.as_uri())
        yield watched
    assert watched.complaints == []


READ = """() => [...document.querySelectorAll(".seat")].map((seat) => [...seat.querySelectorAll(".card.sheet")].map((card) => ({
    title: card.querySelector(".title").firstChild.textContent,
    points: Number(card.querySelector("b").textContent),
    marks: [...card.querySelectorAll("text.mark")].map((text) => Number(text.textContent.replace(" ", ""))),
    fresh: card.querySelectorAll("rect.new").length,
    changed: card.classList.contains("changed"),
})))"""


def told(story: Transcript) -> Sequence[TranscriptStep]:
    return [step for step in story.steps if isinstance(step.recorded_event.event, AnswersRevealed)]


def shown(watched: Watched, version: int) -> Any:
    watched.page.locator("#slider").fill(str(version))
    expect(watched.page.locator("html")).to_have_attribute("data-at", str(version))
    return watched.page.evaluate(READ)


@pytest.mark.parametrize("roll", [1, 25, 50])
def test_the_replay_draws_every_sheet_with_its_marks_and_points(watched: Watched, story: Transcript, roll: int) -> None:
    step = told(story)[roll - 1]

    seats = shown(watched, step.version)

    for drawn, cards in zip(seats, step.scene.cards, strict=True):
        assert [card["title"] for card in drawn] == [card.title for card in cards]
        assert [card["points"] for card in drawn] == [card.written.points for card in cards if card.written]
        for card, on_it in zip(drawn, [card.written.marks for card in cards if card.written], strict=True):
            assert card["marks"] == [mark for mark in on_it if mark][: len(card["marks"])]
            assert len(card["marks"]) in {count := sum(map(bool, on_it)), count - 1}  # a path keeps where it ends behind its cells
    assert watched.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_every_cell_of_a_sheet_lies_in_its_picture_and_is_large_enough_to_read(watched: Watched, story: Transcript) -> None:
    shown(watched, told(story)[24].version)

    sides = watched.page.evaluate(
        """() => [...document.querySelectorAll(".card.sheet svg")].map((picture) => {
            const whole = picture.getBoundingClientRect();
            const cells = [...picture.querySelectorAll("rect.cell")].map((cell) => cell.getBoundingClientRect());
            const inside = cells.every(({ left, right, top, bottom }) =>
                left >= whole.left && right <= whole.right && top >= whole.top && bottom <= whole.bottom);
            return inside ? Math.min(...cells.map(({ width }) => width)) : 0;
        })"""
    )

    assert len(sides) == 12
    assert min(sides) > 7


def test_what_a_roll_has_added_stands_out_beside_its_dice(watched: Watched, story: Transcript) -> None:
    step = next(step for step in told(story) if all(answer and answer.card for answer in step.recorded_event.event.answers))

    seats = shown(watched, step.version)

    assert [sum(card["fresh"] > 0 for card in seat) for seat in seats] == [1, 1]
    assert [card["changed"] for seat in seats for card in seat] == [card["fresh"] > 0 for seat in seats for card in seat]
    dice = watched.page.locator("#dice svg")
    assert [dice.nth(at).get_attribute("data-face") for at in range(2)] == [str(face) for face in faces(story, step)]


def faces(story: Transcript, step: TranscriptStep) -> Sequence[int]:
    """The dice of the roll to which these are the answers."""
    rolled = next(one for one in reversed(story.steps[: step.version]) if one.recorded_event.recorded.type == "dice-cards.dice-rolled")
    return [face for face in rolled.scene.dice if face is not None]


def test_points_by_card_make_the_points_of_each_seat(story: Transcript) -> None:
    by_card = list(points_by_card(story))

    assert [sum(points for _, points in parts) for _, parts in by_card] == list(story.steps[-1].scores)
    assert [len(parts) for _, parts in by_card] == [6 + (parts[-1][0] == "Other points") for _, parts in by_card]


@pytest.mark.parametrize("name", ["html", "txt"])
def test_the_result_of_one_who_was_alone_says_rank_and_cards(name: str) -> None:
    alone = played("Ada", game="dice-cards", seed=2)
    points = alone.steps[-1].scores[0]

    page = " ".join(formats()[name].render(alone).decode().split())

    assert f"All rolls are played: the game is over. Rank: Practice Run. Ada finishes with {points} points." in page
    [(_, parts)] = points_by_card(alone)
    for title, worth in parts:
        assert re.search(rf"{worth} +{re.escape(title)}|<td>{re.escape(title)}</td><td>{worth}</td>", page)


def test_a_game_without_sheets_has_no_points_by_card(transcript: Transcript, ice: Transcript) -> None:
    for other in (transcript, ice):
        assert list(points_by_card(other)) == []
        assert b"Points by card" not in formats()["txt"].render(other)
        assert b'class="by-card"' not in formats()["html"].render(other)

"""The replay page in a real browser: it shows the events, goes to the chosen version, and plays by itself."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import Watched
from tests.workers.exports.replaying import READ, expected, first, is_in_sight, shown, wait_for_frames
from workers.exports.transcript import Transcript


def goes_to(page: Page, version: int) -> None:
    """Wait until the page shows this version."""
    expect(page.locator("html")).to_have_attribute("data-at", str(version))


def test_the_address_says_which_version_is_shown_first(watched: Watched, transcript: Transcript) -> None:
    assert shown(watched.page) == expected(transcript, 42)


def test_every_version_shows_the_dice_points_and_cards_of_that_version(watched: Watched, transcript: Transcript) -> None:
    beginning = first(transcript, "dicy-cards.cards-chosen").version
    watched.page.locator("#slider").fill(str(beginning))

    walk = "for (let step = 0; step < steps; step++) { document.querySelector('#forward').click(); seen.push(read()); }"
    seen = watched.page.evaluate(
        f"(steps) => {{ const read = {READ}; const seen = [read()]; {walk} return seen; }}", len(transcript.steps) - beginning
    )

    assert seen == [expected(transcript, version) for version in range(beginning, len(transcript.steps) + 1)]


def test_the_page_of_every_step_is_the_same_whichever_way_one_comes(watched: Watched, transcript: Transcript) -> None:
    page = watched.page
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    assert shown(page) == expected(transcript, len(transcript.steps) - 1)

    page.locator("#slider").fill("100")
    assert shown(page) == expected(transcript, 100)

    page.locator("#log a[data-at='60']").click()
    assert shown(page) == expected(transcript, 60)

    page.locator("#back").click()
    assert shown(page) == expected(transcript, 59)

    page.evaluate("location.hash = '#at=77'")
    goes_to(page, 77)
    assert shown(page) == expected(transcript, 77)


def test_the_log_marks_what_is_shown_and_keeps_it_in_sight(watched: Watched, transcript: Transcript) -> None:
    page, scored = watched.page, [step for step in transcript.steps if step.recorded_event.recorded.type == "dicy-cards.card-scored"][-1]

    page.locator("#slider").fill(str(scored.version))
    wait_for_frames(page)

    current = page.locator("#log [aria-current]")
    assert current.all_text_contents() == [scored.words]
    assert page.locator("#caption").inner_text() == scored.words
    assert is_in_sight(current)


def test_a_click_into_the_chart_goes_to_that_turn_and_the_cursor_with_it(watched: Watched, transcript: Transcript) -> None:
    chart = watched.page.locator("#chart svg")
    box = chart.bounding_box()
    assert box is not None
    left, right = (float(chart.get_attribute(name) or "") for name in ("data-left", "data-right"))
    x, width = left + (right - left) * 20 / transcript.steps[-1].turn, float((chart.get_attribute("viewBox") or "").split()[2])

    chart.click(position={"x": x / width * box["width"], "y": box["height"] / 3})

    assert shown(watched.page) == expected(transcript, next(step for step in transcript.steps if step.turn == 20).version)
    cursor = watched.page.locator("#chart .cursor").get_attribute("d") or ""
    assert float(cursor.partition(",")[0].removeprefix("M")) == pytest.approx(x)


def test_it_plays_by_itself_to_the_end_and_stops_there(watched: Watched, transcript: Transcript) -> None:
    page = watched.page
    page.locator("#slider").fill(str(len(transcript.steps) - 3))
    page.get_by_label("fast").check(force=True)

    page.locator("#play").focus()
    page.keyboard.press(" ")
    goes_to(page, len(transcript.steps))

    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")
    assert page.url.endswith(f"#at={len(transcript.steps)}")


def test_space_plays_and_pauses_and_from_the_end_it_begins_anew(watched: Watched, transcript: Transcript) -> None:
    page, beginning = watched.page, first(transcript, "dicy-cards.first-seat-chosen").version
    page.get_by_label("slow").check(force=True)
    page.locator("h1").click()
    page.keyboard.press("End")

    page.keyboard.press(" ")
    assert page.locator("#play").get_attribute("aria-pressed") == "true"
    expect(page.locator("html")).not_to_have_attribute("data-at", re.compile(f"{beginning}|{len(transcript.steps)}"))
    page.keyboard.press(" ")

    assert page.locator("#play").get_attribute("aria-pressed") == "false"
    assert beginning < int(page.locator("html").get_attribute("data-at") or "") < len(transcript.steps)


def test_dice_that_were_rolled_again_and_cards_that_changed_are_marked(watched: Watched, transcript: Transcript) -> None:
    page, again = watched.page, first(transcript, "dicy-cards.dice-rerolled")
    before = transcript.steps[again.version - 2]
    changed = sum(old != new for old, new in zip(before.scene.dice, again.scene.dice, strict=True))

    page.locator("#slider").fill(str(again.version))
    assert page.locator(".die.rerolled").count() == changed

    page.keyboard.press("ArrowLeft")
    assert page.locator(".card.changed").count() == 1


def test_the_secret_is_checked_against_the_commitment_in_the_browser(watched: Watched) -> None:
    page = watched.page
    page.locator("#fairness summary").click()

    expect(page.locator("#check")).to_contain_text("the secret is the one that was committed to")

"""The replay page in a real browser: it shows the events, goes to the chosen version, and sends no requests."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from rules.table_events import SeatResigned
from rules.texts.catalogue import catalogue
from tests.browser import DESKTOP, PHONE, Watched, watching
from tests.workers.exports.tables import left, long_story, played, resigned
from workers.exports.format import formats
from workers.exports.formats.html import LONG_LOG
from workers.exports.transcript import Transcript, TranscriptStep

EVIL = ("<img src=x onerror=alert(1)>", "</script><script>alert(2)</script>", "{{7*7}}", '" onmouseover="alert(3)')


@pytest.fixture(scope="module")
def watched(browser: Browser, transcript: Transcript, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    """The page of the transcript on a phone, opened at event 42; fails if the page has caused complaints in the end."""
    address = written(transcript, tmp_path_factory.mktemp("replay"))
    with watching(browser, PHONE) as watched:
        watched.open(f"{address}#at=42")
        yield watched
    assert watched.complaints == []


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


def goes_to(page: Page, version: int) -> None:
    """Wait until the page shows this version."""
    expect(page.locator("html")).to_have_attribute("data-at", str(version))


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


def test_it_opens_where_somebody_has_the_turn_for_the_first_time(browser: Browser, transcript: Transcript, tmp_path: Path) -> None:
    beginning = first(transcript, "dicy-cards.first-seat-chosen").version
    with watching(browser) as watched:
        watched.open(written(transcript, tmp_path))
        assert shown(watched.page) == expected(transcript, beginning)

        watched.page.keyboard.press("ArrowLeft")

        assert shown(watched.page)["turn"] == [False] * 4
        assert watched.page.locator("#when").inner_text() == "before the first turn"


def test_cards_say_what_they_score(watched: Watched, transcript: Transcript) -> None:
    texts = {card["title"]: card["text"] for card in catalogue(transcript.loaded.game, "en")["cards"]}

    cards = watched.page.locator(".card").evaluate_all("(cards) => cards.map((card) => [card.firstChild.textContent, card.title])")

    assert cards == [[card.title, texts[card.title]] for seat in transcript.steps[-1].scene.cards for card in seat]
    assert watched.page.locator(".pile, .chip").count() == 0


def test_a_table_that_was_never_played_has_a_page_without_a_chart_that_can_be_stepped_through(browser: Browser, tmp_path: Path) -> None:
    with watching(browser) as watched:
        watched.open(written(left("Ada", "Grace"), tmp_path))
        watched.page.keyboard.press("ArrowRight")

        assert watched.page.locator("#caption").inner_text() == "Ada joins."
        assert watched.complaints == []


def test_everything_that_is_pressed_is_large_enough_for_a_finger(browser: Browser, transcript: Transcript, tmp_path: Path) -> None:
    with watching(browser, PHONE) as watched:
        watched.open(written(transcript, tmp_path))
        for button in watched.page.locator(".buttons button").all():
            box = button.bounding_box()
            assert box is not None
            assert (box["width"], box["height"]) >= (44, 44)


def test_nothing_sticks_out_of_a_narrow_phone_or_a_desk(browser: Browser, transcript: Transcript, tmp_path: Path) -> None:
    address = written(transcript, tmp_path)
    for size in (PHONE, DESKTOP, (320, 640)):
        with watching(browser, size) as watched:
            watched.open(address)
            assert watched.page.evaluate("document.documentElement.scrollWidth") <= size[0]
            assert watched.complaints == []


def test_names_that_are_markup_are_shown_literally_and_run_nothing(browser: Browser, tmp_path: Path) -> None:
    evil = played(*EVIL, seed=3)
    with watching(browser) as watched:
        watched.open(written(evil, tmp_path))
        page = watched.page

        assert page.locator(".seat bdi").all_inner_texts() == list(EVIL)
        assert sorted(page.locator("#result bdi").all_inner_texts()) == sorted(EVIL)
        legend = page.locator("#chart svg g text").all_text_contents()
        page.keyboard.press("Home")
        for seat, name in enumerate(EVIL):
            page.locator(f"#log a[data-at='{seat + 2}']").click()
            assert page.locator("#caption").inner_text() == f"{name} joins."

        assert all(any(text.startswith(name[:10]) for text in legend) for name in EVIL)
        assert page.locator("img").count() == 0
        assert page.locator("script").count() == 2
        assert watched.complaints == []


def test_the_policy_of_the_page_lets_no_other_script_or_style_in(browser: Browser, transcript: Transcript, tmp_path: Path) -> None:
    with watching(browser) as watched:
        watched.open(written(transcript, tmp_path))

        watched.page.evaluate(
            """() => {
                const script = document.createElement("script");
                try { script.text = "document.title = 'run'"; } catch { /* refused even earlier */ }
                document.body.append(script);
                document.body.setAttribute("style", "display: none");
                try { document.body.insertAdjacentHTML("beforeend", "<b>markup</b>"); } catch { /* refused */ }
            }"""
        )

        assert watched.page.title() != "run"
        assert watched.page.locator("h1").is_visible()
        assert watched.page.locator("b").count() == 0
        assert any("Content Security Policy" in complaint for complaint in watched.complaints)


def test_without_scripts_it_is_a_list_of_moves_with_the_result(browser: Browser, transcript: Transcript, tmp_path: Path) -> None:
    with watching(browser, scripts=False) as watched:
        watched.open(written(transcript, tmp_path))

        assert watched.page.locator("#log a").count() == sum(1 for step in transcript.steps if step.words)
        assert watched.page.locator("#result tr.won").count() == len(transcript.outcome.winners)
        assert watched.page.locator("noscript").is_visible()
        assert not watched.page.locator("#controls").is_visible()
        assert watched.complaints == []


def test_a_seat_that_resigned_is_marked_from_then_on(browser: Browser, tmp_path: Path) -> None:
    quit_early = resigned("Ada", "Grace", "Linus")
    gone = next(step for step in quit_early.steps if isinstance(step.recorded_event.event, SeatResigned))
    marks = ".tag:visible:text-is('resigned')"
    with watching(browser) as watched:
        watched.open(f"{written(quit_early, tmp_path)}#at={gone.version - 1}")
        assert watched.page.get_by_text("resigned", exact=True).count() == 0

        watched.page.keyboard.press("ArrowRight")

        assert watched.page.locator(".seat").nth(gone.recorded_event.event.seat).locator(marks).count() == 1
        watched.page.keyboard.press("End")
        assert [seat.locator(marks).count() for seat in watched.page.locator(".seat").all()] == [1, 1, 0]
        assert watched.complaints == []


def test_whoever_wants_no_motion_gets_none(browser: Browser, transcript: Transcript, tmp_path: Path) -> None:
    address, rolled = written(transcript, tmp_path), first(transcript, "dicy-cards.dice-rolled").version
    rolling = "document.getAnimations().filter((one) => one.animationName === 'roll').length"
    for still, moving in ((True, 0), (False, 6)):
        with watching(browser, still=still) as watched:
            watched.open(f"{address}#at={rolled - 1}")
            assert watched.page.evaluate(f"() => {{ document.querySelector('#forward').click(); return {rolling}; }}") == moving


def test_a_log_of_thousands_of_events_is_kept_in_sight_too(browser: Browser, tmp_path: Path) -> None:
    endless = long_story(LONG_LOG + 500)
    with watching(browser, PHONE) as watched:
        watched.open(f"{written(endless, tmp_path)}#at={LONG_LOG}")
        current = watched.page.locator("#log [aria-current]")
        wait_for_frames(watched.page)
        assert is_in_sight(current)

        watched.page.keyboard.press("Home")
        wait_for_frames(watched.page)

        assert is_in_sight(current)
        assert watched.complaints == []

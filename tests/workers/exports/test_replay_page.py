"""The replay page of any table, in any window, with any names, with and without scripts."""

from pathlib import Path

from playwright.sync_api import Browser

from rules.table_events import SeatResigned
from rules.texts.catalogue import catalogue
from tests.browser import DESKTOP, PHONE, Watched, watching
from tests.workers.exports.replaying import expected, first, is_in_sight, shown, wait_for_frames, written
from tests.workers.exports.tables import left, long_story, played, resigned
from workers.exports.formats.html import LONG_LOG
from workers.exports.transcript import Transcript

EVIL = ("<img src=x onerror=alert(1)>", "</script><script>alert(2)</script>", "{{7*7}}", '" onmouseover="alert(3)')


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

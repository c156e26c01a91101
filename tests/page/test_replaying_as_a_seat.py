"""The replay of a game that hides something, seen as each seat saw it."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser import DESKTOP, PHONE
from tests.live import Api, CreatedTable, Service
from tests.page import dice_cards
from tests.page.axe import barriers
from tests.page.conftest import Visit
from tests.page.tables import finished, play, played
from tests.page.visitor import Visitor

ADA, GRACE = 0, 1

COVERED = """() => [...document.querySelectorAll(".choice [data-card]")].filter((one) => {
        const [card, caption] = [one, document.querySelector(".board .caption")].map((part) => part.getBoundingClientRect());
        return card.bottom > caption.top;
    }).map((one) => one.dataset.card)"""
"""The cards of the choice that reach below the upper edge of the board's caption, which comes after them."""


@pytest.fixture(scope="module")
def over(service: Service) -> CreatedTable:
    """A finished game of Dice Cards."""
    with Api(service.url) as api:
        return dice_cards.finished(api, "Ada", "Grace", options={"deal": "young"})


def eyes(visitor: Visitor) -> Locator:
    """The choice as whom the replay is seen."""
    return visitor.page.get_by_role("combobox", name="Seen by")


def is_at(visitor: Visitor, version: int, seat: int | None) -> None:
    """Wait until the replay and the address are at a version, as a seat (None: everybody) saw it."""
    expect(visitor.page.get_by_role("slider")).to_have_value(str(version))
    expect(visitor.page).to_have_url(re.compile(rf"\?at={version}{'' if seat is None else f'&seat={seat}'}$"))


def first(events: Sequence[Mapping[str, Any]], kind: str, seat: int) -> Mapping[str, Any]:
    """The first event of a seat of this type, with a mark if it is an answer."""
    return next(
        event
        for event in events
        if event["type"] == f"dice-cards.{kind}" and event["seat"] == seat and (kind != "roll-answered" or event["data"]["answer"]["card"])
    )


def test_a_hand_that_was_hidden_is_seen_with_the_eyes_of_its_seat_which_the_address_keeps(
    visit: Visit, over: CreatedTable, api: Api
) -> None:
    events, zoe = api.events(over.table), visit(DESKTOP)
    kept, hand = first(events, "card-kept", ADA), first(events, "hand-dealt", ADA)["data"]["cards"]
    offered = zoe.page.locator(".choice [data-card]")
    zoe.open(f"/t/{over.table}?at={kept['version'] - 1}")
    expect(eyes(zoe)).to_have_value("")
    expect(zoe.page.locator(".board")).to_be_visible()
    expect(offered).to_have_count(0)

    eyes(zoe).focus()
    zoe.page.keyboard.press("ArrowDown")

    is_at(zoe, kept["version"] - 1, ADA)
    line = zoe.page.locator(".game-log a").first
    expect(line).to_have_attribute("href", re.compile(rf"/t/{over.table}\?at=\d+&seat={ADA}$"))  # where it leads in a tab of its own
    expect(offered).to_have_count(9)
    assert [int(one.get_attribute("data-card") or "") for one in offered.all()] == sorted(hand)
    zoe.page.evaluate("scrollTo(0, 0)")
    assert zoe.page.evaluate(COVERED) == []
    eyes(zoe).blur()
    zoe.page.keyboard.press("ArrowRight")
    is_at(zoe, kept["version"], ADA)
    expect(zoe.page.locator(f".choice [data-card='{kept['data']['card']}']")).to_have_class(re.compile("kept"))
    expect(zoe.page.locator(".current-event")).to_have_text("Ada has chosen a card.")

    zoe.page.reload()
    expect(eyes(zoe)).to_have_value(str(ADA))
    expect(zoe.page.locator(".choice .kept")).to_have_count(1)
    expect(zoe.page.get_by_role("textbox", name="Link to this moment")).to_have_value(re.compile(rf"\?at={kept['version']}&seat={ADA}$"))


def test_an_answer_is_seen_before_it_was_told_by_its_own_seat_only(visit: Visit, over: CreatedTable, api: Api) -> None:
    events, zoe = api.events(over.table), visit(DESKTOP)
    answered = first(events, "roll-answered", ADA)
    version, number = answered["version"], answered["data"]["answer"]["number"]
    told = next(event["version"] for event in events if event["type"] == "dice-cards.answers-revealed" and event["version"] > version)
    pending = zoe.seat("Ada").locator(".cell.pending")

    zoe.open(f"/t/{over.table}?at={version}&seat={ADA}")
    expect(pending).to_have_text(re.compile(" ?".join(str(number)) if number > 12 else str(number)))
    expect(zoe.page.locator(".did", has_text="still in secret")).to_have_count(1)
    expect(zoe.seat("Ada")).to_contain_text("still in secret")
    expect(zoe.page.locator(f"a[data-version='{version}']")).to_have_count(0)

    for seat in (GRACE, None):
        eyes(zoe).select_option("" if seat is None else str(seat))
        is_at(zoe, version, seat)
        expect(pending).to_have_count(0)
    eyes(zoe).select_option(str(ADA))
    expect(pending).to_have_count(1)
    zoe.page.get_by_role("slider").fill(str(told))
    is_at(zoe, told, ADA)
    expect(pending).to_have_count(0)
    expect(zoe.seat("Ada").locator(".cell.changed")).not_to_have_count(0)


def test_the_choice_is_in_french_too_without_a_serious_barrier_and_fits_every_window(visit: Visit, over: CreatedTable, api: Api) -> None:
    kept, zoe = first(api.events(over.table), "card-kept", GRACE), visit(PHONE, language="fr-CA")
    zoe.open(f"/t/{over.table}?at={kept['version']}&seat={GRACE}")
    choice = zoe.page.get_by_role("combobox", name="Point de vue")

    expect(choice).to_have_value(str(GRACE))
    assert choice.locator("option").all_inner_texts() == ["Vu par tout le monde", "Vu par Ada", "Vu par Grace"]
    expect(zoe.page.locator(".choice .kept")).to_have_count(1)
    assert barriers(zoe.page) == []
    for width, height in ((320, 568), (360, 740), (768, 1024), (1366, 657)):
        zoe.page.set_viewport_size({"width": width, "height": height})
        assert zoe.page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0


def test_nobody_sees_as_a_seat_what_is_still_hidden_or_what_never_was(visit: Visit, over: CreatedTable, api: Api) -> None:
    going_on = dice_cards.created_table(api, "Ada", "Grace", options={"deal": "young"})
    view = played(api, going_on, lambda now: bool(now["version"] > 8))
    open_game = finished(api, "Ada", "Grace")
    zoe = visit(DESKTOP)

    for table, version in ((going_on, view["version"]), (open_game, 9)):
        zoe.open(f"/t/{table.table}?at={version}&seat={ADA}")
        is_at(zoe, version, None)
        expect(zoe.page.locator(".board")).to_be_visible()
        expect(eyes(zoe)).to_have_count(0)
    zoe.open(f"/t/{over.table}?at=9&seat=5")
    is_at(zoe, 9, None)
    expect(eyes(zoe)).to_have_value("")


def test_a_page_that_is_open_when_the_game_ends_no_longer_says_who_had_answered(visit: Visit, api: Api) -> None:
    table = dice_cards.rolling_table(api, "Ada", "Grace", options={"deal": "young"})
    ada, zoe = visit(PHONE), visit(DESKTOP)
    ada.sit(table.seated[ADA])
    zoe.open(f"/t/{table.table}?at=1")
    play(api, table.seated[ADA], "strike")
    for visitor in (ada, zoe):
        expect(visitor.page.locator(".game-log")).to_contain_text("Ada has answered.")

    api.delete(f"/v1/tables/{table.table}/seats/{GRACE}", token=table.seated[GRACE].token)

    for visitor in (ada, zoe):
        expect(visitor.page.locator(".game-log")).to_contain_text("Grace resigns.")
        expect(visitor.page.locator(".game-log")).not_to_contain_text("has answered")
        expect(visitor.page.locator(".game-log")).to_contain_text("Table created")

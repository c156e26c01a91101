"""The review of a finished game: at its end for the visitor's own seat, in the replay for any."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser import DESKTOP, PHONE
from tests.live import Api, CreatedTable, Service
from tests.page.axe import barriers
from tests.page.conftest import Visit
from tests.page.tables import finished
from tests.page.visitor import Visitor
from tests.service.routes.exporting import content, exported

SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"
"""By how much the page is wider than its window."""


@pytest.fixture(scope="module")
def over(service: Service) -> CreatedTable:
    """A finished game."""
    with Api(service.url) as api:
        return finished(api, "Ada", "Grace")


def review_of(api: Api, table: CreatedTable, language: str = "en") -> Any:
    return json.loads(content(api, exported(api, table.table, "review", language)))


def decision_at(review: Any, version: int) -> Any:
    return next(decision for decision in review["decisions"] if decision["version"] == version)


def costly(visitor: Visitor) -> Locator:
    return visitor.page.locator(".costly li")


def is_at(visitor: Visitor, version: int) -> None:
    expect(visitor.page.get_by_role("slider")).to_have_value(str(version))


def test_at_the_end_a_player_has_the_own_game_reviewed_and_goes_to_the_most_costly_move(visit: Visit, over: CreatedTable, api: Api) -> None:
    ada = visit(PHONE)
    ada.sit(over.seated[0])
    ada.button("Review my game").click()

    expect(ada.heading("Your most costly moves")).to_be_visible()
    review = review_of(api, over)
    own = review["seats"][0]
    dearest = decision_at(review, own["costly"][0])
    expect(ada.page.locator(".findings")).to_contain_text(f"{own['as_best']} of {own['decisions']} decisions were as good as")
    expect(ada.page.locator(".findings")).to_contain_text("on average")
    expect(costly(ada).first).to_contain_text(f"−{round(dearest['cost'])}% to win")
    expect(costly(ada)).to_have_count(3)
    expect(costly(ada).first).to_contain_text(dearest["made"]["words"])
    expect(costly(ada).first).to_contain_text(dearest["reason"])
    expect(ada.button("Review my game")).to_have_count(0)
    assert barriers(ada.page) == []
    assert ada.page.evaluate(SIDEWAYS) <= 0

    costly(ada).first.get_by_role("link").click()

    is_at(ada, dearest["version"] - 1)
    expect(ada.page.locator(".advised")).to_contain_text(dearest["reason"])


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "dark"), (DESKTOP, "light")], ids=["phone", "desktop"])
def test_in_the_replay_any_seat_is_reviewed_in_the_language_of_the_page(
    visit: Visit, over: CreatedTable, api: Api, size: Any, scheme: str
) -> None:
    zoe = visit(size, scheme=scheme, language="fr")
    zoe.open(f"/t/{over.table}?at=1")
    expect(zoe.page.locator(".advised")).to_be_hidden()
    zoe.button("Analyser la partie").click()
    review = review_of(api, over, "fr")
    expect(zoe.heading("Coups les plus coûteux")).to_be_visible()

    zoe.page.get_by_role("combobox", name="Joueur analysé").select_option("Grace")

    dearest = decision_at(review, review["seats"][1]["costly"][0])
    expect(costly(zoe).first).to_contain_text(dearest["made"]["words"])
    costly(zoe).first.get_by_role("link").click()
    is_at(zoe, dearest["version"] - 1)
    expect(zoe.page.locator(".advised")).to_contain_text(dearest["reason"])
    expect(zoe.page.locator(".advised")).to_contain_text(f"Le coup joué a réduit les chances de gagner de {round(dearest['cost'])}\u202f%.")
    zoe.page.keyboard.press("End")
    expect(zoe.page.locator(".advised")).to_be_hidden()
    assert barriers(zoe.page) == []
    assert zoe.page.evaluate(SIDEWAYS) <= 0


def test_each_step_of_the_replay_says_what_would_have_been_best(visit: Visit, over: CreatedTable, api: Api) -> None:
    zoe, review = visit(DESKTOP), review_of(api, over)
    zoe.open(f"/t/{over.table}?at=1")
    zoe.button("Review this game").click()
    expect(zoe.heading(re.compile("most costly", re.IGNORECASE))).to_be_visible()
    good = next(decision for decision in review["decisions"] if not decision["cost"] and decision["made"]["move"]["type"] != "roll")

    zoe.page.get_by_role("slider").fill(str(good["version"] - 1))

    name = review["seats"][good["seat"]]["name"]
    line = zoe.page.locator(".advised")
    expect(line).to_contain_text(f"{name} decides. Computer (expert): {good['reason']}")
    expect(line).to_contain_text("The move played is as good.")


def test_a_game_in_progress_has_no_review(visit: Visit, api: Api) -> None:
    table = api.create_table(2, names=("Ada", "Grace"))
    zoe = visit(PHONE)
    zoe.open(f"/t/{table.table}?at=1")
    expect(zoe.heading("Replay")).to_be_visible()

    assert zoe.button("Review this game").count() == 0


def test_a_review_that_fails_says_so_and_can_be_asked_for_again(visit: Visit, over: CreatedTable) -> None:
    zoe = visit(PHONE)
    zoe.deceive("**/exports", lambda route: route.fulfill(status=429, json={"code": "too-many-jobs", "title": "", "status": 429}))
    zoe.open(f"/t/{over.table}?at=1")

    zoe.button("Review this game").click()

    expect(zoe.page.locator(".review .wrong")).to_be_visible()
    expect(zoe.button("Review this game")).to_be_enabled()
    zoe.forgive("429")

"""Hints at a table: who is told of them, and that there may be none."""

import json
import re

import pytest
from playwright.sync_api import Request, Route, expect

from tests.browser import PHONE
from tests.live import Api, CreatedTable
from tests.page.conftest import Visit
from tests.page.tables import created_table, has_decision, played
from tests.page.visitor import Visitor

REQUESTED = "table.advice-requested"


def test_the_dialog_announces_hints_between_people_with_a_clock_unless_another_rule_is_chosen(visit: Visit, api: Api) -> None:
    ada = visit(PHONE)
    ada.open()
    ada.button("Create a table").click()
    dialog = ada.page.get_by_role("dialog")
    hints, clock, second = dialog.get_by_label("Hints"), dialog.get_by_label("Time per turn"), dialog.get_by_label("Seat 2")

    expect(hints).to_have_value("private")
    clock.select_option("1 minute")
    expect(hints).to_have_value("announced")
    second.select_option("Computer: random")
    expect(hints).to_have_value("private")
    dialog.get_by_role("button", name="Add a seat").click()
    expect(hints).to_have_value("announced")
    hints.select_option("none")
    dialog.get_by_role("button", name="Remove this seat").last.click()
    expect(hints).to_have_value("off")
    ada.button("Create table").click()
    expect(ada.page).to_have_url(re.compile("/t/"))

    assert api.view(ada.page.url.rpartition("/")[2])["advice"] == "off"


def test_a_table_for_people_with_a_clock_announces_hints_if_nothing_is_chosen(visit: Visit, api: Api) -> None:
    ada = visit()
    ada.open()
    ada.button("Create a table").click()
    ada.page.get_by_role("dialog").get_by_label("Time per turn").select_option("1 minute")
    ada.button("Create table").click()
    expect(ada.page).to_have_url(re.compile("/t/"))

    expect(ada.page.locator(".waiting-room .terms")).to_contain_text("Hintsothers see who asks for one")
    assert api.view(ada.page.url.rpartition("/")[2])["advice"] == "announced"


def test_who_asks_for_a_hint_is_told_first_that_others_see_it_and_then_they_do(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace", turn_seconds=600)
    played(api, table, has_decision(0, "play"))
    ada, grace = visit(PHONE), visit(language="fr")
    ada.sit(table.seated[0])
    grace.sit(table.seated[1])
    version = api.view(table.table)["version"]

    ada.does("hint").click()
    expect(ada.page.get_by_role("status").filter(has_text="The others will see that you ask for a hint.")).to_be_visible()
    assert api.view(table.table)["version"] == version
    ada.does("hint").click()
    expect(ada.page.get_by_role("status").filter(has_text=re.compile("^Hint: "))).to_be_visible()

    expect(ada.page.locator(".game-log")).to_contain_text("Ada asks for a hint.")
    expect(grace.page.locator(".game-log")).to_contain_text("Ada demande un conseil.")
    ada.does("hint").click()
    expect(ada.page.get_by_role("status").filter(has_text=re.compile("^Another move "))).to_be_visible()
    assert [event["type"] for event in api.events(table.table, after=version)] == [REQUESTED]


@pytest.mark.parametrize("game", ["dicy-cards", "ice-dice", "dice-cards"])
def test_a_table_without_hints_has_no_button_for_them(visit: Visit, api: Api, game: str) -> None:
    table = created_table(api, "Ada", "Grace", game=game, advice="off")
    if game == "dicy-cards":
        played(api, table, has_decision(0, "play"))
    ada = visit()
    seat = api.view(table.table)["owed"][0]["seat"]
    ada.sit(table.seated[seat])

    expect(ada.page.locator(".actions .button:visible").first).to_be_visible()
    expect(ada.page.locator("[data-do=hint]:visible")).to_have_count(0)
    ada.page.locator(".rules summary").click()
    expect(ada.page.locator(".rules .terms")).to_contain_text("Hintsnone")


def with_advisers(visitor: Visitor, *levels: str) -> Visitor:
    """To the visitor's page, these are the levels of every game that rank moves."""

    def only_these(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(status=answer.status, json={**answer.json(), "advisers": levels})

    visitor.deceive(re.compile(r"/v1/games/[^/]+$"), only_these)
    return visitor


def test_a_game_whose_players_rank_no_moves_has_no_button_for_hints(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace", advice="private")
    played(api, table, has_decision(0, "play"))
    ada = with_advisers(visit())
    ada.sit(table.seated[0])

    expect(ada.page.locator(".actions .button:visible").first).to_be_visible()
    expect(ada.page.locator("[data-do=hint]:visible")).to_have_count(0)


def test_a_hint_is_from_the_strongest_level_that_ranks_moves(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace", advice="private")
    played(api, table, has_decision(0, "play"))
    ada = with_advisers(visit(), "greedy", "steady")
    ada.sit(table.seated[0])

    def asks(request: Request) -> bool:
        return request.url.endswith("/ai-turns")

    with ada.page.expect_request(asks) as asked:
        ada.does("hint").click()

    assert json.loads(asked.value.post_data or "")["level"] == "steady"


def test_at_the_exchange_of_dice_cards_a_further_press_shows_another_exchange(visit: Visit, api: Api) -> None:
    table = dealt_an_exchange(api)
    ada = visit(PHONE)
    ada.sit(table.seated[0])

    ada.does("hint").click()
    expect(ada.page.get_by_role("status").filter(has_text="Hint: Exchange no card")).to_be_visible()
    ada.does("hint").click()

    expect(ada.page.get_by_role("status").filter(has_text=re.compile("^Another move .*: Exchange (?!no card)"))).to_be_visible()


def dealt_an_exchange(api: Api) -> CreatedTable:
    """A table of Dice Cards whose first seat may exchange cards; three hands of four may."""
    while True:
        table = created_table(api, "Ada", "Grace", game="dice-cards", advice="private")
        if len(api.moves(table.seated[0])) > 1:
            return table

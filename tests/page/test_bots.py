"""Bots in the choice of players: only those that this browser may seat."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.contract.owned import NOBODY
from tests.live import Api, Service
from tests.page.conftest import Visit
from tests.page.visitor import Visitor
from tests.service.keys import mint
from tests.service.owning import Owner


@pytest.fixture
def owner(api: Api, service: Service) -> Owner:
    return Owner(api, mint(service, None))


def registered(owner: Owner, name: str, **more: Any) -> Mapping[str, Any]:
    bot: Mapping[str, Any] = owner.register(NOBODY, name=name, games=["dicy-cards", "ice-dice"], **more).json["bot"]
    return bot


def link(bot: Mapping[str, Any]) -> str:
    """The link that the bot's owner shares."""
    return f"/#bot={bot['id']}&invitation={bot['invitation']}"


def note(visitor: Visitor) -> Locator:
    """The latest note at the edge of the page."""
    return visitor.page.locator("#notes .note")


def second_seat(visitor: Visitor, button: str = "Create a table", label: str = "Seat 2") -> Locator:
    """The choice of the player for the second seat."""
    visitor.button(button).click()
    choice = visitor.page.get_by_role("dialog").get_by_label(label)
    expect(choice).to_be_visible()
    return choice


def bots_in(choice: Locator) -> Sequence[str]:
    return [text for text in choice.locator("option").all_inner_texts() if text.startswith("Bot")]


def test_the_choice_has_the_bots_that_anyone_may_seat_and_no_others(visit: Visit, owner: Owner) -> None:
    registered(owner, "Opal", seating="anyone")
    paused = registered(owner, "Pearl", seating="anyone")
    owner.ask("PATCH", f"/v1/bots/{paused['id']}", json={"paused": True})
    for seating in ("owner", "invited"):
        registered(owner, f"Closed to others ({seating})", seating=seating)
    ada = visit()
    ada.open()

    offered = bots_in(second_seat(ada))

    assert "Bot: Opal" in offered
    assert not [text for text in offered if "Closed" in text or "Pearl" in text]


def test_who_opens_an_invitation_is_offered_the_bot_and_plays_with_it(visit: Visit, owner: Owner, api: Api) -> None:
    dora = registered(owner, "Dora", seating="invited")
    ada = visit()

    ada.open(link(dora))
    expect(note(ada)).to_contain_text("You can now choose the bot Dora")
    assert ada.page.url == f"{ada.url}/"
    choice = second_seat(ada)
    choice.select_option("Bot: Dora")
    ada.button("Create table").click()
    expect(ada.page).to_have_url(re.compile("/t/"))

    view = api.view(ada.page.url.rpartition("/")[2])
    assert [(seat["kind"], seat["bot"]) for seat in view["seats"]] == [("human", None), ("bot", dora["id"])]


def test_an_invitation_opened_where_the_page_is_already_open_is_stored_for_later_visits_in_french_too(visit: Visit, owner: Owner) -> None:
    emil = registered(owner, "Emil", seating="invited")
    ada = visit(language="fr")
    ada.open()

    ada.page.evaluate("(link) => { location.href = link; }", link(emil))
    expect(note(ada)).to_contain_text("Vous pouvez maintenant choisir le bot Emil")
    ada.open()

    assert any("Emil" in text for text in bots_in(second_seat(ada, "Créer une table", "Place 2")))


def test_an_invitation_is_stored_even_if_its_bot_cannot_be_fetched(visit: Visit, owner: Owner) -> None:
    ida = registered(owner, "Ida", seating="invited")
    ada = visit()
    ada.page.route("**/v1/bots/*", lambda route: route.fulfill(status=500, json={"code": "internal-error", "status": 500}), times=1)

    ada.open(link(ida))
    expect(note(ada)).to_be_visible()
    assert ada.page.url == f"{ada.url}/"
    ada.open()

    assert "Bot: Ida" in bots_in(second_seat(ada))
    ada.forgive("status of 500")


def test_an_invitation_that_was_changed_is_refused_in_words_and_forgotten(visit: Visit, owner: Owner) -> None:
    finn = registered(owner, "Finn", seating="invited")
    ada = visit()
    ada.open(link(finn))
    second_seat(ada).select_option("Bot: Finn")
    owner.ask("POST", f"/v1/bots/{finn['id']}/invitation")

    ada.button("Create table").click()
    expect(ada.page.get_by_role("dialog").get_by_role("alert")).to_contain_text("You cannot use this bot")
    ada.open()

    assert "Bot: Finn" not in bots_in(second_seat(ada))
    ada.forgive("status of 403")


def test_a_bot_that_plays_at_as_many_tables_as_it_may_is_refused_in_words(visit: Visit, owner: Owner, api: Api) -> None:
    gwen = registered(owner, "Gwen", seating="anyone", max_tables=1)
    api.create_table(1, bots=[gwen["id"]])
    ada = visit()
    ada.open()
    second_seat(ada).select_option("Bot: Gwen")

    ada.button("Create table").click()

    expect(ada.page.get_by_role("dialog").get_by_role("alert")).to_contain_text("This bot has reached its limit of tables")
    ada.forgive("status of 409")


def test_an_invitation_to_a_bot_that_is_gone_says_so(visit: Visit, owner: Owner) -> None:
    hugo = registered(owner, "Hugo", seating="invited")
    owner.ask("DELETE", f"/v1/bots/{hugo['id']}")
    ada = visit()

    ada.open(link(hugo))

    expect(note(ada)).to_contain_text("This bot is no longer registered")
    ada.forgive("status of 404")

"""The page uses the visitor's language: that of the browser, or the one that the visitor selects."""

import re
from html import unescape
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import PHONE
from tests.live import Api
from tests.page import ice, tables
from tests.page.conftest import Visit
from tests.page.tables import can, created_table, finished, has_decision, mover, owing_a_card, played
from tests.page.visitor import Visitor

KEY = re.compile(
    r"\b(?:page|lobby|create|player|level|table|dicy|ice|log|replay|problem|claim|time)\.[a-z][a-z.-]+|\b(?:reason|colour|pile|rule)-[a-z-]+"
)
ENGLISH = re.compile(r"\b(?:the|your|rolls|dice|turn|waiting|sits)\b", re.IGNORECASE)


def text_of(page: Page) -> str:
    """All texts of the page, visible and in labels, without the name of Ice Dice, which is the same in both languages."""
    labels: list[str] = page.locator("[aria-label], [title], [placeholder]").evaluate_all(
        "(all) => all.flatMap((one) => ['aria-label', 'title', 'placeholder'].map((name) => one.getAttribute(name) ?? ''))"
    )
    return "\n".join([page.locator("body").inner_text(), *labels]).replace("Ice Dice", "")


def is_in_french(visitor: Visitor) -> None:
    """All texts shown now are in French. All other tests read the English ones."""
    text = text_of(visitor.page)
    assert visitor.page.locator("html").get_attribute("lang") == "fr"
    assert not KEY.findall(text)
    assert not ENGLISH.findall(text)


def test_every_view_is_in_the_language_of_the_browser(visit: Visit, api: Api) -> None:
    playing, (choosing, second), over = created_table(api, "Ada", "Grace"), owing_a_card(api, "Ada", "Grace"), finished(api, "Ada", "Grace")
    played(api, playing, has_decision(0, "play", round=3))
    ada = visit(PHONE, language="fr-CA")
    for view in (playing.seated[0], second, over.seated[0], f"/t/{over.table}?at=40", f"/t/{choosing.table}", "/"):
        if isinstance(view, str):
            ada.open(view)
        else:
            ada.sit(view)
        expect(ada.page.get_by_role("heading", level=1)).to_be_visible()
        expect(ada.page.get_by_role("listitem").filter(has_text="Ada").or_(ada.seat("Ada")).first).to_be_visible()
        is_in_french(ada)


def test_every_view_of_ice_dice_is_in_the_language_of_the_browser(visit: Visit, api: Api) -> None:
    setting_up, playing, over = (
        ice.created_table(api, "Ada", "Grace"),
        ice.started_table(api, "Ada", "Grace"),
        ice.finished(api, "Ada", "Grace"),
    )
    view = played(api, playing, can(api, playing, "take"))
    ada = visit(PHONE, language="fr-CA")

    for table, who in ((setting_up, mover(setting_up, setting_up.view)), (playing, mover(playing, view)), (over, over.seated[0])):
        ada.sit(who)
        expect(ada.page.locator(f".board[data-version='{api.view(table.table)['version']}']")).to_be_visible()
        ada.page.locator(".rules summary").click()
        is_in_french(ada)
        if who not in over.seated:
            ada.does("move").click(force=True)
            is_in_french(ada)
    ada.open("/")
    ada.page.locator(".start button").last.click()
    ada.page.locator("input[value=ice-dice]").check()
    expect(ada.page.locator("input[type=number]")).to_be_visible()
    is_in_french(ada)


def test_a_switch_of_language_draws_the_view_anew_and_is_kept(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    ada = visit(PHONE)
    ada.sit(table.seated[0])
    expect(ada.heading("Your turn")).to_be_visible()

    ada.button("FR – Français").click()
    expect(ada.heading("À vous de jouer")).to_be_visible()
    expect(ada.does("roll")).to_have_text("Lancer les dés")
    ada.page.reload()

    expect(ada.heading("À vous de jouer")).to_be_visible()
    assert ada.button("FR – Français").get_attribute("aria-pressed") == "true"
    ada.button("EN – English").click()
    expect(ada.heading("Your turn")).to_be_visible()


def test_a_game_is_played_in_french(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    ada = visit(PHONE, language="fr-FR")
    ada.sit(table.seated[0])

    ada.does("roll").click()
    ada.expect_decision("play")
    ada.card("any-two").click()
    ada.does("score").click()

    ada.expect_decision("wait")
    words = ada.page.get_by_role("group", name=re.compile("Journal")).inner_text()
    assert re.search(r"Ada marque .* points?", words)


@pytest.mark.parametrize(("language", "tag"), [("en-GB", "en"), ("fr-FR", "fr")])
@pytest.mark.parametrize("game", [tables, ice], ids=["dicy-cards", "ice-dice"])
def test_the_log_on_the_page_and_in_a_file_is_the_same_to_the_letter(visit: Visit, api: Api, game: Any, language: str, tag: str) -> None:
    table = game.finished(api, "Ada", "Player 2", "Zoë")
    export = api.ended(api.post(f"/v1/tables/{table.table}/exports", json={"format": "html", "language": tag}).headers["location"])
    file = api.http.get(api.url + export["file"]["url"], timeout=30).content.decode()

    zoe = visit(language=language)
    zoe.open(f"/t/{table.table}?at=1")
    expect(zoe.page.locator(".game-log a").first).to_be_visible()
    lines = zoe.page.locator(".game-log a").evaluate_all("(links) => links.map((link) => [link.dataset.version, link.textContent])")

    assert len(lines) > 50
    assert lines == [[version, unescape(words)] for version, words in re.findall(r'data-at="(\d+)"[^>]*>([^<]*)</a>', file)]

"""The terms of a table are shown before joining: in the lobby, in the waiting room, and beside the table during the game."""

import re
from typing import Any, Final

from playwright.sync_api import Locator, Route, expect

from tests.browser import PHONE
from tests.live import ROOT, Api
from tests.page.conftest import Visit
from tests.page.tables import created_table, finished
from tests.page.visitor import Visitor
from workers.exports.marks import COLOURS

CLOCK: Final[dict[str, Any]] = {"turn_seconds": 30, "on_expiry": {"policy": "resign", "after": 4}}


def row(visitor: Visitor, name: str) -> Locator:
    """The row of this player's table in the lobby."""
    return visitor.page.get_by_role("listitem").filter(has=visitor.page.locator(".row-text")).filter(has_text=name)


def test_the_lobby_shows_the_terms_of_open_tables(visit: Visit, api: Api) -> None:
    api.create_table(names=("Termsa",), seats=1, open_seats=1, options={"mode": "interactions"}, **CLOCK)
    zoe, anne = visit(PHONE), visit(language="fr")
    zoe.open()
    anne.open()

    expect(row(zoe, "Termsa")).to_contain_text(
        "Interactions · 30 seconds per turn. If time runs out: skips or ends the turn; resigns after 4 in a row"
    )
    expect(row(anne, "Termsa")).to_contain_text("abandonne après 4 de suite")


def test_a_table_without_a_clock_says_so(visit: Visit, api: Api) -> None:
    api.create_table(names=("Slowa",), seats=1, open_seats=1)
    zoe = visit(PHONE)
    zoe.open()

    expect(row(zoe, "Slowa").locator(".terms")).to_have_text("no time limit")


def test_the_waiting_room_shows_clock_options_and_goal(visit: Visit, api: Api) -> None:
    options = {"variant": "young", "ties": "children", "reroll_limit": 2}
    table = api.create_table(seats=1, open_seats=1, game="ice-dice", options=options, **CLOCK)
    zoe = visit(PHONE)
    zoe.open(f"/t/{table.table}")

    terms = zoe.page.locator(".waiting-room .terms")
    for words in (
        "Time per turn30 seconds",
        "If time runs outskips or ends the turn; resigns after 4 in a row",
        "Young players: Only the numbers 1 to 18, only with + and −.",
        "Children: All tied players get the extra points.",
        "Maximum rerolls per turn2",
        "When eight tokens or fewer are left on the big board, the round is completed.",
    ):
        expect(terms).to_contain_text(words)


def test_the_terms_stay_beside_the_table_and_the_clock_says_what_it_does(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace", turn_seconds=600)
    ada = visit(PHONE, language="fr")
    ada.sit(table.seated[0])

    ada.page.get_by_role("timer").click()
    expect(ada.page.locator(".note")).to_contain_text(
        "10 minutes par tour. Si le temps est écoulé\u202f: le joueur passe ou termine son tour"
    )
    ada.page.locator(".rules summary").click()

    expect(ada.page.locator(".rules .terms")).to_contain_text("Glaciaire\u202f: La série A imprimée")


def test_who_gave_no_name_is_called_after_the_seat_in_the_language_of_who_looks(visit: Visit, api: Api) -> None:
    table = api.create_table(seats=2, options={"first_seat": "creator"})
    ada, anne = visit(PHONE), visit(PHONE, language="fr")
    ada.sit(table.seated[0])
    anne.sit(table.seated[1])

    for visitor, name in ((ada, "Player 2"), (anne, "Joueur 2")):
        expect(visitor.seat(name)).to_be_visible()
    expect(anne.page.locator(".game-log")).to_contain_text("Joueur 1 rejoint la table.")
    expect(anne.heading("À Joueur 1 de jouer")).to_be_visible()
    anne.open(f"/t/{table.table}?at=3")
    expect(anne.page.locator(".not-begun, .board")).to_contain_text("Joueur 1")


def test_a_finished_game_is_as_old_as_its_end(visit: Visit, api: Api) -> None:
    table = finished(api, "Enda", "Grace")
    entry = next(one for one in api.get("/v1/tables?player=Enda").json["tables"] if one["table"] == table.table)
    zoe = visit()
    zoe.open()

    last = [event["at"] for event in api.events(table.table) if event["type"] == "table.finished"]
    assert [entry["ended_at"]] == last
    expect(row(zoe, "Enda")).to_contain_text("finished just now")


def test_a_wanted_rematch_is_offered_in_the_lobby_too(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    assert api.leave(table.seated[0]).status == 200
    ada, grace = visit(), visit(PHONE)
    grace.sit(table.seated[1])
    grace.open()
    yours = grace.page.locator(".yours .table-row")
    expect(yours).to_contain_text("Finished")
    ada.sit(table.seated[0])

    ada.button("Rematch").click()
    expect(yours).to_contain_text("Rematch?")
    yours.get_by_role("link", name="Continue").click()

    expect(grace.button("Accept")).to_be_visible()


def test_a_move_that_waits_for_its_answer_says_so_and_an_error_goes_when_the_service_is_back(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    ada = visit(PHONE)
    ada.sit(table.seated[0])
    ada.expect_decision("roll")
    held: list[Route] = []
    ada.page.route("**/moves", lambda route: held.append(route) if not held else route.abort())

    ada.does("roll").click()
    expect(ada.page.locator(".prompt")).to_have_text("Sending your move…")
    held[0].abort()
    expect(ada.page.locator(".prompt")).to_have_text("No answer yet. Your move is sent again…")
    expect(ada.page.locator(".prompt.refusal")).to_contain_text("The service does not answer.")
    ada.page.unroute("**/moves")
    expect(ada.page.locator(".prompt")).to_have_text("Roll the six dice to start your turn.")
    ada.does("roll").click()
    ada.expect_decision("play")
    ada.forgive("net::ERR", "500")


COLOURED = re.compile(r"(?:\.board )?\.(?:seat|tint)-\d \{ --(?:seat|tint): #[0-9a-f]{6};")


def test_seats_and_cards_have_the_same_colours_here_and_in_exports() -> None:
    """Each colour is written once, in what both share; only on felt, which exports do not have, seats have lighter ones."""
    sheets = [
        file.read_text(encoding="utf-8") for folder in ("service/web", "workers/exports/page") for file in (ROOT / folder).rglob("*.css")
    ]

    written = [rule for sheet in sheets for rule in COLOURED.findall(sheet)]

    assert len(written) == len(COLOURS) == 8
    assert all(rule.startswith(".board .seat-") for rule in written)

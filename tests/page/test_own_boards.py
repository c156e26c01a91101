"""Tables of a deployment with its own board and its own deck: they are played as any other, and the page says whose they are."""

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from rules.dice_cards.deck import stand_in
from rules.dice_cards.sheets import sheet
from service.processes import embedded_store
from tests.browser import PHONE
from tests.live import FEWEST, Api, Service, running
from tests.page import dice_cards
from tests.page.ice import created_table
from tests.page.players import click
from tests.page.tables import mover
from tests.page.visitor import visiting

BOARD: Final = Path(__file__).parents[2] / "examples" / "ice-dice-board.toml"
DECK: Final = files("rules.dice_cards").joinpath("deck.toml")
OTHER_COLOUR: Final = {"red": "blue", "blue": "red"}


def other_number(number: int) -> int:
    """The number of a card of the stand-in deck in the other one, and the other way round."""
    return 51 - number


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service whose board swaps red and blue, and whose deck has its cards in reverse."""
    folder = tmp_path_factory.mktemp("own")
    board = re.sub("red|blue", lambda colour: OTHER_COLOUR[colour[0]], BOARD.read_text(encoding="utf-8"))
    reversed_deck = re.sub(r"(?m)^number = (\d+)$", lambda said: f"number = {other_number(int(said[1]))}", DECK.read_text(encoding="utf-8"))
    cards = re.sub(r"(?m)^\[\[cards\]\]$", "[[games.dice-cards.deck.cards]]", reversed_deck)
    (folder / "own.toml").write_text(f"{board}\n{cards}", encoding="utf-8")
    with (
        embedded_store.running(folder / "store") as store_url,
        running(store_url, folder, FEWEST, config=str(folder / "own.toml")) as service,
    ):
        yield service


def given_up(api: Api) -> str:
    """A game that a player has left after its tokens were set up and two more moves were made: over HTTP, with the board of the service."""
    table = created_table(api, "Ada", "Grace")
    view = table.view
    for _ in range(5):
        who = mover(table, view)
        view = api.play(who, api.moves(who)[0]).json["view"]
    api.leave(mover(table, view))
    return table.table


def test_a_table_with_a_board_of_its_own_is_checked_and_the_page_says_so(browser: Browser, own: Service) -> None:
    with Api(own.url) as api:
        table = given_up(api)
    with visiting(browser, own.url, PHONE) as zoe:
        zoe.open(f"/t/{table}?at=1")

        zoe.button("Check the dice").click()

        check = zoe.page.get_by_role("region", name="Were the dice fair?")
        expect(check).to_contain_text("Everything matches")
        expect(check).to_contain_text("This service uses its own cards or board")


def test_a_live_table_with_a_deck_of_its_own_is_drawn_and_played(browser: Browser, own: Service) -> None:
    with Api(own.url) as api, visiting(browser, own.url, PHONE) as ada:
        table = dice_cards.created_table(api, "Ada", options={"deal": "young"})
        ada.sit(table.seated[0])
        expect(ada.page.locator(".choice [data-card]")).to_have_count(9)
        offered = [int(one.get_attribute("data-card") or "") for one in ada.page.locator(".choice [data-card]").all()]
        assert {other_number(number) for number in offered} <= {card.number for card in stand_in().values() if card.young}
        dice_cards.keep(ada, click)
        ada.expect_decision("roll")

        for shown in ada.page.locator(".mine .sheet-card").all():
            card = stand_in()[other_number(int(shown.get_attribute("data-card") or ""))]
            expect(shown.locator(".card-name")).to_contain_text(card.name["en"])
            expect(shown.locator(".cell")).to_have_count(len(sheet(card).cells))
        marks = [move for move in api.moves(table.seated[0]) if move["type"] == "mark"]
        assert dice_cards.lit(ada).count() == len(dice_cards.cells_of(marks))
        dice_cards.lit(ada).first.click()
        ada.does("mark").click()

        expect(ada.heading("Your answer to roll 2")).to_be_visible()
        (player,) = api.view(table.table)["state"]["players"]
        (written,) = [card for card in player["cards"] if any(card["marks"])]
        cells = len(sheet(stand_in()[other_number(written["card"])]).cells)
        expect(dice_cards.card(ada, written["card"]).locator(".cell.marked")).to_have_count(sum(map(bool, written["marks"][:cells])))
        expect(dice_cards.card(ada, written["card"]).locator(".card-points")).to_contain_text(str(written["points"]))

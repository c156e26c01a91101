"""Tables of a deployment with its own board: the page also checks their proof, and says whose board it is."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from service.processes import embedded_store
from tests.browser import PHONE
from tests.live import FEWEST, Api, Service, running
from tests.page.ice import created_table
from tests.page.tables import mover
from tests.page.visitor import visiting

STAND_IN = Path(__file__).parents[2] / "examples" / "ice-dice-board.toml"
OTHER_COLOUR = {"red": "blue", "blue": "red"}


@pytest.fixture
def swapped(tmp_path: Path) -> Iterator[Service]:
    """A service whose board swaps red and blue."""
    board = tmp_path / "board.toml"
    board.write_text(re.sub("red|blue", lambda colour: OTHER_COLOUR[colour[0]], STAND_IN.read_text(encoding="utf-8")), encoding="utf-8")
    with embedded_store.running(tmp_path / "store") as store_url, running(store_url, tmp_path, FEWEST, config=str(board)) as service:
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


def test_a_table_with_a_board_of_its_own_is_checked_and_the_page_says_so(browser: Browser, swapped: Service) -> None:
    with Api(swapped.url) as api:
        table = given_up(api)
    with visiting(browser, swapped.url, PHONE) as zoe:
        zoe.open(f"/t/{table}?at=1")

        zoe.button("Check the dice").click()

        check = zoe.page.get_by_role("region", name="Were the dice fair?")
        expect(check).to_contain_text("Everything matches")
        expect(check).to_contain_text("This service uses its own cards or board")

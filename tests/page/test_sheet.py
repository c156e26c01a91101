"""The score sheet of the page: every column adds up, even if other players' turns change the points, and each game has its own texts."""

import re
from typing import Final

from playwright.sync_api import Locator, expect

from tests.browser import PHONE
from tests.live import Api
from tests.page import ice
from tests.page.conftest import Visit
from tests.page.tables import can, mover, play, played

NAMES: Final = ("Ada", "Grace", "Linus", "Zoë", "Mei", "Noor")

FIGURE: Final = re.compile(r"([−+]?)(\d+)")


def sums(sheet: Locator) -> list[int]:
    """The sums of the figures in each column, as shown."""
    rows = [[figures(cell) for cell in row.locator("td").all()] for row in sheet.locator("tbody tr").all()]
    return [sum(column) for column in zip(*rows, strict=True)]


def figures(cell: Locator) -> int:
    figures = [*cell.locator("b").all_inner_texts(), *cell.locator(".others").all_inner_texts()]
    return sum(int(match[2]) * (-1 if match[1] == "−" else 1) for text in figures if (match := FIGURE.search(text)))


def test_the_figures_on_the_sheet_add_up_and_those_with_a_sign_are_explained(visit: Visit, api: Api) -> None:
    table = ice.finished(api, *NAMES)
    ada = visit(PHONE)
    ada.sit(table.seated[0])

    sheet = ada.page.get_by_role("group", name="Score sheet")
    expect(sheet.locator("tfoot td")).to_have_count(6)

    points = [player["points"] for player in table.view["state"]["players"]]
    assert sums(sheet) == [int(total) for total in sheet.locator("tfoot td").all_inner_texts()] == points
    assert sheet.locator(".others").count() > 0
    expect(ada.page.get_by_text("Figures with + or − are points changed by other players’ turns.")).to_be_visible()


def test_a_turn_that_was_passed_after_a_shift_says_both(visit: Visit, api: Api) -> None:
    table = ice.started_table(api, "Ada", "Grace")
    view = played(api, table, can(api, table, "take"))
    who, number = mover(table, view), view["state"]["shifted"]["number"]
    play(api, who, "pass")
    ada = visit(language="fr-CA")

    ada.open(f"/t/{table.table}")

    cell = ada.page.locator(".sheet tbody tr").last.locator("td").nth(who.seat)
    expect(cell).to_have_text(f"termine son tourdéplace {number}")

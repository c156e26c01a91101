"""The score sheet of the page: every column adds up, even if other players' turns change the points, and each game has its own texts."""

import json
import os
import re
import subprocess
import sysconfig
from pathlib import Path
from typing import Final

from playwright.sync_api import Locator, expect

from events.proof.loading import load_file
from tests.browser import PHONE
from tests.golden_tables.record import FOLDER
from tests.live import Api
from tests.page import ice, tables
from tests.page.conftest import Visit
from tests.page.tables import can, mover, play
from tests.workers.exports.tables import GAMES, played
from workers.exports.format import formats
from workers.exports.transcript import Transcript, transcribe

NODE: Final = Path(sysconfig.get_path("scripts")) / "node"

AS_SERVED: Final = Path(__file__).with_name("as_served.mjs").as_uri()

SCRIPT: Final = Path(__file__).with_name("sheet_parts.test.mjs")

NAMES: Final = ("Ada", "Grace", "Linus", "Zoë", "Mei", "Noor")

FIGURE: Final = re.compile(r"([−+]?)(\d+)")


def test_the_columns_of_golden_tables_and_of_any_others_add_up(tmp_path: Path) -> None:
    golden = [transcribe(*load_file(path.read_bytes(), GAMES)) for path in FOLDER.glob("*/*.json")]
    others = [played(*NAMES[:seats], game=name, seed=seats) for name, game in GAMES.items() for seats in (game.seats[0], game.seats[-1])]
    for index, story in enumerate([*golden, *others]):
        (tmp_path / f"{index}.json").write_text(json.dumps(as_json(story)), encoding="utf-8")

    run = subprocess.run(
        [NODE, "--import", AS_SERVED, "--test", "--test-reporter=tap", SCRIPT],
        env={**os.environ, "TABLES": str(tmp_path)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )

    assert run.returncode == 0, run.stdout + run.stderr
    assert "\n# pass 3\n" in run.stdout


def as_json(story: Transcript) -> dict[str, object]:
    """The events that the page gets of a table, and the final points."""
    events = [json.loads(line) for line in formats()["ndjson"].render(story).splitlines()]
    return {"game": story.loaded.game.name, "events": events, "points": story.steps[-1].scores or [0] * len(story.seats)}


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
    view = tables.played(api, table, can(api, table, "take"))
    who, number = mover(table, view), view["state"]["shifted"]["number"]
    play(api, who, "pass")
    ada = visit(language="fr-CA")

    ada.open(f"/t/{table.table}")

    cell = ada.page.locator(".sheet tbody tr").last.locator("td").nth(who.seat)
    expect(cell).to_have_text(f"termine son tourdéplace {number}")

"""The page about a game of one's own, followed word by word: outside the repository, from the empty folder to the verified file.

Only the installation needs an index of packages, so it is done by hand: the package's metadata is written as an installer writes it, from
the `pyproject.toml` of the page.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import requests
from click.testing import CliRunner
from playwright.sync_api import expect

from rules.registry import GROUP
from service.command_line import main
from tests.browser import PHONE, browsing
from tests.docs.links import ROOT
from tests.docs.shell import bash, environment, script
from tests.examples.programs import NODE
from tests.installed import install
from tests.live import Seated, Service, running
from tests.operation.processes import until
from tests.page.visitor import visiting

PAGE = (ROOT / "docs" / "your-own-game.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+) ?(\S*)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
TIMEOUT = 20.0
PARTIAL = 3
"""The exit code of both verifiers for a file of a game that they do not know."""

NEEDED = ("projector", "reactor", "worker", "web")
"""The programs of the service that a game needs. The dispatcher calls bots and webhooks, for which all games are alike."""


class Race(NamedTuple):
    """A service that offers the page's game, and an author's folder. `variables`: the environment in which the package is installed."""

    service: Service
    folder: Path
    variables: Mapping[str, str]

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, cwd=self.folder, env=self.variables, capture_output=True, text=True, timeout=150, check=False)

    def get(self, path: str) -> Any:
        return requests.get(f"{self.service.url}{path}", timeout=TIMEOUT).json()

    def post(self, path: str, body: Mapping[str, Any], token: str | None = None) -> requests.Response:
        headers = {"Idempotency-Key": os.urandom(16).hex()} | ({} if token is None else {"Authorization": f"Bearer {token}"})
        return requests.post(f"{self.service.url}{path}", json=body, headers=headers, timeout=TIMEOUT)


@pytest.fixture(scope="module")
def race(store_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Race]:
    folder, site = tmp_path_factory.mktemp("dice-race"), tmp_path_factory.mktemp("site-packages")
    for name in {name for _, name, _ in BLOCKS if "." in name}:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("\n\n".join(text for _, of, text in BLOCKS if of == name), encoding="utf-8")
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    install(site, project["name"], project["entry-points"][GROUP])
    shutil.move(folder / "dice_race", site / "dice_race")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PYTHONPATH", str(site))
        with running(store_url, tmp_path_factory.mktemp("service"), NEEDED) as service:
            yield Race(service, folder, environment(tmp_path_factory.mktemp("quick"), service.store_url))


@pytest.fixture(scope="module")
def finished_table(race: Race) -> str:
    """The id of a table that two built-in players have played to its end."""
    seats = [{"kind": "ai", "level": "greedy"}, {"kind": "ai", "level": "random"}]
    table: str = race.post("/v1/tables", {"game": "dice-race", "seats": seats}).json()["view"]["table"]
    until(lambda: race.get(f"/v1/tables/{table}")["status"] == "finished", TIMEOUT)
    return table


def test_the_authors_tests_hold_the_game_to_every_law(race: Race) -> None:
    author = race._replace(variables={**race.variables, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"})  # has pytest alone

    tested = author.run(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_dice_race.py")

    assert tested.returncode == 0, tested.stdout
    assert int(re.findall(r"(\d+) passed", tested.stdout)[0]) > 100


def test_the_shell_lines_of_the_page_simulate_play_export_verify_and_replay_a_game(race: Race) -> None:
    shown = race.run(*bash(script(PAGE, race.service.url)))

    assert shown.returncode == 0, shown.stdout + shown.stderr
    assert "dice-race: 1000 games of greedy, random in 2 seats" in shown.stdout
    assert "['walk', 'run']" in shown.stdout
    assert "{'reason': 'arrived', 'winners': [" in shown.stdout
    assert "The file is valid." in shown.stdout
    assert re.search(r"is at 30\.", shown.stdout)


def test_a_person_plays_by_the_listed_moves_and_whatever_else_is_refused(race: Race) -> None:
    seats = [{"kind": "human", "name": "Ann"}, {"kind": "ai", "level": "greedy"}]
    created = race.post("/v1/tables", {"game": "dice-race", "seats": seats}).json()
    table, token, view = created["view"]["table"], created["tokens"]["0"], created["view"]
    refused = race.post(f"/v1/tables/{table}/moves", {"type": "fly", "decision": 1}, token)
    assert (refused.status_code, refused.json()["code"]) == (422, "body-invalid")

    while view["status"] == "playing":
        owed = [owed["decision"] for owed in view["owed"] if owed["seat"] == 0]
        if owed:
            assert race.post(f"/v1/tables/{table}/moves", {"type": "run", "decision": owed[0]}, token).status_code == 201
        view = race.get(f"/v1/tables/{table}")

    assert max(view["state"]["at"]) == view["state"]["goal"] == 30
    assert view["outcome"]["winners"] == [view["state"]["at"].index(30)]
    assert table in {entry["table"] for entry in race.get("/v1/tables?game=dice-race&status=finished")["tables"]}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_catalogue_offers_the_game_in_both_languages(race: Race, language: str) -> None:
    offered = requests.get(f"{race.service.url}/v1/games", headers={"Accept-Language": language}, timeout=TIMEOUT).json()["games"]

    assert {game["game"]: game["title"] for game in offered}["dice-race"] == {"en": "Dice Race", "fr": "Course de dés"}[language]


@pytest.mark.parametrize("file_format", ["csv", "html", "ndjson", "svg", "txt"])
def test_a_finished_game_is_exported_in_every_format(race: Race, finished_table: str, file_format: str) -> None:
    assert len(exported(race, finished_table, file_format)) > 500


def test_a_game_whose_players_rank_no_moves_has_a_review_without_decisions(race: Race, finished_table: str) -> None:
    review = json.loads(exported(race, finished_table, "review"))

    assert (review["game"], review["level"], review["decisions"]) == ("dice-race", None, [])
    assert race.get("/v1/games/dice-race")["advisers"] == []


def test_whoever_has_not_the_rules_checks_the_file_in_part(race: Race, finished_table: str) -> None:
    file = race.folder / "unknown.json"
    file.write_bytes(exported(race, finished_table, "json"))

    second = race.run(str(NODE), str(ROOT / "docs" / "verify.mjs"), file.name)
    first = CliRunner().invoke(main, ["verify", str(file)])  # this process has not installed the package

    assert second.returncode == first.exit_code == PARTIAL, second.stdout + first.stdout


def test_the_page_plays_replays_and_checks_the_game_with_the_board_for_any_game(race: Race) -> None:
    seats = [{"kind": "human", "name": "Ann"}, {"kind": "ai", "level": "greedy"}]
    created = race.post("/v1/tables", {"game": "dice-race", "seats": seats}).json()
    table = created["view"]["table"]
    with browsing() as browser, visiting(browser, race.service.url, PHONE, language="fr") as ann:
        ann.sit(Seated(table, 0, created["tokens"]["0"]))
        while (view := race.get(f"/v1/tables/{table}"))["status"] != "finished":
            if view["owed"] and view["owed"][0]["seat"] == 0:
                expect(ann.page.locator(".any-game")).to_have_attribute("data-version", str(view["version"]))
                ann.page.get_by_role("group", name="Coups").get_by_role("button", name="Courir").click()
                until(lambda: race.get(f"/v1/tables/{table}")["version"] > view["version"], TIMEOUT)
        expect(ann.page.get_by_role("region", name="Résultat")).to_contain_text("Ann")

        ann.open(f"/t/{table}?at={view['version']}")
        expect(ann.page.locator(".replay .any-game")).to_be_visible()
        ann.button("Vérifier les dés").click()
        expect(ann.page.locator(".checked")).to_have_attribute("data-state", "partial")


def exported(race: Race, table: str, file_format: str) -> bytes:
    """The exported file of a finished table."""
    export = race.post(f"/v1/tables/{table}/exports", {"format": file_format}).json()["export"]
    until(lambda: race.get(f"/v1/exports/{export}")["status"] == "finished", TIMEOUT)
    return requests.get(f"{race.service.url}/v1/exports/{export}/file", timeout=TIMEOUT).content

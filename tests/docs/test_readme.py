"""The commands of the README and of the tour that continues it, run unchanged against a running service."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from service.command_line import main
from tests.docs.links import ROOT
from tests.docs.shell import bash, environment, script
from tests.live import Service, service

__all__ = ["service"]

README, TOUR, CONFIGURATION, COMMANDS = (
    (ROOT / page).read_text(encoding="utf-8") for page in ("README.md", "docs/tour.md", "docs/configuration.md", "docs/commands.md")
)


def test_a_whole_game_is_played_with_the_curl_lines_of_readme_and_tour(
    service: Service, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    lines = bash(script(README + TOUR, service.url))
    here = environment(tmp_path_factory.mktemp("quick"), service.store_url)

    run = subprocess.run(lines, cwd=tmp_path, env=here, capture_output=True, text=True, timeout=150, check=False)

    assert run.returncode == 0, run.stderr
    assert '"type":"dicy-cards.dice-rolled"' in run.stdout
    assert "{'reason': 'hundred'" in run.stdout
    assert '"version":7,' in run.stdout
    assert '"type":"table.seed-revealed"' in run.stdout
    assert '"kind":"bot","name":"Dora"' in run.stdout
    assert '"statistics":{"calls":' in run.stdout
    assert run.stdout.count('"type":"webhook.ping"') == 2
    assert run.stdout.count("'complete': ") == 6
    assert '"code"' not in run.stdout
    assert '"status":"finished"' in run.stdout
    verdict = CliRunner().invoke(main, ["verify", str(tmp_path / "game.json")])
    assert verdict.exit_code == 0, verdict.stdout
    assert "<!doctype html>" in (tmp_path / "game.html").read_text(encoding="utf-8").lower()
    assert "wins" in (tmp_path / "game.txt").read_text(encoding="utf-8")
    assert re.fullmatch(r"\{'table': 'p.+', 'version': \d+\}", run.stdout.splitlines()[-1])


def test_every_setting_of_the_service_is_in_its_page() -> None:
    settings = (ROOT / "service" / "settings.py").read_text(encoding="utf-8")
    named = set(re.findall(r"\b(ROLLSTREAM_[A-Z_]+)\b", CONFIGURATION))
    assert named == {f"ROLLSTREAM_{name}" for name in re.findall(r'f"\{PREFIX\}([A-Z_]+)": \(', settings)}


def test_every_command_is_in_its_page() -> None:
    commands = {file.stem.replace("_", "-") for file in (ROOT / "service" / "command_line").glob("[a-z]*.py")}
    assert set(re.findall(r"^\| `rollstream ([\w-]+)", COMMANDS, re.MULTILINE)) == commands


def test_the_simulation_of_its_page_gives_the_numbers_of_its_page() -> None:
    command, shown = re.findall(r"^```(?:sh)?\n(.*?)^```$", COMMANDS, re.MULTILINE | re.DOTALL)

    simulated = CliRunner().invoke(main, shlex.split(command)[1:])

    assert simulated.stdout == shown


def test_the_readme_is_read_in_five_minutes() -> None:
    assert len(README.splitlines()) <= 160

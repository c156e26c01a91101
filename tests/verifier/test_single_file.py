"""The second verifier: its single file follows from its parts, and it knows every game."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from rules.game import AnyGame
from rules.registry import games
from tests.events.proof.second import NODE, second_verdicts
from tests.events.proof.stories import ordinary
from tests.golden_tables.record import FOLDER
from tests.verifier.build import PARTS, SINGLE, built

ALONE = {"command_line.mjs", "single.mjs"}
"""The parts that only the single file has."""


def test_the_single_file_is_built_from_the_parts_as_they_are_now() -> None:
    assert SINGLE.read_text(encoding="utf-8") == built(), "Run make verifier."


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
def test_the_second_verifier_knows_every_game_that_is_played(game: AnyGame) -> None:
    part = PARTS / "games" / f"{game.name}.mjs"

    (verdict,) = second_verdicts([ordinary(game.name, 1, game.seats[0])])

    assert part.is_file(), f"{game.name} needs the part {part}."
    assert verdict.ok, verdict


def test_a_file_in_the_folder_of_the_games_is_all_that_a_new_game_takes(tmp_path: Path) -> None:
    parts = tmp_path / "verify"
    shutil.copytree(PARTS, parts)
    (parts / "games" / "go.mjs").write_text("// The rules of Go.\n\nexport default { ruleset: 1 };\n", encoding="utf-8")

    assert '"go": go' in built(parts)


def test_the_single_file_runs_wherever_it_lies(tmp_path: Path) -> None:
    shutil.copy(SINGLE, tmp_path / "verify.mjs")
    files = sorted(FOLDER.glob("*/forked.json"))

    run = subprocess.run([NODE, "verify.mjs", *files], cwd=tmp_path, capture_output=True, text=True, encoding="utf-8", check=False)

    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.count(": valid: ") == len(files) == 3


def test_the_other_parts_would_run_in_a_page_just_as_well() -> None:
    for part in PARTS.rglob("*.mjs"):
        code = re.sub(r"//.*", "", part.read_text(encoding="utf-8"))
        own = r"\b(require|process|Buffer|globalThis|await)\b" if part.name not in ALONE else r"\b(require|Buffer)\b"
        assert not re.search(own, code), part
        assert not re.findall(r'^import .*from "(?!\.|games")', code, re.MULTILINE), part

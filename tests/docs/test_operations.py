"""The commands of docs/operations.md, run as they stand from the start of a service to a restored backup."""

import re
import shlex
from pathlib import Path
from typing import Final

import click
import pytest

from service import command_line
from tests.docs import shell
from tests.docs.links import ROOT
from tests.operation.processes import free_port, started, until

PAGE: Final = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
PROSE: Final = re.sub(r"```.*?```", "", PAGE, flags=re.DOTALL)
ORDER: Final = ("Install", "Size", "Run", "Watch", "Back up", "Upgrade", "Archive", "Repair")
PLAYED: Final = "--seed 1\n"
"""The end of the line after which there is a finished table."""

NAMED: Final = "table=$(rollstream tables list --state finished --limit 1 | sed -n '2s/ .*//p')\n"
"""Gives `$table` a table's id, as an operator does who has looked at the list."""

STOPPED: Final = "trap 'kill -TERM $!; wait $!' EXIT\n"
"""Stops the service at the end of the script."""


def test_a_service_is_run_watched_backed_up_upgraded_archived_and_repaired(tmp_path: Path) -> None:
    here = tmp_path / "here"
    here.mkdir()
    port = str(free_port())
    script = shell.script(PAGE, f"http://127.0.0.1:{port}").replace("--port 8000", f"--port {port}")
    script = script.replace(PLAYED, PLAYED + NAMED, 1).replace("--older-than 30d\n", "--older-than 0d\n")
    fewest = {"ROLLSTREAM_WORKERS": "1", "ROLLSTREAM_WEB_PROCESSES": "1", "ROLLSTREAM_SECRET": "a secret that is long enough for it"}
    environment = {**shell.environment(tmp_path, ""), **fewest}

    with started(shell.bash(f"cd {shlex.quote(str(here))}\n{STOPPED}{script}"), tmp_path / "said", environment) as run:
        until(lambda: run.process.poll() is not None, 150, run.said)

    said = run.said()
    assert run.process.returncode == 0, said
    for outcome in (
        "rollstream_part_up",
        "is whole: 1 table, 0 archived tables.",
        "0 tables rewritten, 1 up to date already.",
        "Would archive 0 tables.",
        "1 of 1 table archived.",
        "1 table whole.",
        "is back in the store.",
        "is whole; it was not set aside.",
        "The lists and due times are rebuilt.",
        "1 table and 0 archived tables restored",
    ):
        assert outcome in said, (outcome, said)
    assert (here / "restored" / "appendonlydir").is_dir()


@pytest.mark.parametrize("sentence", sorted({" ".join(found.split()) for found in re.findall(r"`(rollstream [a-z][^`]*)`", PROSE)}))
def test_a_command_within_a_sentence_exists(sentence: str) -> None:
    _, name, *words = shlex.split(sentence)
    command = command_line.main.get_command(click.Context(command_line.main), name)
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        command = command.get_command(click.Context(command), words.pop(0))

    assert command is not None, sentence
    options = {option for each in command.params for option in each.opts}
    assert {word for word in words if word.startswith("-")} <= options


def test_the_figures_of_its_sizes_are_those_of_the_page_about_scale() -> None:
    scale = (ROOT / "docs" / "scale.md").read_text(encoding="utf-8")

    for row, digits in (("bytes in the store, half way through", 0), ("bytes in the store, finished", 0), ("bytes in the lists", 1)):
        [cells] = re.findall(rf"^\| {row}[^|]*\|(.*)\|", scale, re.MULTILINE)
        *games, _mean = (int(cell.replace(",", "")) / 1000 for cell in cells.split("|"))
        assert f"{min(games):.{digits}f} to {max(games):.{digits}f} KB" in PAGE, row
    for figure in ("0.65 ms", "41 MB", "490 MB"):
        assert figure in PAGE, figure
        assert figure in scale, figure


def test_the_page_has_the_order_in_which_an_operator_needs_it() -> None:
    headings = re.findall(r"^## (.*)$", PAGE, re.MULTILINE)

    assert tuple(heading for heading in headings if heading in ORDER) == ORDER

"""The README of the examples: its commands run unchanged against a running service, and the examples are as short as it says."""

import os
import re
import sys
from pathlib import Path

import pytest

from tests.docs.links import ROOT
from tests.docs.shell import bash, environment, script
from tests.examples.programs import EXAMPLES, INTERPRETERS, NODE
from tests.live import Service
from tests.operation.processes import free_port, started, until

README = (EXAMPLES / "README.md").read_text(encoding="utf-8")
LONGEST = {"python_bot.py": 59, "node_bot.mjs": 59, "sse_bot.py": 46, "webhook_receiver.py": 39}


def test_the_readmes_lines_run_as_they_stand(service: Service, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    (tmp_path / "examples").symlink_to(EXAMPLES)
    (tmp_path / ".venv").symlink_to(sys.prefix)
    lines = script(README, service.url)
    for port in sorted(set(re.findall(r"\b500\d\b", lines))):
        lines = re.sub(rf"\b{port}\b", str(free_port()), lines)
    here = environment(tmp_path_factory.mktemp("quick"), service.store_url)
    path = os.pathsep.join([str(NODE.parent), here["PATH"]])

    with started(bash(f"cd '{tmp_path}'\n{lines}"), tmp_path / "said", {**here, "PATH": path}) as run:
        until(lambda: run.process.poll() is not None, 200, run.said)

    assert run.process.returncode == 0, run.said()
    assert "'answered'" in run.said()
    assert "The end: " in run.said()
    assert "finished: {" in run.said()
    assert "dice: as committed" in run.said()
    assert "Player 1, it is your turn at " in run.said().splitlines()[-1]


@pytest.mark.parametrize("example", LONGEST)
def test_an_example_is_short(example: str) -> None:
    assert len((EXAMPLES / example).read_text(encoding="utf-8").splitlines()) <= LONGEST[example]


def test_the_readme_names_every_example_and_the_pages_about_them_lead_here() -> None:
    here = {file.name for file in EXAMPLES.iterdir() if file.suffix in INTERPRETERS}

    assert here == set(LONGEST) == set(re.findall(r"^\| \[(\w+\.\w+)\]\(\1\)", README, re.MULTILINE))
    for page in ("bots.md", "webhooks.md"):
        assert "`examples`" in (ROOT / "docs" / page).read_text(encoding="utf-8")  # no link: the service does not serve them
        assert f"(../docs/{page})" in README

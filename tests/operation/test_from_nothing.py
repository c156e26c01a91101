"""The first command of the README in a fresh copy of the tree without any packages: it installs only what the service needs."""

import os
import re
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from tests.operation.processes import ROOT, alive, free_port, started, until

PARTS = ("Makefile", "pyproject.toml", "constraints.txt", "README.md", "LICENSE", "openapi.yaml", "rules", "events", "workers", "service")


@pytest.mark.timeout(600)
def test_make_run_gets_from_nothing_to_ready_and_its_three_lines_work(tmp_path: Path) -> None:
    tree = tmp_path / "a fresh copy"
    tree.mkdir()
    for part in PARTS:
        copy(ROOT / part, tree / part)
    port = free_port()

    fewest = {"ROLLSTREAM_WORKERS": "1", "ROLLSTREAM_WEB_PROCESSES": "1", "ROLLSTREAM_LOG_FORMAT": "text"}
    with started(["make", "-C", str(tree), "run", f"PORT={port}", "DATA=kept"], tmp_path / "said", fewest) as run:
        run.wait_for("Ctrl-C stops it", 400)
        lines = re.findall(r"^  (curl .*)$", run.said(), re.MULTILINE)
        answers = [subprocess.run(line, shell=True, capture_output=True, text=True, check=True).stdout for line in lines]  # noqa: S602 - as pasted
        family = run.family()
        os.killpg(run.process.pid, signal.SIGINT)
        until(lambda: not alive(family), 20, run.said)

    assert len(answers) == 3
    assert '"tokens":{"0":"seat.' in answers[0]
    assert answers[1].startswith('{"tables":[')
    assert '"title":"Dicy Cards"' in answers[2]
    assert (tree / "kept").is_dir()


def copy(source: Path, target: Path) -> None:
    """Copy a file or a folder, with what Python has compiled of it: to do that again in each process would cost more than all else."""
    if source.is_dir():
        shutil.copytree(source, target, symlinks=True)
    else:
        shutil.copy(source, target)

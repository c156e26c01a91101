"""The code of an earlier release, from the history of this repository."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

ROOT: Final = Path(__file__).parents[2]


@contextmanager
def worktree(commit: str) -> Iterator[Path]:
    """A folder with the code of a commit, for the block."""
    with TemporaryDirectory() as parent:
        folder = Path(parent) / "code"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", str(folder), commit], cwd=ROOT, check=True)
        try:
            yield folder
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(folder)], cwd=ROOT, check=True)


def rollstream(*arguments: str) -> Sequence[str]:
    """The command line of a command, which runs the code that `code_of` names."""
    return [sys.executable, "-P", "-m", "service.command_line", *arguments]


def code_of(folder: Path) -> Mapping[str, str]:
    """The environment in which programs run the code of this folder, with the installed packages of this one."""
    return {"PYTHONPATH": os.pathsep.join([str(folder), str(folder / "clients")])}

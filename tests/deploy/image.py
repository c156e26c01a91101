"""The steps of the Dockerfile on this machine: its context, its first stage in a folder, and what the image then starts."""

import fnmatch
import json
import os
import re
import shutil
import site
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.operation.processes import ROOT

PREFIX: Final = "/opt/rollstream"
"""Where the image has the service."""

NOT_SENT: Final = {".git", ".venv", "data"}
"""Folders that are large, and of which .dockerignore lets nothing through."""


def instructions(name: str) -> Sequence[str]:
    """The arguments of each instruction of this name in the Dockerfile, lines joined."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    whole = re.sub(r"\\\n\s*", "", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE))
    return re.findall(rf"^ *{name} (.*)$", whole, re.MULTILINE)


def copy_context(folder: Path) -> None:
    """Copy what `docker build` sends: the last line of .dockerignore that matches a file, or a folder that it is in, decides."""
    patterns = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    rules = [(line.removeprefix("!"), line.startswith("!")) for line in patterns if line and not line.startswith("#")]

    def is_sent(path: Path) -> bool:
        names = [str(each) for each in (path, *path.parents[:-1])]
        decided = [sent for pattern, sent in rules if any(_matches(name, pattern) for name in names)]
        return decided[-1]

    for top, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in NOT_SENT]
        inside = Path(top).relative_to(ROOT)
        for name in filter(lambda name: is_sent(inside / name), files):
            (folder / inside).mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / inside / name, folder / inside / name, follow_symlinks=False)


def _matches(name: str, pattern: str) -> bool:
    if pattern.startswith("**/"):
        return fnmatch.fnmatchcase(name.rpartition("/")[2], pattern[3:])
    return name.count("/") == pattern.count("/") and fnmatch.fnmatchcase(name, pattern)


def build(folder: Path) -> Path:
    """Run the first stage in an empty folder; the value is what it copies into the image.

    It uses the installed packages that the service needs: that they can be installed from nothing is tested where `make run` is.
    """
    context, prefix = folder / "src", folder / "rollstream"
    copy_context(context)
    (step, _) = instructions("RUN")
    command = ["sh", "-ec", step.replace(PREFIX, str(prefix)).replace("pip install", "pip install --no-deps")]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    ended = subprocess.run(command, cwd=context, check=False, env={**os.environ, "PATH": path}, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    (packages,) = prefix.glob("lib/python*/site-packages")
    (packages / "installed.pth").write_text("\n".join(site.getsitepackages()), encoding="utf-8")
    shutil.rmtree(context)
    return prefix


def entry(prefix: Path) -> Sequence[str]:
    """The command to which the image adds its arguments."""
    (words,) = instructions("ENTRYPOINT")
    (program,) = json.loads(words)
    return [str(prefix / "bin" / program)]


def is_healthy(port: int) -> bool:
    """What the image's health check says of the web server on this port."""
    (check,) = [line.partition("CMD ")[2] for line in instructions("HEALTHCHECK")]
    program, *arguments = json.loads(check.replace(":8000/", f":{port}/"))
    assert program == "python"
    return subprocess.run([sys.executable, *arguments], check=False, capture_output=True).returncode == 0

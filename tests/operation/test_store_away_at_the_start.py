"""The store is unavailable while the programs start: none exits, each reports it, and all continue when it is available."""

import json
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.operation.processes import Started, free_port, started, until
from tests.service.own_store import OwnStore

TABLE = {"game": "dicy-cards", "seats": [{"kind": "human"}, {"kind": "ai", "level": "greedy"}]}
PROGRAMS = ("projector", "reactor", "dispatcher", "worker", "web")
ABSENCES = {"web": "the store at unix:///", "worker": "the queue is not available"}


@pytest.fixture
def url() -> str:
    return f"http://127.0.0.1:{free_port()}"


@pytest.fixture
def store(tmp_path: Path) -> OwnStore:
    return OwnStore(tmp_path / "store")


@pytest.fixture
def programs(tmp_path: Path, store: OwnStore, url: str) -> Iterator[Mapping[str, Started]]:
    """All programs of a service whose store, which also keeps its secret, is unavailable."""
    settings = {"ROLLSTREAM_REDIS_URL": store.url, "ROLLSTREAM_EXPORTS_URL": str(tmp_path / "exports"), "ROLLSTREAM_WEB_PROCESSES": "1"}
    with ExitStack() as ending:
        running = {}
        for name in PROGRAMS:
            options = ["--port", url.rpartition(":")[2]] if name == "web" else []
            command = [sys.executable, "-P", "-m", "service.command_line", name, *options]
            running[name] = ending.enter_context(started(command, tmp_path / name, settings))
        yield running


def ask(url: str, path: str, body: Any = None) -> tuple[int, Any]:
    request = urllib.request.Request(url + path, None if body is None else json.dumps(body).encode())
    request.add_header("Content-Type", "application/json")
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.load(error)


def test_every_program_waits_for_a_store_that_is_away_at_its_start(programs: Mapping[str, Started], store: OwnStore, url: str) -> None:
    for name, program in programs.items():
        program.wait_for(ABSENCES.get(name, "the store is not available"), 60)
    until(lambda: listens(url), 60, programs["web"].said)
    assert ask(url, "/healthz") == (200, {"status": "ok"})
    assert ask(url, "/readyz")[0] == 503
    refused = ask(url, "/v1/tables", TABLE)
    assert (refused[0], refused[1]["code"]) == (503, "store-unavailable")

    store.start()
    try:
        until(lambda: ask(url, "/readyz")[1]["status"] == "ready", 30, lambda: ask(url, "/readyz"))
        created_table = ask(url, "/v1/tables", TABLE)[1]

        assert created_table["view"]["status"] == "playing"
        assert [program.process.poll() for program in programs.values()] == [None] * len(PROGRAMS)
        assert not any("Traceback" in program.said() for program in programs.values())
    finally:
        store.stop()


def listens(url: str) -> bool:
    try:
        return ask(url, "/healthz")[0] == 200
    except OSError:
        return False

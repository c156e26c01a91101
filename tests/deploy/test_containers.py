"""What compose.yaml starts, from the files that the Dockerfile makes: the same commands and settings, without containers."""

import json
import urllib.request
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.error import URLError

import pytest
from click.testing import CliRunner
from redis import Redis

from events.store.durability import durability
from service import command_line
from tests.deploy import image
from tests.deploy.reading import COMPOSE, of_compose
from tests.operation.processes import free_port, started, until
from tests.servers import Server
from tests.signing import pem

SECRET = "s" * 32


@pytest.fixture(scope="module")
def prefix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the image has in /opt/rollstream."""
    return image.build(tmp_path_factory.mktemp("image"))


def test_the_command_that_the_image_runs_by_itself_serves_everything_on_its_volume() -> None:
    (words,) = image.instructions("CMD")
    (volume,) = image.instructions("VOLUME")

    arguments = json.loads(words)

    assert CliRunner().invoke(command_line.main, [*arguments, "--help"]).exit_code == 0
    assert arguments[0] == "serve"
    assert arguments[arguments.index("--data") + 1] == volume
    assert {each["command"][0] for each in COMPOSE["services"].values()} >= {"valkey-server", "web"}


def test_what_compose_starts_gets_ready_and_plays_on_a_store_that_keeps_everything(prefix: Path, tmp_path: Path) -> None:
    store = Server(tmp_path / "store", {}, *COMPOSE["services"]["store"]["command"][1:])
    with ExitStack() as ending:
        ending.callback(store.stop)
        with Redis(host="127.0.0.1", port=store.port, decode_responses=True) as client:
            kept = durability(client)
        port = free_port()
        places = {"redis://store:6379": f"redis://127.0.0.1:{store.port}", "/data": str(tmp_path / "data"), "/run/secrets": str(tmp_path)}
        (tmp_path / "signing-key").write_bytes(pem(b"k" * 32))
        processes = {name: process for name, process in of_compose().items() if name != "web-2"}
        running = {}
        for name, process in processes.items():
            settings = {variable: moved(value, places) for variable, value in process.settings.items()}
            small = {"ROLLSTREAM_SECRET": SECRET, "ROLLSTREAM_WEB_PROCESSES": "1"}
            command = [*image.entry(prefix), *listening_at(process.arguments, port)]
            running[name] = ending.enter_context(started(command, tmp_path / name, settings | small))
        until(lambda: ready(port) == "ready", 60, lambda: {name: run.said() for name, run in running.items()})

        created = ask(port, "/v1/tables", {"game": "dicy-cards", "seats": [{"kind": "ai", "level": "greedy"}] * 2})

        until(lambda: ask(port, f"/v1/tables/{created['view']['table']}")["status"] == "finished", 60)
        assert (kept.policy, kept.eviction, [*kept.warnings]) == ("everysec", "never", [])
        assert image.is_healthy(port)
        assert not image.is_healthy(free_port())


def moved(value: str, places: Mapping[str, str]) -> str:
    """A setting with the places of containers replaced by those of this test."""
    for inside, here in places.items():
        value = value.replace(inside, here)
    return value


def listening_at(arguments: Sequence[str], port: int) -> Sequence[str]:
    """The arguments with another address for the web server."""
    return [{"0.0.0.0": "127.0.0.1", "8000": str(port)}.get(word, word) for word in arguments]  # noqa: S104 - compared, not bound


def ready(port: int) -> str:
    try:
        return str(ask(port, "/readyz")["status"])
    except URLError:
        return "away"


def ask(port: int, path: str, body: Any = None) -> Mapping[str, Any]:
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", None if body is None else json.dumps(body).encode())
    request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request, timeout=30) as answer:
        found: Mapping[str, Any] = json.load(answer)
    return found

"""A client that was generated today plays whole games: with the service of today, and with a later build that has added all that it may."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from rules.registry import games
from tests.contract.checker import FILE
from tests.generated.proxy import later_build
from tests.live import Service, service

__all__ = ["service"]

GENERATOR = FILE.parent / ".venv" / "generator" / "bin"
"""What `make clients` installs beside the test set: openapi-python-client and what its clients need."""

each_game = pytest.mark.parametrize("game", games())


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the generated package."""
    folder = tmp_path_factory.mktemp("generated")
    command: list[str | Path] = [GENERATOR / "openapi-python-client", "generate", "--path", FILE, "--meta", "none"]
    path = {"PATH": f"{GENERATOR}{os.pathsep}{os.environ['PATH']}"}
    subprocess.run([*command, "--output-path", folder / "rollstream_client"], env=os.environ | path, check=True, timeout=280)
    return folder


def _played(client: Path, url: str, game: str) -> dict[str, Any]:
    player = Path(__file__).with_name("player.py")
    command: list[str | Path] = [GENERATOR / "python", player, url, game]
    environment = os.environ | {"PYTHONPATH": str(client)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=280)
    assert done.returncode == 0, done.stderr
    met: dict[str, Any] = json.loads(done.stdout)
    return met


@each_game
def test_a_generated_client_plays_a_whole_game_and_knows_everything(service: Service, client: Path, game: str) -> None:
    met = _played(client, service.url, game)

    assert met["moves"] > 10
    assert met["events"] > met["moves"]
    assert (met["unknown moves"], met["unknown events"]) == (0, 0)
    assert met["view"] != "OtherView"


@each_game
def test_it_plays_a_whole_game_with_a_later_build_and_skips_what_it_does_not_know(service: Service, client: Path, game: str) -> None:
    with later_build(service.url) as url:
        met = _played(client, url, game)

    assert met["unknown moves"] == met["moves"] > 10
    assert met["unknown events"] > 0
    assert met["events"] > met["moves"]
    assert met["problems"]
    assert (met["view"], met["winners"] > 0) == ("".join(word.capitalize() for word in game.split("-")) + "View", True)

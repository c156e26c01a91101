"""Clients that were generated today play whole games: with the service of today, and with a later build that has added all that it may."""

import json
from pathlib import Path
from typing import Any

import pytest
import requests

from events.proof.verify import verify
from rules.registry import games
from tests.generated.generators import COMMANDS, LANGUAGES, compiled, generated, run, warnings
from tests.generated.proxy import later_build
from tests.live import Api, Service, api, service

__all__ = ["api", "service"]

each_game = pytest.mark.parametrize("game", games())


@pytest.fixture(scope="module", params=LANGUAGES)
def client(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """A generator, and the folder with its client, compiled."""
    name: str = request.param
    folder = tmp_path_factory.mktemp(name)
    assert warnings(name, generated(name, folder)) == []
    compiled(name, folder)
    return name, folder


def _played(client: tuple[str, Path], url: str, game: str) -> dict[str, Any]:
    name, folder = client
    said = run([*LANGUAGES[name].playing, url, game], folder)
    counted = next(line for line in said.splitlines() if line.startswith("{"))  # beside what a client logs of words that it does not know
    met: dict[str, Any] = json.loads(counted)
    return met


def test_the_page_has_a_command_for_each_of_them() -> None:
    assert COMMANDS.keys() == LANGUAGES.keys()


@each_game
def test_a_generated_client_plays_a_whole_game(api: Api, client: tuple[str, Path], game: str) -> None:
    met = _played(client, api.url, game)

    assert met["moves"] > 10
    assert met["events"] > met["moves"]
    assert met.get("unknown events", 0) == 0
    assert (met["refused"], met["winners"] > 0) == (404, True)
    assert api.view(met["table"])["game"] == game
    assert verify(_file(api, met["table"]), games()).status == "right"


@each_game
def test_it_plays_a_whole_game_with_a_later_build_and_skips_what_it_does_not_know(
    service: Service, client: tuple[str, Path], game: str
) -> None:
    with later_build(service.url) as url:
        met = _played(client, url, game)

    assert met["moves"] > 10
    assert met["events"] > met["moves"]
    assert met.get("unknown events", 1) > 0
    assert (met["refused"], met["winners"] > 0) == (404, True)


def _file(api: Api, table: str) -> bytes:
    """The exported file of a finished table."""
    export = api.ended(api.post(f"/v1/tables/{table}/exports", json={"format": "json"}).headers["location"])
    return requests.get(api.url + export["file"]["url"], timeout=30).content

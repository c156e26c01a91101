"""Clients that keep playing during failures: they retry unanswered requests and record acknowledged events."""

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from random import Random
from typing import Any, Final

import requests

from rules.game import AnyGame
from rules.registry import games
from rules.rejected import Rejected
from rules.texts.catalogue import catalogue
from tests.chaos.memory import Acknowledged, Span, Told

GAMES: Final = games()
PURPOSEFUL: Final = {"score", "shift", "take"}
"""Moves that shorten a game."""

PATIENCE: Final = 120.0
"""Seconds after which an unanswered request means an outage that is too long, even under constant failures."""


class NotAnswered(Exception):
    """The service did not answer for `PATIENCE` seconds."""


class TableGone(Exception):
    """The table is unknown: the store lost its creation."""


class Client:
    """A client that retries until it gets an answer. `longest` is the longest time without one, in seconds; `last` is the period from
    sending the latest request to its answer.
    """

    def __init__(self, url: str) -> None:
        self.longest = 0.0
        self.last = Span(0.0, 0.0)
        self._url = url
        self._session = requests.Session()

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        """The status and JSON of the answer. A lost connection and a 5xx are retried. Raises `NotAnswered` and `TableGone`."""
        answer = self._answer(method, path, json=body, headers=headers)
        content = answer.json()
        if answer.status_code == 404 and content["code"] == "table-unknown":
            raise TableGone(path)
        return answer.status_code, content

    def file(self, path: str) -> bytes:
        """The content of a file. Raises `NotAnswered`."""
        return self._answer("GET", path).content

    def _answer(self, method: str, path: str, **request: Any) -> requests.Response:
        begun, last = time.monotonic(), "no answer"
        while time.monotonic() < begun + PATIENCE:
            with suppress(requests.RequestException):
                sent = time.monotonic()
                answer = self._session.request(method, self._url + path, timeout=10, **request)
                if answer.status_code < 500:
                    self.last = Span(sent, time.monotonic())
                    self.longest = max(self.longest, self.last.ended - begun)
                    return answer
                last = answer.text
            time.sleep(0.1)
        raise NotAnswered(f"{method} {path}: {last}")


def watch(client: Client, chance: Random, acknowledged: Acknowledged, going_on: Callable[[], bool]) -> None:
    """Create tables of built-in players, one after the other, and wait until each is finished."""
    while going_on():
        game = _game(chance)
        seats = [{"kind": "ai", "level": chance.choice([*game.players])} for _ in range(chance.choice(game.seats))]
        table = _created(client, chance, acknowledged, game, seats)
        with suppress(TableGone):
            while going_on() and client.ask("GET", f"/v1/tables/{table}")[1]["status"] != "finished":
                time.sleep(0.5)


def play(client: Client, chance: Random, acknowledged: Acknowledged, going_on: Callable[[], bool]) -> None:
    """Play tables against a built-in player, one after the other, and record every acknowledged event."""
    while going_on():
        seats = [{"kind": "human", "name": "Player 1"}, {"kind": "ai", "level": "greedy"}]
        table = _created(client, chance, acknowledged, _game(chance), seats)
        with suppress(TableGone):
            finish(client, chance, acknowledged, table)


def finish(client: Client, chance: Random, acknowledged: Acknowledged, table: str) -> None:
    """Play a table with a human seat to its end. Raises `TableGone`."""
    bearer = {"Authorization": f"Bearer {acknowledged.tokens[table]}"}
    while client.ask("GET", f"/v1/tables/{table}")[1]["status"] == "playing":
        status, owed = client.ask("GET", f"/v1/tables/{table}/moves", **bearer)
        assert status == 200, owed
        if not owed["moves"]:
            time.sleep(0.05)
            continue
        status, content = client.ask("POST", f"/v1/tables/{table}/moves", _choice(owed["moves"], chance), **bearer)
        assert status in {200, 201, 409}, content
        for event in content["events"] if status != 409 else ():
            acknowledged.event(table, Told(event["version"], event["hash"]), client.last)


def _choice(moves: list[Mapping[str, Any]], chance: Random) -> Mapping[str, Any]:
    return chance.choice([move for move in moves if move["type"] in PURPOSEFUL] or moves)


def _game(chance: Random) -> AnyGame:
    return chance.choice([*GAMES.values()])


def _options(game: AnyGame, chance: Random) -> Mapping[str, Any]:
    """A random value for each option with fixed values, in a combination that the game accepts."""
    while True:
        options = catalogue(game, "en")["options"].items()
        chosen = {name: chance.choice([*option["values"]]) for name, option in options if option["default"] in option["values"]}
        with suppress(Rejected):
            return game.options(chosen, game.seats[0], False)


def _created(client: Client, chance: Random, acknowledged: Acknowledged, game: AnyGame, seats: list[Any]) -> str:
    order = {"game": game.name, "options": _options(game, chance), "seats": seats}
    key = f"chaos-{chance.getrandbits(128):032x}"
    status, created = client.ask("POST", "/v1/tables", order, **{"Idempotency-Key": key})
    assert status in {200, 201}, created
    table: str = created["view"]["table"]
    acknowledged.table(table, created["tokens"].get("0"), client.last)
    return table

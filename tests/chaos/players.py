"""Clients that play on whatever dies: they send again what was not answered, and remember what was."""

import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import requests

from rules.game import AnyGame
from rules.registry import games
from rules.rejected import Rejected

GAMES: Final = games()
PURPOSEFUL: Final = {"score", "shift", "take"}
"""Moves that bring a game to its end."""

PATIENCE: Final = 120.0
"""Seconds after which a request that is still not answered is an outage that lasts too long, even if everything is killed all the time."""


class NotAnswered(Exception):
    """The service has not answered for too long."""


@dataclass
class Acknowledged:
    """What the service has answered: tables, and events of each by version and hash."""

    tables: list[str] = field(default_factory=list)
    events: dict[str, dict[int, str]] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def table(self, table: str) -> None:
        with self.lock:
            self.tables.append(table)
            self.events[table] = {}

    def event(self, table: str, version: int, link: str) -> None:
        with self.lock:
            known = self.events[table].setdefault(version, link)
        assert known == link, f"{table}: version {version} was told as {known} and as {link}"


class Client:
    """One connection that asks until it is answered; `longest` is for how many seconds it was not, at most."""

    def __init__(self, url: str) -> None:
        self.longest = 0.0
        self._url = url
        self._session = requests.Session()

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        """The answer's status and JSON; a lost connection and a 5xx are asked again. Raises `NotAnswered`."""
        answer = self._answer(method, path, json=body, headers=headers)
        return answer.status_code, answer.json()

    def file(self, path: str) -> bytes:
        """The content of a file. Raises `NotAnswered`."""
        return self._answer("GET", path).content

    def _answer(self, method: str, path: str, **request: Any) -> requests.Response:
        begun = time.monotonic()
        while time.monotonic() < begun + PATIENCE:
            with suppress(requests.RequestException):
                answer = self._session.request(method, self._url + path, timeout=10, **request)
                if answer.status_code < 500:
                    self.longest = max(self.longest, time.monotonic() - begun)
                    return answer
            time.sleep(0.1)
        raise NotAnswered(f"{method} {path}")


def watch(client: Client, chance: Random, acknowledged: Acknowledged, going_on: Callable[[], bool]) -> None:
    """Lay tables of built-in players, each when the one before is finished."""
    while going_on():
        game = _game(chance)
        seats = [{"kind": "ai", "level": chance.choice([*game.players])} for _ in range(chance.choice(game.seats))]
        table = _laid(client, chance, acknowledged, game, seats)["view"]["table"]
        while going_on() and client.ask("GET", f"/v1/tables/{table}")[1]["status"] != "finished":
            time.sleep(0.5)


def play(client: Client, chance: Random, acknowledged: Acknowledged, going_on: Callable[[], bool]) -> None:
    """Play against a built-in player, table after table, and remember every event that was answered."""
    while going_on():
        seats = [{"kind": "human", "name": "Somebody"}, {"kind": "ai", "level": "greedy"}]
        laid = _laid(client, chance, acknowledged, _game(chance), seats)
        _finish(client, chance, acknowledged, laid["view"]["table"], laid["tokens"]["0"])


def _finish(client: Client, chance: Random, acknowledged: Acknowledged, table: str, token: str) -> None:
    """Play a table to its end: a table that is begun is not left."""
    bearer = {"Authorization": f"Bearer {token}"}
    while client.ask("GET", f"/v1/tables/{table}")[1]["status"] == "playing":
        _, owed = client.ask("GET", f"/v1/tables/{table}/moves", **bearer)
        if not owed["moves"]:
            time.sleep(0.05)
            continue
        status, told = client.ask("POST", f"/v1/tables/{table}/moves", _choice(owed["moves"], chance), **bearer)
        assert status in {200, 201, 409}, told
        for event in told["events"] if status != 409 else ():
            acknowledged.event(table, event["version"], event["hash"])


def _choice(moves: list[Mapping[str, Any]], chance: Random) -> Mapping[str, Any]:
    return chance.choice([move for move in moves if move["type"] in PURPOSEFUL] or moves)


def _game(chance: Random) -> AnyGame:
    return chance.choice([*GAMES.values()])


def _options(game: AnyGame, chance: Random) -> Mapping[str, Any]:
    """A value for each option that is one of several, as far as the game takes them together."""
    while True:
        options = game.catalogue("en")["options"].items()
        chosen = {name: chance.choice([*option["values"]]) for name, option in options if option["default"] in option["values"]}
        with suppress(Rejected):
            return game.options(chosen, game.seats[0], False)


def _laid(client: Client, chance: Random, acknowledged: Acknowledged, game: AnyGame, seats: list[Any]) -> Any:
    order = {"game": game.name, "options": _options(game, chance), "seats": seats}
    key = f"chaos-{chance.getrandbits(64):016x}"
    status, laid = client.ask("POST", "/v1/tables", order, **{"Idempotency-Key": key})
    assert status in {200, 201}, laid
    acknowledged.table(laid["view"]["table"])
    return laid

"""Processes of the release before and of today play the same tables on one store: `make mixed`, in a clone with that commit.

First both serve every table in turn, then today's alone (the upgrade), then those of the release before alone (the way back), then both.
"""

import operator
import os
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from itertools import cycle
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from events.proof.verify import verify
from rules.registry import games
from service.processes import embedded_store
from tests.events.proof.second import second_verdicts
from tests.live import choose
from tests.operation.crowd import Client, Seen, follow
from tests.operation.processes import Started, free_port, started, until
from tests.releases.code import ROOT, code_of, rollstream, worktree
from tests.releases.golden import RELEASE
from tests.releases.record import GAMES, GREEDY, HUMAN, SETTINGS
from tests.service.keys import mint
from tests.workers.bots.servers import BotServer, good

PROGRAMS: Final = ("projector", "reactor", "dispatcher", "worker", "web")
MOVES: Final = 12
"""Moves of people at each table in each phase; in the last one, all that are left."""


class Release(NamedTuple):
    """The programs of a release on a store: the code's folder, and the port of its web processes."""

    code: Path
    port: int
    folder: Path
    store_url: str

    @contextmanager
    def running(self) -> Iterator[Client]:
        """All programs run during the block, and end in order."""
        names = {"ROLLSTREAM_REDIS_URL": self.store_url, "ROLLSTREAM_EXPORTS_URL": str(self.folder / "exports")}
        with ExitStack() as ending:
            programs = [ending.enter_context(self._started(name, {**SETTINGS, **names, **code_of(self.code)})) for name in PROGRAMS]
            until(lambda: is_ready(self.port), 60, programs[-1].said)
            with Client([self.port], requests=10_000) as client:
                yield client
            for program in programs:
                program.process.terminate()
            for name, program in zip(PROGRAMS, programs, strict=True):
                assert program.process.wait(20) == 0, (name, program.said())
                assert '"level":"error"' not in program.said(), program.said()

    @contextmanager
    def _started(self, name: str, environment: Mapping[str, str]) -> Iterator[Started]:
        port = ("--port", str(self.port)) if name == "web" else ()
        said = self.folder / f"{name} {self.port} {len([*self.folder.iterdir()])}"
        with started(rollstream(name, *port), said, environment) as run:
            yield run


def is_ready(port: int) -> bool:
    try:
        with Client([port]) as client, client.open("GET", "/readyz", {}) as answer:
            return answer.status == 200 and b'"status":"ready"' in answer.read()
    except (AssertionError, OSError):
        return False


class Played(NamedTuple):
    """A table, and the tokens of its people by seat."""

    table: str
    tokens: Mapping[str, str]

    @property
    def path(self) -> str:
        return f"/v1/tables/{self.table}"

    def play(self, clients: Sequence[Client], chance: Random, moves: int) -> None:
        """Play so many moves of people, each through another client in turn, or fewer if the game ends."""
        turns = cycle(clients)
        while moves > 0 and (view := next(turns).ask("GET", self.path))["status"] != "finished":
            for token in [self.tokens[str(owed["seat"])] for owed in view["owed"] if str(owed["seat"]) in self.tokens]:
                listed = next(turns).ask("GET", f"{self.path}/moves", token=token)["moves"]
                if listed:
                    next(turns).ask("POST", f"{self.path}/moves", choose(listed, chance), token=token)
                    moves -= 1

    def events(self, client: Client) -> Any:
        return client.ask("GET", f"{self.path}/events?limit=500")["events"]


def created(clients: Sequence[Client], bot: str) -> list[Played]:
    """Tables of every game, created by each release."""
    tables = []
    for client in clients:
        wanted = [{"game": game, **own, "seats": [HUMAN, other]} for game, own in GAMES.items() for other in (HUMAN, GREEDY)]
        for body in [*wanted, {"game": "dicy-cards", "seats": [HUMAN, {"kind": "bot", "bot": bot}]}]:
            answer = client.ask("POST", "/v1/tables", body)
            tables.append(Played(answer["view"]["table"], answer["tokens"]))
    return tables


def play_on(tables: Sequence[Played], clients: Sequence[Client], chance: Random, moves: int = MOVES) -> None:
    for table in tables:
        table.play(clients, chance, moves)
        received = [*map(table.events, clients)]  # built-in players and bots may have moved in between
        assert all(map(operator.eq, received[0], received[-1])), table.table


def check(tables: Sequence[Played], clients: Sequence[Client], ports: Sequence[int]) -> None:
    """Both releases serve the same of every finished table, and both verifiers accept its file."""
    for table in tables:
        streams = [Seen(table.table) for _ in ports]
        for port, seen in zip(ports, streams, strict=True):
            follow([port], threading.Event(), seen)
        assert streams[0] == streams[1]
        assert streams[0].followed == [(event["version"], event["hash"]) for event in table.events(clients[0])]
    files = [exported(client, table.table) for table, client in zip(tables, cycle(clients), strict=False)]
    assert all(verify(file, games()).ok for file in files)
    assert all(verdict.ok for verdict in second_verdicts(files))


def exported(client: Client, table: str) -> bytes:
    export = client.ask("POST", f"/v1/tables/{table}/exports", {"format": "json"})["export"]
    until(lambda: client.ask("GET", f"/v1/exports/{export}")["status"] == "finished", 30)
    return client.text(f"/v1/exports/{export}/file").encode()


def mixed(code: Path, folder: Path) -> int:
    """Play through all phases. Returns the number of tables. Raises `AssertionError` if the releases harm each other."""
    chance = Random(1)
    with embedded_store.running(folder / "data") as url, BotServer(good) as server:
        before, today = (Release(each, free_port(), folder, url) for each in (code, ROOT))
        key = mint(before, None)
        bot = {"name": "Six Sigma", "url": server.url, "games": ["dicy-cards"], "seating": "anyone"}
        with before.running() as old:
            registered = old.ask("POST", "/v1/bots", bot, X_API_Key=key)["bot"]["id"]
            with today.running() as new:
                tables = created([old, new], registered)
                play_on(tables, [old, new], chance)
        with today.running() as new:
            play_on(tables, [new], chance)
        with before.running() as old:
            play_on(tables, [old], chance)
            with today.running() as new:
                play_on(tables, [old, new], chance, moves=sys.maxsize)
                check(tables, [old, new], [before.port, today.port])
    return len(tables)


def main() -> None:
    os.umask(0o077)
    with worktree(RELEASE) as code, TemporaryDirectory() as folder:
        print(f"{mixed(code, Path(folder))} tables were played by {RELEASE} and this release in turn")


if __name__ == "__main__":
    main()

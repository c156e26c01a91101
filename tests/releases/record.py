"""Records the data folder that a release leaves: `python -m tests.releases.record COMMIT`, in a clone with that commit.

The code of the commit makes everything that is stored; only the clients are of today. A recorded folder is never recorded again: it is what
operators have.
"""

import os
import secrets
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from redis import Redis

from service.processes import embedded_store
from tests.live import choose
from tests.operation.crowd import Client
from tests.operation.processes import free_port, started, until
from tests.releases import golden
from tests.releases.code import code_of, rollstream, worktree
from tests.releases.golden import Golden, GoldenTable
from tests.service.endpoint import an_endpoint
from tests.workers.bots.servers import BotServer, good

MONTH: Final = 2_592_000
HUMAN: Final = {"kind": "human", "name": "Ada"}
GREEDY: Final = {"kind": "ai", "level": "greedy"}
SETTINGS: Final = {
    "ROLLSTREAM_RATE_LIMIT": "1000000/minute",
    "ROLLSTREAM_OUTGOING_ALLOW": "127.0.0.0/8",
    "ROLLSTREAM_WEB_PROCESSES": "1",
    "ROLLSTREAM_WORKERS": "2",
}
GAMES: Final[Mapping[str, Mapping[str, Any]]] = {
    "dicy-cards": {},
    "ice-dice": {"turn_seconds": None},
    "dice-cards": {"turn_seconds": None},
}
"""The games, and what makes a table of them that waits for people as long as they like."""


class Recorder:
    """Makes the tables of a running service."""

    def __init__(self, client: Client, key: str) -> None:
        self._client, self._key, self._chance = client, key, Random(golden.RELEASE)
        self.tables: list[GoldenTable] = []

    def record(self, name: str, body: Mapping[str, Any], moves: int | None, *, idempotency_key: str = "") -> None:
        """Create a table, play so many moves of people (None: until it is finished), and keep what is known of it."""
        created = self._client.ask("POST", "/v1/tables", {"abandon_after": MONTH, **body}, **self._headers(idempotency_key))
        table, tokens = created["view"]["table"], created["tokens"]
        played = 0
        while (view := self._at_rest(table, tokens))["status"] != "finished" and (moves is None or played < moves):
            played += sum(self._play(table, tokens[str(owed["seat"])]) for owed in view["owed"])
        self.tables.append(self._known(name, table, tokens))

    def _at_rest(self, table: str, tokens: Mapping[str, str]) -> Mapping[str, Any]:
        """The view of the table as soon as it waits for people only."""
        view: Mapping[str, Any] = {}

        def rests() -> bool:
            nonlocal view
            view = self._client.ask("GET", f"/v1/tables/{table}")
            owing = [str(owed["seat"]) for owed in view["owed"]]
            return view["status"] != "playing" or (bool(owing) and tokens.keys() >= set(owing))

        until(rests, 60)
        return view

    def _headers(self, idempotency_key: str) -> Mapping[str, str]:
        return {"X_API_Key": self._key, "Idempotency_Key": idempotency_key or secrets.token_hex(16)}

    def _play(self, table: str, token: str) -> bool:
        """Play a move for the seat of this token, if it still owes one."""
        path = f"/v1/tables/{table}/moves"
        moves = self._client.ask("GET", path, token=token)["moves"]
        if moves:
            self._client.ask("POST", path, choose(moves, self._chance), token=token)
        return bool(moves)

    def _known(self, name: str, table: str, tokens: Mapping[str, str]) -> GoldenTable:
        """What is known of the table when nothing more happens there by itself."""
        path, file = f"/v1/tables/{table}", None
        view = self._client.ask("GET", path)
        if view["status"] == "finished":
            until(lambda: self._client.ask("GET", path)["fairness"]["secret"] is not None, 30)
            view, file = self._client.ask("GET", path), self._export(table)
        events = self._client.ask("GET", f"{path}/events?limit=500")["events"]
        return GoldenTable(name=name, tokens=dict(tokens), view=view, events=events, file=file)

    def _export(self, table: str) -> str:
        export = self._client.ask("POST", f"/v1/tables/{table}/exports", {"format": "json"})["export"]
        until(lambda: self._client.ask("GET", f"/v1/exports/{export}")["status"] == "finished", 30)
        return self._client.text(f"/v1/exports/{export}/file")


def make(recorder: Recorder, client: Client, bot: str) -> None:
    """Tables of every game: finished, running and open ones, with people, built-in players, a bot and clocks."""
    for game, own in GAMES.items():
        recorder.record(f"{game}, open", {"game": game, **own, "seats": [HUMAN, {"kind": "open"}]}, 0)
        recorder.record(f"{game}, running", {"game": game, **own, "seats": [HUMAN, HUMAN]}, 20)
        recorder.record(f"{game}, running with a built-in player", {"game": game, **own, "seats": [HUMAN, GREEDY]}, 10)
        recorder.record(f"{game}, finished by built-in players", {"game": game, **own, "seats": [GREEDY, GREEDY]}, None)
    reserved = client.ask("POST", "/v1/commitments")
    by_people = {"game": "dicy-cards", "seats": [HUMAN, HUMAN], "commitment": reserved, "client_seed": secrets.token_hex(16)}
    recorder.record("dicy-cards, finished by people", by_people, None)
    with_bot = {"game": "dicy-cards", "seats": [HUMAN, {"kind": "bot", "bot": bot}], "bot_seconds": 3600}
    recorder.record("dicy-cards, finished with a bot", with_bot, None)
    recorder.record("dicy-cards, running with a bot", with_bot, 6)
    clock = {"turn_seconds": 600, "on_expiry": {"policy": "resign", "after": 1}}
    recorder.record("ice-dice, running with a clock", {"game": "ice-dice", "seats": [HUMAN, HUMAN], **clock}, 4)


@contextmanager
def serving(code: Path, data: Path, port: int) -> Iterator[None]:
    """`rollstream serve` of this code, which stops in order at the end of the block."""
    command = rollstream("serve", "--data", str(data), "--port", str(port))
    with started(command, data.parent / "said", {**SETTINGS, **code_of(code)}) as service:
        service.wait_for("ready (", 60)
        yield
        service.process.terminate()
        assert service.process.wait(30) == 0, service.said()


def record(commit: str, folder: Path) -> None:
    data, port = folder / "data", free_port()
    with ExitStack() as ending:
        code = ending.enter_context(worktree(commit))
        ending.enter_context(serving(code, data, port))
        endpoint, server = ending.enter_context(an_endpoint()), ending.enter_context(BotServer(good))
        mint = rollstream("keys", "mint", "--name", "Golden", "--data", str(data))
        key = subprocess.run(mint, check=True, capture_output=True, text=True, env={**os.environ, **code_of(code)}).stdout.strip()
        client = ending.enter_context(Client([port], requests=10_000))
        owned = {"X_API_Key": key, "Idempotency_Key": secrets.token_hex(16)}
        bot = {"name": "Six Sigma", "url": server.url, "games": ["dicy-cards"], "seating": "anyone"}
        bot_id = client.ask("POST", "/v1/bots", bot, **owned)["bot"]["id"]
        webhook = client.ask("POST", "/v1/webhooks", {"url": endpoint.url, "types": ["table.finished"]}, **owned)["webhook"]["id"]
        recorder = Recorder(client, key)
        creation, again = {"game": "dicy-cards", "seats": [HUMAN, HUMAN], "abandon_after": MONTH}, secrets.token_hex(16)
        recorder.record("dicy-cards, created again", creation, 2, idempotency_key=again)
        with Redis.from_url(embedded_store.at(data).url) as store:
            store.bgrewriteaof()  # half of the files is a snapshot, the other half the commands since then
        make(recorder, client, bot_id)
        finished = sum(table.file is not None for table in recorder.tables)
        endpoint.wait_for(finished)
    known = Golden(key=key, bot=bot_id, webhook=webhook, creation=creation, idempotency_key=again, tables=recorder.tables)
    golden.write(known, data, commit)


def main() -> None:
    [commit] = sys.argv[1:]
    with TemporaryDirectory() as folder:
        record(commit, Path(folder))


if __name__ == "__main__":
    main()

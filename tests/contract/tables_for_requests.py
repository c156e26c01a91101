"""Real tables and tokens, bots and webhooks for generated requests, which the contract cannot provide."""

import itertools
import random
from collections.abc import Callable, Mapping
from typing import Any

from rules.registry import games
from tests.at_the_store import desk
from tests.contract.checker import faults, schema
from tests.contract.owned import NOBODY, Owned, owned
from tests.live import Api, Seated, Service
from tests.service.in_process import Application, work

GAMES = games()
ALL_LEVELS = max(GAMES.values(), key=lambda game: len(game.players)).name
"""A game whose built-in players have every level. Requests that name a level and no game use its tables."""

Prepared = tuple[dict[str, str], str | None]
"""The path parameters, such as the table, and the token."""


class Tables:
    """Real tables for requests, mostly in the right situation for the operation; also bots and webhooks."""

    def __init__(self, api: Api, service: Application | Service, seed: int) -> None:
        self._api = api
        self._service = service
        self._desk = desk(service.store_url)
        self.turns = itertools.count()
        self._chance = random.Random(seed)
        self._playing: dict[str, list[Seated]] = {game: [] for game in GAMES}
        self._owned: Owned | None = None
        self.finished, _ = self._resigned(), self._resigned()

    def for_operation(self, operation: str, body: Any) -> Prepared:
        """Path parameters and a token for an operation; a body gets the values that only a real table can provide."""
        makers: Mapping[str, Callable[[], Prepared]] = {
            "takeSeat": self._open,
            "startTable": self._unstarted,
            "leaveSeat": self._any,
            "postMove": lambda: self._to_move(body),
            "forkTable": lambda: self._to_fork(body),
            "askPlayer": lambda: self._to_ask(body),
            "claimSeat": lambda: self._to_claim(body),
            "getJob": self._asked,
            "requestExport": self._over,
            "getExport": self._exported,
            "getExportFile": self._exported,
            "askForRematch": lambda: ({"table": (who := self._resigned()).table}, who.token),
        }
        return makers.get(operation, self._any)()

    def belongings(self, *, new: bool) -> Owned:
        """A bot and a webhook, and their owner."""
        if new or self._owned is None:
            self._owned = owned(self._api, self._service)
        return self._owned

    def complete(self, operation: str, body: dict[str, Any]) -> None:
        """Add to a body what only the service can provide: an allowed address, an existing bot, a table for a webhook."""
        if "url" in body:
            body["url"] = NOBODY
        if operation == "addWebhook":
            body["table"] = self.finished.table  # otherwise it would get the events of all these tests
        if {"abandon_after", "turn_seconds", "bot_seconds"} & {*body}:  # `abandon_after` must not be shorter than a turn
            body["abandon_after"] = 2_592_000
        if "invitations" in body:  # invitations are for bots of the table, and fuzzed tables have none
            body["invitations"] = {}
        if "commitment" in body:
            body["commitment"] = self._api.post("/v1/commitments").json
        for seat in body.get("seats", ()):
            if seat["kind"] == "bot":
                seat["bot"] = self.belongings(new=False).names["bot"]

    def cursor(self) -> str:
        """A real cursor, because its format is opaque."""
        cursor: str = self._api.get("/v1/tables", params={"limit": 1}).json["next"]
        return cursor

    def _resigned(self) -> Seated:
        created_table = self._api.create_table(2, game=ALL_LEVELS)
        self._api.leave(created_table.seated[1])
        return created_table.seated[0]

    def _open(self) -> Prepared:
        game = self._game()
        return {"table": self._api.create_table(1, game=game, open_seats=GAMES[game].seats[self._chance.choice([0, -1])] - 1).table}, None

    def _unstarted(self) -> Prepared:
        created_table = self._api.create_table(2, game=self._game(), open_seats=self._chance.choice([0, 0, 1]), auto_start=False)
        return {"table": created_table.table}, created_table.seated[0].token

    def _any(self) -> Prepared:
        """The finished table or, half of the time, one that has just begun."""
        finished = self._chance.random() < 0.5
        who = self.finished if finished else self._chance.choice(self._api.create_table(2, game=self._game()).seated)
        return {"table": who.table}, who.token

    def _over(self) -> Prepared:
        return {"table": self.finished.table}, None

    def _to_fork(self, body: Any) -> Prepared:
        """A finished table of two seats and, half of the time, one of its versions."""
        if isinstance(body, dict) and isinstance(body.get("seats"), list):
            body["seats"] = (body["seats"] * 2)[:2]
        if isinstance(body, dict) and self._chance.random() < 0.5:
            body["at"] = self._chance.randint(1, 6)
        return self._over()

    def _to_ask(self, body: Any) -> Prepared:
        """A seat with a pending decision; mostly the body names that decision."""
        who, legal = self._owing(ALL_LEVELS)
        if isinstance(body, dict) and "decision" in body and self._chance.random() < 0.8:
            body["decision"] = legal[0]["decision"]
        return {"table": who.table}, who.token

    def _to_claim(self, body: Any) -> Prepared:
        """A seat and, mostly, a code for it."""
        who = self._chance.choice(self._api.create_table(2, game=self._game()).seated)
        path = f"/v1/tables/{who.table}/seats/{who.seat}/links"
        if isinstance(body, dict) and "code" in body and self._chance.random() < 0.8:
            body["code"] = self._api.post(path, token=who.token).json["code"]
        return {"table": who.table, "seat": str(who.seat)}, None

    def _asked(self) -> Prepared:
        """A job in any state, and mostly the token of the seat that requested it."""
        who, _ = self._owing(self._game())
        job = self._api.ask_player(who, "advise").json["job"]
        return {"job": job}, self._chance.choice([who.token, who.token, None])

    def _exported(self) -> Prepared:
        kind = self._chance.choice(schema("ExportFormat")["enum"])
        location = self._api.post(f"/v1/tables/{self.finished.table}/exports", json={"format": kind}).headers["location"]
        if self._chance.random() < 0.8:
            if isinstance(self._service, Application) and self._api.get(location).json["status"] != "finished":
                work(self._service, self._service.exports_url)
            self._api.ended(location)
        return {"export": location.rpartition("/")[2]}, None

    def _to_move(self, body: Any) -> Prepared:
        """A seat with a pending decision in the middle of a game; if the body is a move, a game that has it."""
        who, legal = self._owing(_game_of(body) or self._game())
        if isinstance(body, dict) and "decision" in body:
            body["decision"] = legal[0]["decision"]
            if self._chance.random() < 0.5:
                move = self._chance.choice([move for move in legal if move["type"] == body["type"]] or legal)
                body.clear()
                body.update(move)
        return {"table": who.table}, who.token

    def _owing(self, game: str) -> tuple[Seated, Any]:
        for who in self._playing[game]:
            if legal := self._desk.moves(who):
                return who, legal
        self._playing[game] = list(self._api.create_table(self._chance.choice(GAMES[game].seats), game=game).seated)
        return self._owing(game)

    def _game(self) -> str:
        return self._chance.choice([*GAMES])


def _game_of(move: Any) -> str | None:
    """The game that has such a move."""
    names = {game: "".join(word.capitalize() for word in game.split("-")) for game in GAMES}
    return next((game for game, name in names.items() if not faults(schema(f"{name}Move"), move)), None)

"""Requests generated from the contract, valid and invalid ones: to the application in this process, in `make test-all` to the real service.

Every response is checked once: what the contract promises of it by our own checks, which are the stricter ones, the rest by schemathesis.
The requests use the examples, then every boundary, then random values, the same in every run. This module adds real tables and tokens,
which the document cannot provide, so that requests reach the operation itself.
"""

import copy
import itertools
import random
import uuid
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit

import hypothesis
import pytest
import schemathesis
from schemathesis.core.parameters import ParameterLocation
from schemathesis.specs.openapi import checks

from rules.registry import games
from tests.at_the_store import desk
from tests.contract import checker
from tests.contract.checker import faults, schema
from tests.contract.fuzzed import fuzzed
from tests.contract.owned import NOBODY, Owned, owned
from tests.live import NDJSON, SSE, Api, Seated, Service
from tests.service.in_process import Application, work
from tests.size import ALL, at_size

SEED = 20240611
EXAMPLES = at_size(2, 6)
"""Random requests for each operation, in addition to examples and boundaries."""

contract = schemathesis.openapi.from_dict(fuzzed())
contract.config.seed = SEED
contract.config.generation.update(deterministic=True, with_security_parameters=False)

GAMES = games()
ALL_LEVELS = max(GAMES.values(), key=lambda game: len(game.players)).name
"""A game whose built-in players have every level. Requests that name a level and no game use its tables."""

CHECKED_BY_US = [
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]
ASKED_AGAIN = [] if ALL else [checks.ignored_auth]
"""Sends the request twice more, without and with a wrong credential. Other tests of this folder ask every operation so once."""

Prepared = tuple[dict[str, str], str | None]
"""The path parameters, such as the table, and the token."""


class Tables:
    """Real tables for requests, mostly in the right situation for the operation; also bots and webhooks."""

    def __init__(self, api: Api, service: Application | Service) -> None:
        self._api = api
        self._service = service
        self._desk = desk(service.store_url)
        self.turns = itertools.count()
        self._chance = random.Random(SEED)
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


@pytest.fixture(scope="module")
def asked(request: pytest.FixtureRequest) -> Application | Service:
    """What the requests are sent to."""
    found: Application | Service = request.getfixturevalue("service" if ALL else "served")
    return found


@pytest.fixture(scope="module")
def api_of_module(asked: Application | Service) -> Iterator[Api]:
    with asked.api() if isinstance(asked, Application) else Api(asked.url) as api:
        yield api


@pytest.fixture(scope="module")
def tables(api_of_module: Api, asked: Application | Service) -> Callable[[str], Tables]:
    """The tables of each operation, so that requests do not depend on the order of operations."""
    made: dict[str, Tables] = {}
    return lambda operation: made.get(operation) or made.setdefault(operation, Tables(api_of_module, asked))


@contract.exclude(operation_id="watchRematch").parametrize()  # a stream that would last for minutes
@hypothesis.settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(hypothesis.HealthCheck),
)
def test_an_operation_keeps_its_promises(case: "schemathesis.Case[Any]", api_of_module: Api, tables: Callable[[str], Tables]) -> None:
    headers = _made_real(case, tables(case.operation.label))
    is_ours = case.method.lower() == case.operation.method
    answer = case.call_and_validate(
        base_url=api_of_module.url,
        headers=headers,
        session=api_of_module.http,
        allow_redirects=False,
        excluded_checks=[*CHECKED_BY_US, *ASKED_AGAIN] if is_ours else [],
    )
    if not is_ours:
        return  # another method than the operation's, to which only schemathesis knows the answer
    told = {name.lower(): values[0] for name, values in answer.headers.items()}
    checker.check(case.method, urlsplit(str(answer.request.url)).path, checker.Answer(answer.status_code, told, answer.content))


def _made_real(case: "schemathesis.Case[Any]", tables: Tables) -> dict[str, str]:
    """Put a real table into the request, unless its path is the invalid part. Returns the matching headers."""
    turn, headers = next(tables.turns), {}
    case.body = copy.deepcopy(case.body)  # an example is a part of the document that other tests read
    if isinstance(case.body, dict) and not _is_wrong(case, ParameterLocation.BODY):
        case.body.update(_with_integers(case.body))
        tables.complete(str(case.operation.definition.raw["operationId"]), case.body)
    if "Idempotency-Key" in (case.headers or {}) and not _is_wrong(case, ParameterLocation.HEADER):
        name = uuid.uuid5(uuid.NAMESPACE_URL, f"{case.operation.label} {turn}")
        headers["Idempotency-Key"] = str(uuid.UUID(bytes=name.bytes, version=4))  # it must look like a secret
    if "cursor" in case.query and case.operation.path == "/v1/tables":
        _take_cursor(case, tables)
    if case.path.startswith(("/v1/bots", "/v1/webhooks")):
        return {**headers, **_made_owned(case, tables, turn)}
    names: dict[str, str] = {}
    token: str | None = None
    if any(name in case.path for name in ("{table}", "{job}", "{export}")) and turn % 8 and not _is_wrong(case, ParameterLocation.PATH):
        body = None if _is_wrong(case, ParameterLocation.BODY) else case.body
        names, token = tables.for_operation(str(case.operation.definition.raw["operationId"]), body)
    if case.path.endswith("/events"):
        kind = [None, SSE, NDJSON, "application/json"][turn % 4]
        if case.query.get("form") == "stream":
            kind = SSE
        if kind is not None:
            headers["Accept"] = kind
        if kind == SSE:
            names, token = {"table": tables.finished.table}, tables.finished.token  # any other stream would never end
    if names:
        case.path_parameters = {**case.path_parameters, **({"seat": turn % 3} if "{seat}" in case.path else {}), **names}
    if token is not None and not _is_wrong(case, ParameterLocation.HEADER):
        headers["Authorization"] = f"Bearer {token}"
    return headers


def _take_cursor(case: "schemathesis.Case[Any]", tables: Tables) -> None:
    """Set a real cursor. If the query is the invalid part, only shorten the cursor, so that the address does not get too long."""
    if not _is_wrong(case, ParameterLocation.QUERY):
        case.query["cursor"] = tables.cursor()
    elif isinstance(case.query["cursor"], str):
        case.query["cursor"] = case.query["cursor"][:201]


def _made_owned(case: "schemathesis.Case[Any]", tables: Tables, turn: int) -> dict[str, str]:
    """The same for what an API key owns: sometimes with another key, or without any."""
    removing = case.operation.method == "delete"
    belongings = tables.belongings(new=removing or turn % 20 == 0)
    if turn % 8 and not _is_wrong(case, ParameterLocation.PATH):
        real = {name: value for name, value in belongings.names.items() if f"{{{name}}}" in case.path}
        case.path_parameters = {**case.path_parameters, **real}
    return {} if turn % 8 == 1 or _is_wrong(case, ParameterLocation.HEADER) else {"X-API-Key": belongings.owner.key}


def _with_integers(value: Any) -> Any:
    """The value with every `1.0` written as `1`: JSON Schema treats them as equal, but the service and the contract's text do not."""
    if isinstance(value, dict):
        return {name: _with_integers(member) for name, member in value.items()}
    if isinstance(value, list):
        return [_with_integers(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _is_wrong(case: "schemathesis.Case[Any]", where: ParameterLocation) -> bool:
    return case.meta is not None and case.meta.is_negative_at(where)

"""A client for tests that checks every response against the contract, and stories that it tells."""

import random
import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self

import requests

from tests.contract import checker

TIMEOUT = 30.0
SSE = "text/event-stream"
NDJSON = "application/x-ndjson"


class Seated(NamedTuple):
    """A player's seat at a table, with its token."""

    table: str
    seat: int
    token: str


class CreatedTable(NamedTuple):
    """A new table, with the human seats and the first view."""

    table: str
    seated: Sequence[Seated]
    view: Mapping[str, Any]


class Played(NamedTuple):
    """A table that has been played to its end."""

    table: str
    seated: Sequence[Seated]
    view: Mapping[str, Any]
    events: Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Reply:
    """A response that the contract allows; header names in lower case."""

    status: int
    headers: Mapping[str, str]
    text: str
    json: Any = None

    @property
    def code(self) -> str | None:
        """The code of a problem document, None for any other response."""
        return self.json["code"] if self.status >= 400 and isinstance(self.json, dict) else None

    @property
    def replayed(self) -> bool:
        return "idempotent-replayed" in self.headers


def _session() -> requests.Session:
    """A session that does not look for a proxy and a password in the environment and in files before each request."""
    session = requests.Session()
    session.trust_env = False
    return session


@dataclass
class Api:
    """An HTTP client that checks every response against the contract. `seen` counts (operation, status)."""

    url: str
    http: requests.Session = field(default_factory=_session)
    seen: Counter[tuple[str, int]] = field(default_factory=Counter)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def request(
        self,
        method: str,
        path: str,
        *,
        token: str | None = None,
        headers: Mapping[str, str] | None = None,
        params: Mapping[str, Any] | None = None,
        json: Any = None,
        data: bytes | str | None = None,
    ) -> Reply:
        """Send any request. `json` is sent as JSON, `data` unchanged (as application/json unless `headers` differ)."""
        sent = {**_bearer(token), **({"Content-Type": "application/json"} if data is not None else {}), **(headers or {})}
        body = data.encode() if isinstance(data, str) else data
        answer = self.http.request(
            method, self.url + path, params=params, headers=sent, json=json, data=body, allow_redirects=False, timeout=TIMEOUT
        )
        return self._checked(method, path, answer)

    def get(self, path: str, **how: Any) -> Reply:
        return self.request("GET", path, **how)

    def post(self, path: str, **how: Any) -> Reply:
        return self.request("POST", path, **how)

    def patch(self, path: str, **how: Any) -> Reply:
        return self.request("PATCH", path, **how)

    def delete(self, path: str, **how: Any) -> Reply:
        return self.request("DELETE", path, **how)

    # --- stories ---------------------------------------------------------------------------------------------------------------

    def create_table(
        self,
        seats: int = 2,
        *,
        ai: Sequence[str] = (),
        bots: Sequence[str] = (),
        open_seats: int = 0,
        names: Sequence[str] = (),
        key: str | None = None,
        **more: Any,
    ) -> CreatedTable:
        """Create a table: `seats` human ones (with `names`), then built-in players of the levels `ai`, then `bots`, then `open_seats`.

        `more` are further members of the body (options, client_seed …).
        """
        human = [{"kind": "human", **({"name": names[seat]} if seat < len(names) else {})} for seat in range(seats)]
        automatic = [*({"kind": "ai", "level": level} for level in ai), *({"kind": "bot", "bot": bot} for bot in bots)]
        body = {"game": "dicy-cards", "seats": [*human, *automatic, *[{"kind": "open"}] * open_seats], **more}
        return created_table(self.post("/v1/tables", json=body, headers={"Idempotency-Key": key} if key else None))

    def fork(self, table: str, at: int, *, key: str | None = None, **more: Any) -> CreatedTable:
        """Fork a finished table. `more` are further members of the body (seats, client_seed …)."""
        return created_table(
            self.post(f"/v1/tables/{table}/fork", json={"at": at, **more}, headers={"Idempotency-Key": key} if key else None)
        )

    def ask_player(self, who: Seated, mode: str, **more: Any) -> Reply:
        """Request the seat's turn, or advice, from a built-in player."""
        return self.post(f"/v1/tables/{who.table}/ai-turns", token=who.token, json={"mode": mode, **more})

    def ended(self, location: str, *, token: str | None = None) -> Mapping[str, Any]:
        """Wait until a job or an export is finished or has failed; return it."""
        deadline = time.monotonic() + TIMEOUT
        while True:
            reply = self.get(location, token=token)
            assert reply.status == 200, reply
            work: Mapping[str, Any] = reply.json
            if work["status"] in {"finished", "failed"}:
                return work
            assert time.monotonic() < deadline, work
            time.sleep(0.01)

    def sit(self, table: str, *, key: str | None = None, **body: Any) -> Seated:
        """Join the table in its first open seat."""
        reply = self.post(f"/v1/tables/{table}/seats", json=body, headers={"Idempotency-Key": key} if key else None)
        assert reply.status in {200, 201}, reply
        return Seated(table, reply.json["seat"], reply.json["token"])

    def start(self, who: Seated) -> Reply:
        return self.post(f"/v1/tables/{who.table}/start", token=who.token)

    def leave(self, who: Seated) -> Reply:
        """Leave the table before the start, or resign."""
        return self.delete(f"/v1/tables/{who.table}/seats/{who.seat}", token=who.token)

    def view(self, table: str, *, token: str | None = None, at: int | None = None) -> Mapping[str, Any]:
        """The view of the table for a seat or a spectator."""
        reply = self.get(f"/v1/tables/{table}", token=token, params={} if at is None else {"at": at})
        assert reply.status == 200, reply
        view: Mapping[str, Any] = reply.json
        return view

    def moves(self, who: Seated) -> Sequence[Mapping[str, Any]]:
        """Every legal move of the seat, in parts."""
        moves: list[Mapping[str, Any]] = []
        part = f"/v1/tables/{who.table}/moves"
        while part:
            reply = self.get(part, token=who.token)
            assert reply.status == 200, reply
            moves += reply.json["moves"]
            part = reply.json["next"] and f"/v1/tables/{who.table}/moves?after={reply.json['next']}"
        return moves

    def play(self, who: Seated, move: Mapping[str, Any]) -> Reply:
        return self.post(f"/v1/tables/{who.table}/moves", token=who.token, json=move)

    def events(self, table: str, *, token: str | None = None, after: int = 0) -> Sequence[Mapping[str, Any]]:
        """All events after a version, in pages."""
        events: list[Mapping[str, Any]] = []
        following: int | None = after
        while following is not None:
            reply = self.get(f"/v1/tables/{table}/events", token=token, params={"after": following, "limit": 500})
            assert reply.status == 200, reply
            events += reply.json["events"]
            following = reply.json["next"]
        return events

    @contextmanager
    def stream(
        self, table: str, *, token: str | None = None, after: int | None = None, last_event_id: int | str | None = None
    ) -> Iterator[Iterator[Mapping[str, Any]]]:
        """A live stream of the table's events, each checked on arrival. A reset may be the last item. The service ends the stream."""
        path = f"/v1/tables/{table}/events"
        headers = {"Accept": SSE, **_bearer(token), **({} if last_event_id is None else {"Last-Event-ID": str(last_event_id)})}
        params = {} if after is None else {"after": str(after)}
        with requests.get(self.url + path, headers=headers, params=params, stream=True, timeout=TIMEOUT) as answer:
            assert answer.status_code == 200, answer.text
            self._checked("GET", path, answer, body=b"")
            yield _frames(answer)

    @contextmanager
    def rematches(self, table: str) -> Iterator[Iterator[Mapping[str, Any]]]:
        """A live stream of the table's rematch, each frame checked on arrival."""
        path = f"/v1/tables/{table}/rematch"
        with requests.get(self.url + path, headers={"Accept": SSE}, stream=True, timeout=TIMEOUT) as answer:
            assert answer.status_code == 200, answer.text
            self._checked("GET", path, answer, body=b"")
            yield _rematches(answer)

    def play_out(self, seed: int, seats: int = 2, *, options: Mapping[str, Any] | None = None) -> Played:
        """Play a whole game of random moves; the same seed makes the same choices."""
        chance = random.Random(seed)
        created_table = self.create_table(seats, options=dict(options or {}))
        view = created_table.view
        while view["status"] != "finished":
            who = created_table.seated[chance.choice(view["owed"])["seat"]]
            reply = self.play(who, choose(self.moves(who), chance))
            assert reply.status == 201, reply
            view = reply.json["view"]
        return Played(created_table.table, created_table.seated, view, self.events(created_table.table))

    # --- the contract ----------------------------------------------------------------------------------------------------------

    def _checked(self, method: str, path: str, answer: requests.Response, body: bytes | None = None) -> Reply:
        content = answer.content if body is None else body
        headers = {name.lower(): value for name, value in answer.headers.items()}
        checked = checker.Answer(answer.status_code, headers, content)
        operation = checker.check(method, path.partition("?")[0], checked)
        if operation is not None:
            self.seen[operation.id, answer.status_code] += 1
        kind = checker.media_type(headers)
        is_json = kind == "application/json" or kind.endswith("+json")
        text = content.decode(errors="replace")  # images are not text
        return Reply(answer.status_code, headers, text, checked.json if is_json and content else None)


def created_table(reply: Reply) -> CreatedTable:
    """The new table in the response to a request for it."""
    assert reply.status in {200, 201}, reply
    table = reply.json["view"]["table"]
    seated = [Seated(table, int(seat), token) for seat, token in sorted(reply.json["tokens"].items())]
    return CreatedTable(table, seated, reply.json["view"])


def choose(moves: Collection[Mapping[str, Any]], chance: random.Random) -> Mapping[str, Any]:
    """A random move that shortens the game: mostly a score if there is one, else any type, then any move of it."""
    kinds = sorted({move["type"] for move in moves})
    kind = "score" if "score" in kinds and chance.random() < 0.8 else chance.choice(kinds)
    return chance.choice([move for move in moves if move["type"] == kind])


def _frames(answer: requests.Response) -> Iterator[Mapping[str, Any]]:
    frame = ""
    for line in answer.iter_lines(chunk_size=None, decode_unicode=True):
        if line:
            frame += f"{line}\n"
            continue
        item = checker.frame_item(frame)
        is_reset = "\nevent: reset\n" in f"\n{frame}"
        frame = ""
        if item is not None:
            checker.check_value({"$ref": f"#/components/schemas/{'Reset' if is_reset else 'Event'}"}, item)
            yield item


def _rematches(answer: requests.Response) -> Iterator[Mapping[str, Any]]:
    lines = answer.iter_lines(chunk_size=None, decode_unicode=True)
    for line in lines:
        if line.startswith("event: "):
            yield checker.frame_item(f"{line}\n{next(lines)}")


def _bearer(token: str | None) -> Mapping[str, str]:
    return {} if token is None else {"Authorization": f"Bearer {token}"}

"""Follows a table of a rollstream service, whatever happens to connections, and posts moves safely.

One file that needs nothing but Python 3.11: copy it. Every service has the recipe in words at /docs/clients.md.
"""

import json
import random
import time
import uuid
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

SILENCE = 30.0  # seconds without a sign of life after which a connection is dead; a stream has one every 15 seconds
STREAM_AGAIN, POLL_AGAIN, POLL_FOR, LONGEST_BACKOFF = 1.0, 2.0, 30.0, 15.0
HELD_BACK_FOR = 600.0  # seconds of polling after a stream without any sign of life: a proxy holds it back
LAST_TYPE = "table.seed-revealed"  # of the last event of every table


class ServiceProblem(Exception):
    """Why a request failed: the problem `code` of the answer and the whole `document`, or the code `unreachable` without an answer."""

    def __init__(self, code: str, detail: str, status: int = 0, retry_after: float = 0.0, document: Any = None) -> None:
        super().__init__(detail)
        self.code, self.status, self.retry_after, self.document = code, status, retry_after, document


class News(NamedTuple):
    """What is new at a table. `events` are in order, each once. `view` is the table as it was just now, or None: load it if you need it.
    `anew`: discard the events that you have, and continue from `view`. It is true at the start and after each reset.
    """

    anew: bool
    view: Mapping[str, Any] | None
    events: Sequence[Mapping[str, Any]]


@dataclass
class Client:
    """A client of one service. Its methods repeat a request until an answer is known: each has what makes that harmless. They raise
    `ServiceProblem`, at the latest after `patience` attempts. `report` gets the reason for each pause, as text.
    """

    url: str
    report: Callable[[str], object] = str
    sleep: Callable[[float], object] = time.sleep
    patience: int = 30
    headers: Mapping[str, str] = field(default_factory=dict)
    _has_answered: bool = field(default=False, init=False)

    def get(self, path: str, token: str | None = None) -> Any:
        """The body of the answer."""
        return self._patiently(path, token)

    def post(self, path: str, body: Mapping[str, Any], token: str | None = None, key: str | None = None) -> Any:
        """The body of the answer. `key` is the Idempotency-Key: give one that you have stored if this program may end before the answer."""
        return self._patiently(path, token, {"Idempotency-Key": key or uuid.uuid4().hex}, body)

    def moves(self, table: str, token: str) -> list[Any]:
        """All moves of the decision that the seat owes, which `GET …/moves` lists in parts; empty if it owes none."""
        part = self.get(f"/v1/tables/{table}/moves", token)
        moves: list[Any] = part["moves"]
        while part.get("next") is not None:  # older services list all at once
            decision, part = part["decision"], self.get(f"/v1/tables/{table}/moves?after={part['next']}", token)
            if part["decision"] != decision:
                return self.moves(table, token)  # another one is owed now
            moves += part["moves"]
        return moves

    def play(self, table: str, token: str, move: Mapping[str, Any]) -> Any:
        """Play a move as `GET …/moves` lists it: `{"events", "view"}`, or None if another move, or the clock, has answered its decision.
        Since it names its `decision`, it counts once, however often it is sent.
        """
        try:
            return self.post(f"/v1/tables/{table}/moves", {**move, "decision": move["decision"]}, token)
        except ServiceProblem as problem:
            if problem.code not in {"decision-closed", "table-finished"}:
                raise
            return None

    def follow(self, table: str, token: str | None = None, *, history: bool = False) -> Generator[News, None, None]:
        """All that is new at a table until it is over: its view, then each event after it; with `history`, each from the first one on."""
        place = _Place(f"/v1/tables/{table}", token, history)
        while not place.is_last:
            polls = time.monotonic() < place.poll_until
            try:
                yield from self._begin(place) if place.at is None else self._poll(place) if polls else self._stream(place)
            except ServiceProblem as problem:
                if problem.code == "history-changed":
                    place.at = None
                elif problem.code in {"streams-full", "too-many-streams"}:
                    place.poll_until = time.monotonic() + POLL_FOR
                else:
                    self._pause(problem, place.failures, also=("internal-error", "unreachable"))
                    place.failures += 1

    def _begin(self, place: "_Place") -> Iterator[News]:
        view, place.tag = self._fetch(place.path, place.token)
        place.at = "0" if place.history else place.tag.removeprefix("W/").strip('"').rpartition("-")[0] or str(view["version"])
        yield place.news((), None if place.history else view)._replace(anew=True, view=view)

    def _stream(self, place: "_Place") -> Iterator[News]:
        is_alive, frame, headers = False, dict[str, str](), {"Accept": "text/event-stream", "Last-Event-ID": str(place.at)}
        try:
            with self._send(f"{place.path}/events", place.token, headers) as response:
                place.is_last = response.status == 204
                if not place.is_last and response.headers.get_content_type() != "text/event-stream":
                    self._body(response)
                for line in response:
                    is_alive, place.failures = True, 0
                    name, _, frame[name] = line.decode().strip().partition(": ")
                    if frame.get("event") == "reset":
                        raise ServiceProblem("history-changed", "The service has lost events.", 409)
                    if line == b"\n" and "data" in frame:
                        yield place.news([json.loads(frame.pop("data"))])
        except TimeoutError:
            place.poll_until = 0.0 if is_alive else time.monotonic() + HELD_BACK_FOR
        except (OSError, HTTPException) as lost:
            raise ServiceProblem("unreachable", "the stream has broken off") from lost
        self.sleep(0 if place.is_last else STREAM_AGAIN)

    def _poll(self, place: "_Place") -> Iterator[News]:
        view, tag = self._fetch(place.path, place.token, {"If-None-Match": place.tag})
        more, place.failures = bool(view), 0
        while more:
            page, _ = self._fetch(f"{place.path}/events?after={place.at}&limit=500", place.token)
            more = page["next"] is not None
            yield place.news(page["events"], None if more else view)
        place.tag = tag  # not before: a poll that fails on its way is made again
        self.sleep(0 if place.is_last else POLL_AGAIN)

    def _patiently(self, *request: Any) -> Any:
        failures = 0
        while True:
            try:
                return self._fetch(*request)[0]
            except ServiceProblem as problem:
                self._pause(problem, failures)
                failures += 1

    def _pause(self, problem: ServiceProblem, failures: int, also: Sequence[str] = ()) -> None:
        """Wait before another attempt. Raises the problem if none can succeed, or if there were enough."""
        is_busy = problem.retry_after > 0 or problem.status in {408, 502, 503, 504} or problem.code in also
        if failures >= self.patience or not (is_busy if problem.status else self._has_answered):
            raise problem
        pause = problem.retry_after + min(LONGEST_BACKOFF, 2.0**failures / 2) * random.uniform(0.5, 1.5)
        self.report(f"{problem.code}; retrying in {pause:.0f} s")
        self.sleep(pause)

    def _fetch(self, *request: Any) -> tuple[Any, str]:
        try:
            with self._send(*request) as response:
                return self._body(response), response.headers.get("ETag", "")
        except (OSError, HTTPException) as lost:
            raise ServiceProblem("unreachable", f"no rollstream service answers at {self.url}") from lost

    def _send(self, path: str, token: str | None, headers: Mapping[str, str] | None = None, body: Any = None) -> Any:
        who = {"Authorization": f"Bearer {token}"} if token else {}
        sent = {"Content-Type": "application/json", **self.headers, **(headers or {}), **who}
        content = None if body is None else json.dumps(body).encode()
        try:
            response = _open(Request(self.url.rstrip("/") + path, content, sent), timeout=SILENCE)
        except HTTPError as refusal:
            response = refusal
        self._has_answered = True
        return response

    def _body(self, response: Any) -> Any:
        """The JSON object of an answer; nothing if it is 304. Raises `ServiceProblem`."""
        status, content, wait = response.status, response.read(), response.headers.get("Retry-After", "")
        try:
            body = {} if status == 304 else dict(json.loads(content))
            if status >= 400:
                raise ServiceProblem(body["code"], body["detail"], status, float(wait) if wait.isdecimal() else 0.0, body)
        except (KeyError, TypeError, ValueError) as other:
            detail = f"{self.url} answers, but not like a rollstream service (status {status})"
            raise ServiceProblem("unreachable", detail, status) from other
        return body


@dataclass
class _Place:
    """Where a follower is at a table: after the event with the id `at`."""

    path: str
    token: str | None
    history: bool
    at: str | None = None
    tag: str = ""
    failures: int = 0
    poll_until: float = 0.0
    is_last: bool = False

    def news(self, events: Sequence[Mapping[str, Any]], view: Mapping[str, Any] | None = None) -> News:
        if events:
            self.at = f"{events[-1]['version']}-{events[-1]['hash'][:8]}"
        self.is_last = any(event["type"] == LAST_TYPE for event in events) or (view is not None and view.get("status") == "finished")
        return News(anew=False, view=view, events=events)


class _NoRedirect(HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None  # a token is never sent to the target of a redirect


_open = build_opener(_NoRedirect).open

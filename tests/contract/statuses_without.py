"""Statuses of a service that is crowded, or lacks a store, workers or room, or fails."""

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask import Flask
from msgspec.structs import replace
from werkzeug.exceptions import RequestTimeout
from werkzeug.test import TestResponse

from events.limits import Limits
from service.app import app_of
from service.processes import embedded_store
from service.settings import Settings
from service.wiring import make_web_parts
from tests.contract import checker
from tests.contract.checker import operations
from tests.live import SSE
from tests.service.in_process import application
from workers.outgoing.signing import Secret
from workers.webhooks.delivery import Attempt, Delivery
from workers.webhooks.registry import Webhook

Seen = Counter[tuple[str, int]]
TWO_SEATS = {"game": "dicy-cards", "seats": [{"kind": "human"}, {"kind": "open"}]}
CODE = "x" * 22
BODIES = {"tables": TWO_SEATS, "claims": {"code": CODE}, "fork": {"at": 1}, "ai-turns": {"mode": "play"}, "exports": {"format": "csv"}}
NOW = "2026-11-28T12:00:00.000Z"


def crowded(store_url: str, seen: Seen) -> None:
    """An application with very small limits."""
    with application(store_url, {"streams": 1, "requests": "40/minute"}) as small, small.api() as api:
        api.seen = seen
        table, over = api.create_table(2).table, api.create_table(2)
        api.leave(over.seated[0])
        with small.stream(table):
            assert api.get(f"/v1/tables/{table}/events", headers={"Accept": SSE}).code == "streams-full"
            assert api.get(f"/v1/tables/{over.table}/rematch", headers={"Accept": SSE}).code == "streams-full"
        while api.get("/v1/games").status == 200:
            pass
        for method, path in routes(table):
            assert api.request(method, path).code == "rate-limited"


def without_store(seen: Seen) -> None:
    with _stopping_store() as (store_url, stop), application(store_url) as away, away.api() as api:
        api.seen = seen
        who = api.create_table(2).seated[0]
        stop()
        for method, path in routes(who.table):
            body = BODIES.get(path.rpartition("/")[2]) if method == "POST" else None
            key = {"X-API-Key": "rsk_abcdefgh_" + "x" * 43} if path.startswith(("/v1/games", "/v1/bots", "/v1/webhooks")) else None
            assert api.request(method, path, token=who.token, json=body, headers=key).code == "store-unavailable"
        assert api.get("/readyz").status == 503
        assert api.get("/.well-known/jwks.json").code == "store-unavailable"


def without_workers(store_url: str, seen: Seen) -> None:
    """Without workers, a file does not become ready."""
    web = app_of(make_web_parts(Settings(redis_url=store_url))).test_client()
    created_table = web.post("/v1/tables", json=TWO_SEATS).get_json()
    table = f"/v1/tables/{created_table['view']['table']}"
    web.delete(f"{table}/seats/0", headers={"Authorization": f"Bearer {created_table['tokens']['0']}"})
    path = web.post(f"{table}/exports", json={"format": "svg"}).headers["Location"] + "/file"
    answer = web.get(path)
    _note("GET", path, answer, seen)
    assert answer.get_json()["code"] == "export-not-ready"


def without_room(store_url: str, seen: Seen) -> None:
    """When a webhook has the maximum number of pending deliveries, nothing more is redelivered."""
    parts = make_web_parts(Settings(redis_url=store_url, limits=Limits(webhook_pending=10)))
    web, deliveries = app_of(parts).test_client(), parts.parts.deliveries
    key = parts.keys.mint("tests", None, id="room0001", secret="s" * 32, created_at="2026-01-01T00:00:00Z")
    owner = {"X-API-Key": key}
    webhook = Webhook(
        id="whk_room", owner="room0001", url="http://127.0.0.1/", types=("*",), table=None, secrets=(Secret("x"),), created_at=NOW
    )
    assert parts.parts.webhooks.add(webhook)
    for number in range(11):
        state, attempts = ("failed", (Attempt(at=NOW, status=500, reason="status", ms=1),)) if number == 10 else ("pending", ())
        one = Delivery(id=f"msg_{number}", type="table.created", table="p00-a", version=1, created_at=NOW, body="{}", next_at=NOW)
        deliveries.add(webhook.id, replace(one, state=state, attempts=attempts))
    path = f"/v1/webhooks/{webhook.id}"
    for what, body in (("redeliver", {"since": NOW}), ("deliveries/msg_10/redeliver", None)):
        answer = web.post(f"{path}/{what}", json=body, headers=owner)
        _note("POST", f"{path}/{what}", answer, seen)
        assert answer.get_json()["code"] == "too-many-pending"


def broken(store_url: str, seen: Seen) -> None:
    """Any internal error, anywhere, gets the documented response."""
    for error in (RuntimeError("planted"), RequestTimeout()):
        app = app_of(make_web_parts(Settings(redis_url=store_url)))
        app.before_request(_raising(error))
        for operation in operations():
            if isinstance(error, RuntimeError) or "408" in operation.node["responses"]:
                _answered(app, operation.method, operation.path, seen)


def _raising(error: Exception) -> Callable[[], Any]:
    def raise_it() -> None:
        raise error

    return raise_it


def _answered(app: Flask, method: str, path: str, seen: Seen) -> None:
    answer = app.test_client().open(path.replace("{seat}", "0"), method=method)
    assert "planted" not in answer.text
    _note(method, path, answer, seen)


def _note(method: str, path: str, answer: TestResponse, seen: Seen) -> None:
    headers = {name.lower(): value for name, value in answer.headers.items()}
    operation = checker.check(method, path, checker.Answer(answer.status_code, headers, answer.data))
    assert operation is not None
    seen[operation.id, answer.status_code] += 1


def routes(table: str) -> Iterator[tuple[str, str]]:
    """Every operation under /v1, at a table."""
    job, export = f"advise-{table}-0-6-greedy", f"{table}-json"
    names = {"{table}": table, "{game}": "dicy-cards", "{seat}": "0", "{job}": job, "{export}": export}
    names |= {"{bot}": "bot_none", "{webhook}": "whk_none", "{delivery}": "msg_none"}
    for operation in operations():
        if operation.path.startswith("/v1/"):
            path = operation.path
            for name, value in names.items():
                path = path.replace(name, value)
            yield operation.method, path


@contextmanager
def _stopping_store() -> Iterator[tuple[str, Callable[[], None]]]:
    """A separate store, and a function that stops it."""
    with tempfile.TemporaryDirectory() as folder:
        store = embedded_store.running(Path(folder))
        stopped = False

        def stop() -> None:
            nonlocal stopped
            if not stopped:
                stopped = True
                store.__exit__(None, None, None)

        try:
            yield store.__enter__(), stop
        finally:
            stop()

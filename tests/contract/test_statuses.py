"""Every status in the contract is caused on purpose, and its response matches the contract."""

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

from events.access.seat_tokens import SeatTokens
from events.limits import Limits
from events.tables.keyed_orders import Holder
from service.app import app_of
from service.processes import embedded_store
from service.settings import Settings
from service.wiring import make_web_parts
from tests.contract import checker
from tests.contract.checker import operations
from tests.contract.owned import with_every_status
from tests.live import NDJSON, SSE, Api, Service
from tests.reserving import reserved_ago
from tests.service.in_process import application
from tests.service.keys import mint
from workers.outgoing.signing import Secret
from workers.webhooks.delivery import Attempt, Delivery
from workers.webhooks.registry import Webhook

Seen = Counter[tuple[str, int]]

UNKNOWN = "p00-" + "0" * 26
TWO_SEATS = {"game": "dicy-cards", "seats": [{"kind": "human"}, {"kind": "open"}]}
CODE = "x" * 22
BODIES = {"tables": TWO_SEATS, "claims": {"code": CODE}, "fork": {"at": 1}, "ai-turns": {"mode": "play"}, "exports": {"format": "csv"}}
NOW = "2026-11-28T12:00:00.000Z"
KEY = "every-status-of-the-contract-0d8f1c1e6b1b4a52"


def test_every_status_of_the_contract_is_reached(service: Service, fresh_store_url: str) -> None:
    seen: Seen = Counter()
    with Api(service.url, seen=seen) as api:
        _read(api)
        _play(api)
        _refused(api, service)
        _work(api, service)
        key = mint(service, None)
        for method, path in (*_routes(UNKNOWN), *(("GET", path) for path in _beside())):
            assert api.request(method, f"{path}?x=1", token="x", headers={"X-API-Key": key}).status == 422
        _unreadable(api)
        with_every_status(api, service)
    _crowded(fresh_store_url, seen)
    _without_store(seen)
    _without_workers(fresh_store_url, seen)
    _without_room(fresh_store_url, seen)
    _broken(fresh_store_url, seen)

    promised = {(operation.id, int(status)) for operation in operations() for status in operation.node["responses"] if status != "4XX"}
    assert promised - seen.keys() == set()


def _read(api: Api) -> None:
    for path in (
        "/",
        "/docs",
        "/docs/problems",
        "/docs/table.schema.json",
        "/robots.txt",
        "/docs/guide",
        "/docs/bots.md",
        "/docs/players.md",
        "/docs/clients.md",
        "/docs/rollstream_follow.py",
        "/docs/rollstream-follow.mjs",
        "/docs/rollstream-follow.d.mts",
        "/docs/webhooks.md",
        "/docs/fairness.md",
        "/docs/proof.md",
        "/docs/durability.md",
        "/docs/limits.md",
        "/docs/verify.mjs",
        "/openapi.yaml",
        "/openapi.json",
    ):
        api.get(path)
    for path in ("/", f"/t/{UNKNOWN}"):
        tag = api.get(path).headers["etag"]
        assert api.get(path, headers={"If-None-Match": tag}).status == 304
    for path in ("/healthz", "/readyz", "/metrics", "/.well-known/jwks.json"):
        api.get(path)
    for path in ("/v1/games", "/v1/games/dicy-cards", "/v1/games/chess", "/v1/tables", "/v1/tables?limit=x"):
        api.get(path)
    table = api.create_table(2).table
    tag = api.get(f"/v1/tables/{table}").headers["etag"]
    assert api.get(f"/v1/tables/{table}", headers={"If-None-Match": tag}).status == 304
    for name in (table, UNKNOWN):
        api.get(f"/v1/tables/{name}/receipts")
    for path in (f"/v1/tables/{UNKNOWN}", f"/v1/tables/{table}?at=99", f"/v1/tables/{table}?at=x", f"/v1/tables/{UNKNOWN}/events"):
        api.get(path)
    events = f"/v1/tables/{table}/events"
    api.get(events)
    api.get(events, headers={"Accept": NDJSON})
    api.get(events, params={"limit": "0"})
    assert api.get(events, headers={"Accept": "image/png"}).code == "not-acceptable"
    assert api.get(events, headers={"Accept": SSE, "Last-Event-ID": "x"}).code == "header-invalid"
    assert api.get(f"{events}?after=5000").code == "history-changed"


def _play(api: Api) -> None:
    created_table = api.create_table(1, open_seats=1, auto_start=False, key=f"{KEY}-{id(api)}")
    again = api.create_table(1, open_seats=1, auto_start=False, key=f"{KEY}-{id(api)}")
    assert again == created_table
    host, guest = created_table.seated[0], api.sit(created_table.table, key=KEY, name="Grace")
    assert api.sit(created_table.table, key=KEY, name="Grace") == guest
    assert not api.start(host).replayed
    assert api.start(guest).replayed
    who = next(who for who in (host, guest) if api.moves(who))
    move = api.moves(who)[0]
    assert api.play(who, move).status == 201
    assert api.play(who, move).status == 200
    assert not api.leave(guest).replayed
    assert api.leave(guest).replayed
    seat = f"/v1/tables/{created_table.table}/seats/{guest.seat}"
    code = api.post(f"{seat}/links", token=guest.token).json["code"]
    for status in (201, 200):
        assert api.post(f"{seat}/claims", json={"code": code}, headers={"Idempotency-Key": KEY}).status == status
    assert api.post(f"{seat}/claims", json={"code": code}).code == "link-used"
    with api.stream(created_table.table) as frames:
        newest = [event["version"] for event in frames][-1]
    ended = api.get(f"/v1/tables/{created_table.table}/events", headers={"Accept": SSE, "Last-Event-ID": str(newest)})
    assert ended.status == 204


def _refused(api: Api, service: Service) -> None:
    api.create_table(2, key=f"{KEY}-reused")
    assert api.post("/v1/tables", json=TWO_SEATS, headers={"Idempotency-Key": f"{KEY}-reused"}).code == "idempotency-key-reused"
    past = reserved_ago(service.store_url, minutes=11)
    assert api.post("/v1/tables", json={**TWO_SEATS, "commitment": past}).code == "commitment-expired"
    created_table = api.create_table(2, commitment=api.post("/v1/commitments").json)
    who = created_table.seated[0]
    table = f"/v1/tables/{created_table.table}"
    assert api.post(f"{table}/seats").code == "table-started"
    assert api.start(who).code == "table-started"
    assert api.play(who, {"type": "skip", "decision": 999}).code == "decision-closed"
    assert api.delete(f"{table}/seats/1", token=who.token).code == "seat-foreign"
    assert api.delete(f"{table}/seats/7", token=who.token).code == "seat-unknown"
    assert api.post(f"{table}/seats/1/links", token=who.token).code == "seat-foreign"
    assert api.post(f"{table}/seats/1/links").code == "token-missing"
    assert api.post(f"{table}/seats/7/links", token=who.token).code == "seat-unknown"
    assert api.post(f"{table}/seats/1/claims", json={"code": CODE}).code == "link-unknown"
    api.leave(created_table.seated[1])
    assert api.leave(who).code == "table-finished"
    nobody = SeatTokens(service.secret.encode()).issue(UNKNOWN, Holder(0, 2))
    nowhere = f"/v1/tables/{UNKNOWN}"
    for method, path in (
        ("POST", "seats"),
        ("POST", "start"),
        ("GET", "moves"),
        ("POST", "moves"),
        ("POST", "ai-turns"),
        ("POST", "rematch"),
    ):
        body = {("POST", "moves"): {"type": "skip", "decision": 1}, ("POST", "ai-turns"): {"mode": "play"}}.get((method, path))
        assert api.request(method, f"{nowhere}/{path}", token=nobody, json=body).code == "table-unknown"
    for method, path in _routes(created_table.table):
        assert api.request(method, path, headers={"X-API-Key": "rsk_nobody"}).code == "api-key-invalid"


def _work(api: Api, service: Service) -> None:
    """Requests that workers process, and forks."""
    created_table = api.create_table(2, options={"first_seat": "creator"})
    ada, grace = created_table.seated
    table = f"/v1/tables/{created_table.table}"
    assert api.post(f"{table}/exports", json={"format": "json"}).code == "table-not-finished"
    assert api.get(table, params={"seat": 1}).code == "table-not-finished"
    assert api.post(f"{table}/fork", json={"at": 1}).code == "table-not-finished"
    assert api.ask_player(grace, "play").code == "nothing-owed"
    job = api.ask_player(ada, "advise").headers["location"]
    assert api.ended(job, token=ada.token)["status"] == "finished"
    assert (api.get(job).code, api.get(job, token=grace.token).code) == ("token-missing", "seat-foreign")
    assert api.get("/v1/jobs/unheard-of").code == "job-unknown"
    assert api.post(f"{table}/rematch", token=ada.token).code == "table-not-finished"
    assert api.get(f"{table}/rematch").code == "table-not-finished"
    api.leave(grace)
    past = reserved_ago(service.store_url, minutes=11)
    assert api.post(f"{table}/fork", json={"at": 5, "commitment": past}).code == "commitment-expired"
    assert api.post(f"{table}/rematch", token=ada.token, json={"commitment": past}).code == "commitment-expired"
    assert [api.post(f"{table}/rematch", token=ada.token).status for _ in range(2)] == [201, 200]
    assert api.get(f"{table}/rematch").json["rematch"]["asked"] == [0]
    assert api.get(f"{table}/rematch", headers={"Accept": "image/png"}).code == "not-acceptable"
    with api.rematches(created_table.table) as told:
        assert next(told)["asked"] == [0]
    assert api.get(f"/v1/tables/{UNKNOWN}/rematch").code == "table-unknown"
    first, again = (api.fork(created_table.table, 5, key=f"{KEY}-fork-{id(api)}") for _ in range(2))
    assert first == again
    for path, code in (("fork", "table-unknown"), ("exports", "table-unknown")):
        assert api.post(f"/v1/tables/{UNKNOWN}/{path}", json={"at": 1} if path == "fork" else {"format": "csv"}).code == code
    export = api.post(f"{table}/exports", json={"format": "json"}).headers["location"]
    assert api.ended(export)["status"] == "finished"
    assert api.post(f"{table}/exports", json={"format": "json"}).status == 200
    tag = api.get(f"{export}/file").headers["etag"]
    assert api.get(f"{export}/file", headers={"If-None-Match": tag}).status == 304
    for path in ("/v1/exports/unheard-of", "/v1/exports/unheard-of/file"):
        assert api.get(path).code == "export-unknown"


def _unreadable(api: Api) -> None:
    host = api.create_table(2, auto_start=False).seated[0]
    table = f"/v1/tables/{host.table}"
    for path in (
        "/v1/commitments",
        "/v1/tables",
        *(f"{table}/{what}" for what in ("seats", "start", "moves", "fork", "ai-turns", "exports", "rematch", "seats/0/claims")),
    ):
        statuses = [
            api.post(path, token=host.token, data=b"{").status,
            api.post(path, token=host.token, data=b" " * 70_000).status,
            api.post(path, token=host.token, data=b"{}", headers={"Content-Type": "text/plain"}).status,
            api.post(path, token=host.token, json={"unheard-of": 1}).status,
        ]
        assert statuses == [400, 413, 415, 422]


def _crowded(store_url: str, seen: Seen) -> None:
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
        for method, path in _routes(table):
            assert api.request(method, path).code == "rate-limited"


def _without_store(seen: Seen) -> None:
    with _stopping_store() as (store_url, stop), application(store_url) as away, away.api() as api:
        api.seen = seen
        who = api.create_table(2).seated[0]
        stop()
        for method, path in _routes(who.table):
            body = BODIES.get(path.rpartition("/")[2]) if method == "POST" else None
            key = {"X-API-Key": "rsk_abcdefgh_" + "x" * 43} if path.startswith(("/v1/games", "/v1/bots", "/v1/webhooks")) else None
            assert api.request(method, path, token=who.token, json=body, headers=key).code == "store-unavailable"
        assert api.get("/readyz").status == 503
        assert api.get("/.well-known/jwks.json").code == "store-unavailable"


def _without_workers(store_url: str, seen: Seen) -> None:
    """Without workers, a file does not become ready."""
    web = app_of(make_web_parts(Settings(redis_url=store_url))).test_client()
    created_table = web.post("/v1/tables", json=TWO_SEATS).get_json()
    table = f"/v1/tables/{created_table['view']['table']}"
    web.delete(f"{table}/seats/0", headers={"Authorization": f"Bearer {created_table['tokens']['0']}"})
    path = web.post(f"{table}/exports", json={"format": "svg"}).headers["Location"] + "/file"
    answer = web.get(path)
    _note("GET", path, answer, seen)
    assert answer.get_json()["code"] == "export-not-ready"


def _without_room(store_url: str, seen: Seen) -> None:
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


def _broken(store_url: str, seen: Seen) -> None:
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


def _beside() -> Iterator[str]:
    """Every path outside /v1 that documents the status 422; documentation pages do not."""
    return (operation.path for operation in operations() if "422" in operation.node["responses"] and not operation.path.startswith("/v1/"))


def _routes(table: str) -> Iterator[tuple[str, str]]:
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

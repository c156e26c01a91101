"""Every status in the contract is caused on purpose, and its response matches the contract."""

from collections import Counter
from collections.abc import Iterator

from events.access.seat_tokens import SeatTokens
from events.tables.keyed_orders import Holder
from tests.contract.checker import operations
from tests.contract.owned import with_every_status
from tests.contract.statuses_without import (
    CODE,
    TWO_SEATS,
    Seen,
    broken,
    crowded,
    routes,
    without_room,
    without_store,
    without_workers,
)
from tests.live import NDJSON, SSE, Api, Service
from tests.reserving import reserved_ago
from tests.service.keys import mint

UNKNOWN = "p00-" + "0" * 26
KEY = "every-status-of-the-contract-0d8f1c1e6b1b4a52"


def test_every_status_of_the_contract_is_reached(service: Service, fresh_store_url: str) -> None:
    seen: Seen = Counter()
    with Api(service.url, seen=seen) as api:
        _read(api)
        _play(api)
        _refused(api, service)
        _work(api, service)
        key = mint(service, None)
        for method, path in (*routes(UNKNOWN), *(("GET", path) for path in _beside())):
            assert api.request(method, f"{path}?x=1", token="x", headers={"X-API-Key": key}).status == 422
        _unreadable(api)
        with_every_status(api, service)
    crowded(fresh_store_url, seen)
    without_store(seen)
    without_workers(fresh_store_url, seen)
    without_room(fresh_store_url, seen)
    broken(fresh_store_url, seen)

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
    for method, path in routes(created_table.table):
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


def _beside() -> Iterator[str]:
    """Every path outside /v1 that documents the status 422; documentation pages do not."""
    return (operation.path for operation in operations() if "422" in operation.node["responses"] and not operation.path.startswith("/v1/"))

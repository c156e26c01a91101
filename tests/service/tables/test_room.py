"""Limits on what a client may store, and the requests that are refused when the store is nearly full."""

import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from events.projections.read_model import CATCH_UP_SECONDS
from service.processes import embedded_store
from tests.contract.owned import NOBODY
from tests.live import Api, CreatedTable, Reply, Service, created_table
from tests.service.in_process import Application, application, projecting
from tests.service.keys import mint
from tests.service.playing import eventually

FEW = 3


@pytest.fixture(scope="module")
def strict(store_url: str) -> Iterator[Application]:
    """A service with small limits."""
    with application(store_url, {"tables_running": FEW, "events_before_start": 20}) as strict, projecting(strict):
        yield strict


@pytest.fixture
def tight(strict: Application) -> Api:
    return strict.api()


def created_with(api: Api, key: str | None = None, **headers: str) -> tuple[int, str | None]:
    body = {"game": "dicy-cards", "seats": [{"kind": "human"}, {"kind": "human"}]}
    reply = api.post("/v1/tables", json=body, headers={**headers, **({"Idempotency-Key": key} if key else {})})
    return reply.status, reply.code


def test_a_client_runs_no_more_tables_than_it_may_and_another_once_one_has_ended(tight: Api, strict: Application) -> None:
    key = {"X-API-Key": mint(strict, None)}
    idempotency = str(uuid.uuid4())

    first = [created_with(tight, idempotency if number == 0 else None, **key) for number in range(FEW)]
    body = {"game": "dicy-cards", "seats": [{"kind": "human"}, {"kind": "human"}]}
    beyond = tight.post("/v1/tables", json=body, headers=key)
    again = created_table(tight.post("/v1/tables", json=body, headers={**key, "Idempotency-Key": idempotency}))

    assert first == [(201, None)] * FEW
    assert (beyond.status, beyond.code) == (409, "too-many-tables-running")
    assert beyond.json["detail"].startswith(f"{FEW} tables")
    assert created_with(tight, **{"X-API-Key": mint(strict, None)}) == (201, None)  # another client
    tight.leave(again.seated[0])
    assert created_with(tight, **key) == (201, None)
    assert created_with(tight, **key) == (409, "too-many-tables-running")


def test_a_fork_is_one_of_them_too(tight: Api, strict: Application) -> None:
    key = {"X-API-Key": mint(strict, None)}
    body = {"game": "dicy-cards", "seats": [{"kind": "human"}, {"kind": "human"}]}
    source = created_table(tight.post("/v1/tables", json=body, headers=key))
    tight.leave(source.seated[0])

    forks = [tight.post(f"/v1/tables/{source.table}/fork", json={"at": 5}, headers=key).status for _ in range(FEW + 1)]

    assert forks == [201] * FEW + [409]


def test_seats_cannot_be_taken_and_left_for_ever_and_whoever_is_there_can_start(tight: Api, strict: Application) -> None:
    body = {"game": "dicy-cards", "seats": [{"kind": "human"}, {"kind": "open"}], "auto_start": False}
    table = created_table(tight.post("/v1/tables", json=body, headers={"X-API-Key": mint(strict, None)}))
    host = table.seated[0]
    while tight.view(host.table)["version"] < 18:
        tight.leave(tight.sit(host.table))
    key = str(uuid.uuid4())
    guest = tight.sit(host.table, key=key)
    tight.leave(guest)

    refused = tight.post(f"/v1/tables/{host.table}/seats")

    assert (refused.status, refused.code) == (409, "seats-changed-too-often")
    assert tight.post(f"/v1/tables/{host.table}/seats", headers={"Idempotency-Key": key}).status == 200  # the same request as before
    assert tight.leave(host).status == 200
    assert tight.view(host.table)["status"] == "finished"


def test_a_stranger_who_sits_down_and_leaves_again_and_again_keeps_nobody_from_the_table(store_url: str) -> None:
    body = {"game": "dicy-cards", "seats": [{"kind": "human"}, {"kind": "open"}, {"kind": "open"}]}
    with application(store_url, {"seats_taken": "3/hour"}) as service:
        api = service.api()
        host, key = created_table(api.post("/v1/tables", json=body)).seated[0], str(uuid.uuid4())
        api.leave(api.sit(host.table, key=key))
        for _ in range(2):
            api.leave(api.sit(host.table))

        refused = api.post(f"/v1/tables/{host.table}/seats")
        friend = {"X-API-Key": mint(service, None)}

        assert (refused.status, refused.code) == (429, "too-many-seats-taken")
        assert 1 <= int(refused.headers["retry-after"]) <= 3600
        assert api.post(f"/v1/tables/{host.table}/seats", headers={"Idempotency-Key": key}).status == 200  # the same request as before
        assert [api.post(f"/v1/tables/{host.table}/seats", headers=friend).status for _ in range(2)] == [201, 201]
        assert api.view(host.table)["status"] == "playing"
        assert api.post(f"/v1/tables/{api.create_table(1, open_seats=1).table}/seats").status == 201  # another table


def test_whoever_fills_a_table_that_starts_by_itself_may_sit_down_however_often_seats_have_changed(tight: Api, strict: Application) -> None:
    body = {"game": "dicy-cards", "seats": [{"kind": "human"}, {"kind": "open"}, {"kind": "open"}, {"kind": "open"}]}
    host = created_table(tight.post("/v1/tables", json=body, headers={"X-API-Key": mint(strict, None)})).seated[0]
    while tight.view(host.table)["version"] < 18:
        tight.leave(tight.sit(host.table))
    tight.sit(host.table)
    tight.sit(host.table)

    changed = tight.view(host.table)["version"]
    last = tight.post(f"/v1/tables/{host.table}/seats")

    assert changed >= 20
    assert (last.status, last.json["view"]["status"]) == (201, "playing")


def test_what_a_client_has_done_is_in_the_lists_when_it_asks(several: Service) -> None:
    for number in range(20):
        with Api(several.url) as api:  # a new connection each time, and so possibly another process
            name = f"Writer {uuid.uuid4().hex[:12]}"
            body = {"game": "dicy-cards", "seats": [{"kind": "human", "name": name}, {"kind": "open"}]}
            table = created_table(api.post("/v1/tables", json=body))
            with Api(several.url) as reader:
                [listed] = tables_of(reader, name, [table.table])
                assert "creator" not in listed, number
            api.leave(table.seated[0])
            tables_of(api, name, [])


def tables_of(api: Api, player: str, expected: Sequence[str]) -> Sequence[Mapping[str, Any]]:
    """A player's tables once they are as expected. An answer that lacks a change has waited for it as long as an answer may."""
    while True:
        asked = time.monotonic()
        tables: Sequence[Mapping[str, Any]] = api.get("/v1/tables", params={"player": player}).json["tables"]
        if [table["table"] for table in tables] == expected:
            return tables
        assert time.monotonic() - asked >= CATCH_UP_SECONDS


def test_a_store_that_is_nearly_full_takes_nothing_new_and_games_go_on(tmp_path: Path) -> None:
    with (
        embedded_store.running(tmp_path / "store") as url,
        application(url, {"store_reserve": 50}) as service,
        Redis.from_url(url) as store,
    ):
        api = service.api()
        key = {"X-API-Key": mint(service, None)}
        playing, finished, exported = (api.create_table(2) for _ in range(3))
        api.leave(finished.seated[0])
        before = done_before(api, key, exported)
        store.config_set("maxmemory", int(store.info("memory")["used_memory"] * 1.5))
        wait_until_full(api, full=True)

        body = {"game": "dicy-cards", "seats": [{"kind": "human"}, {"kind": "human"}]}
        bot = {"name": "Six", "url": "https://bot.example/", "games": ["dicy-cards"]}
        refused = [
            api.post("/v1/tables", json=body),
            api.post(f"/v1/tables/{finished.table}/fork", json={"at": 5}),
            api.post(f"/v1/tables/{finished.table}/exports", json={"format": "json"}),
            api.post("/v1/bots", json=bot, headers=key),
            api.post("/v1/webhooks", json={"url": "https://hook.example/", "types": ["*"]}, headers=key),
        ]
        assert [(reply.status, reply.code, reply.headers["retry-after"]) for reply in refused] == [(503, "store-full", "60")] * 5
        again = [(kind, ask()) for kind, ask, _ in before]
        assert [(kind, reply.status) for kind, reply in again] == [
            (kind, first.status - (first.status == 201)) for kind, _, first in before
        ]
        assert [reply.json for _, reply in again] == [first.json for _, _, first in before]
        who = next(who for who in playing.seated if api.moves(who))
        assert api.play(who, api.moves(who)[0]).status == 201
        ready = api.get("/readyz")
        assert (ready.status, ready.json["status"], ready.json["memory"]["full"]) == (200, "degraded", True)
        assert "rollstream_store_full 1.0" in api.get("/metrics").text

        store.config_set("maxmemory", 0)
        wait_until_full(api, full=False)
        assert api.post("/v1/tables", json=body).status == 201


def done_before(api: Api, key: Mapping[str, str], source: CreatedTable) -> Sequence[tuple[str, Callable[[], Reply], Reply]]:
    """Every request that stores something, each sent once: a function that sends it, and the first response."""
    api.leave(source.seated[0])
    table = {"game": "dicy-cards", "seats": [{"kind": "human"}, {"kind": "human"}]}
    reserved = {**table, "commitment": api.post("/v1/commitments").json}
    bodies: Mapping[str, tuple[str, Any]] = {
        "table": ("/v1/tables", table),
        "reserved": ("/v1/tables", reserved),
        "fork": (f"/v1/tables/{source.table}/fork", {"at": 5}),
        "export": (f"/v1/tables/{source.table}/exports", {"format": "json"}),
        "bot": ("/v1/bots", {"name": "Six", "url": NOBODY, "games": ["dicy-cards"]}),
        "webhook": ("/v1/webhooks", {"url": NOBODY, "types": ["table.finished"]}),
    }
    asking = {
        kind: partial(api.post, path, json=body, headers={**key, "Idempotency-Key": str(uuid.uuid4())})
        for kind, (path, body) in bodies.items()
    }
    return [(kind, ask, ask()) for kind, ask in asking.items()]


def wait_until_full(api: Api, *, full: bool) -> None:
    eventually(lambda: api.get("/readyz").json["memory"]["full"] is full)

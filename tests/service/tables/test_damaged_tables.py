"""Clients of a table that is damaged or of a newer build get a specific error code, and all undamaged events."""

import json
from collections.abc import Iterator

import pytest
from redis import Redis

from tests.events import damaging
from tests.events.damaging import KINDS, Newer
from tests.live import NDJSON, SSE, Api, CreatedTable, Service
from tests.operation.processes import until
from tests.service.wire import Stream


@pytest.fixture
def store(several: Service) -> Iterator[Redis]:
    with Redis.from_url(several.store_url) as store:
        yield store


@pytest.fixture
def created_table(there: Api) -> CreatedTable:
    created_table = there.create_table(2, options={"first_seat": "creator"})
    assert there.play(created_table.seated[0], {"type": "roll", "decision": created_table.view["owed"][0]["decision"]}).status == 201
    return created_table


def damaged(store: Redis, created_table: CreatedTable, kind: str) -> int:
    """Damage the table. Returns its last undamaged version."""
    return KINDS[kind](store, created_table.table, created_table.view["version"] + 1)


def said(several: Service, table: str) -> list[dict[str, object]]:
    """The service's warnings and errors about a table, without those about snapshots."""
    lines = (json.loads(line) for line in several.log().splitlines() if table in line)
    return [line for line in lines if line["level"] in {"warning", "error"} and "snapshot" not in line["message"]]


@pytest.mark.parametrize("kind", KINDS)
def test_no_route_takes_anything_for_a_damaged_table_and_each_says_so(
    there: Api, several: Service, store: Redis, created_table: CreatedTable, kind: str
) -> None:
    other, token = there.create_table(2), created_table.seated[0].token
    whole = damaged(store, created_table, kind)

    for _ in range(2):
        for method, path, body in (
            ("GET", "", None),
            ("POST", "/moves", {"type": "skip", "decision": created_table.view["version"] + 1}),
            ("GET", "/moves", None),
            ("POST", "/seats", {}),
            ("POST", "/start", None),
            ("DELETE", "/seats/0", None),
            ("POST", "/seats/0/links", None),
            ("POST", "/ai-turns", {"mode": "play"}),
            ("POST", "/exports", {"format": "json"}),
            ("POST", "/fork", {"at": 3}),
        ):
            reply = there.request(method, f"/v1/tables/{created_table.table}{path}", token=token, json=body)
            assert (reply.status, reply.code, reply.json["version"]) == (500, "table-damaged", whole), (method, path, reply)
            assert "retry-after" not in reply.headers

    assert there.view(other.table) == other.view
    [line] = said(several, created_table.table)
    assert (line["table"], line["version"], line["level"]) == (created_table.table, whole + 1, "error")
    assert line["reason"]
    assert "exception" not in line


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_whole_can_be_read_in_every_form(
    there: Api, several: Service, store: Redis, created_table: CreatedTable, kind: str
) -> None:
    before = there.events(created_table.table)
    whole = damaged(store, created_table, kind)
    there.get(f"/v1/tables/{created_table.table}/moves", token=created_table.seated[0].token)  # the first request that meets the damage
    events = f"/v1/tables/{created_table.table}/events"

    read, after = [], 0
    while (reply := there.get(events, params={"after": after, "limit": 2})).status == 200:
        read += reply.json["events"]
        after = reply.json["next"]

    assert (reply.code, reply.json["version"]) == ("table-damaged", whole)
    assert read == before[:whole]
    for form in (NDJSON, SSE):
        reply = there.get(events, headers={"Accept": form})
        assert reply.status == (200 if whole else 500)
        assert not whole or f'"version":{whole},' in reply.text
        assert f'"version":{whole + 1},' not in reply.text
        assert there.get(events, headers={"Accept": form}, params={"after": whole}).code == "table-damaged"
    for version in range(1, whole + 1):
        assert there.view(created_table.table, at=version, token=created_table.seated[0].token)["version"] == version
    assert there.get(f"/v1/tables/{created_table.table}", params={"at": whole + 1}).code == "table-damaged"
    with Stream(several.url, created_table.table, last=whole) as stream:
        assert stream.status == 500


def test_a_retried_creation_of_a_table_whose_log_is_gone_lays_no_other(there: Api, store: Redis) -> None:
    created_table = there.create_table(2, key="a-table-that-is-lost-later-0d8f1c1e6b1b4a52")
    KINDS["lost log"](store, created_table.table, created_table.view["version"])

    body = {"game": "dicy-cards", "seats": [{"kind": "human"}] * 2}
    reply = there.post("/v1/tables", json=body, headers={"Idempotency-Key": "a-table-that-is-lost-later-0d8f1c1e6b1b4a52"})

    assert (reply.status, reply.code) == (500, "table-damaged")


def test_an_open_stream_of_a_table_that_gets_damaged_ends_and_the_others_go_on(
    there: Api, several: Service, store: Redis, created_table: CreatedTable
) -> None:
    other = there.create_table(2, options={"first_seat": "creator"})
    version = created_table.view["version"] + 1
    with (
        Stream(several.url, created_table.table, after=version) as harmed,
        Stream(several.url, other.table, after=other.view["version"]) as whole,
    ):
        damaged(store, created_table, "undecodable end")
        told = {"table": created_table.table, "first": version + 1, "last": version + 1, "types": "x.y", "calls": ""}
        store.xadd(f"rs:{{{created_table.table[:3]}}}:feed", told)  # type: ignore[arg-type]  # a mapping that no dict is
        assert not harmed.read(10_000)
        there.play(other.seated[0], {"type": "roll", "decision": other.view["owed"][0]["decision"]})
        whole.read_version(other.view["version"] + 1)

    assert "resume with Last-Event-ID" in harmed.body.decode()
    until(lambda: len(said(several, created_table.table)) == 1 or there.get(f"/v1/tables/{created_table.table}").status == 200)


@pytest.mark.parametrize("newer", [Newer("dicy-cards.dice-rolled", 99), Newer("table.paused", 1)])
def test_a_table_of_a_newer_build_is_waited_for(
    there: Api, several: Service, store: Redis, created_table: CreatedTable, newer: Newer
) -> None:
    version, token = created_table.view["version"] + 1, created_table.seated[0].token
    before = there.events(created_table.table)
    damaging.append_newer(store, created_table.table, version, newer)

    for method, path, body in (
        ("POST", "/moves", {"type": "skip", "decision": version}),
        ("GET", "", None),
        ("GET", "/moves", None),
        ("POST", "/seats", {}),
        ("POST", "/exports", {"format": "json"}),
        ("GET", f"/events?after={version}", None),
    ):
        reply = there.request(method, f"/v1/tables/{created_table.table}{path}", token=token, json=body)
        assert (reply.status, reply.code, reply.json["version"]) == (503, "table-newer", version), (method, path, reply)
        assert int(reply.headers["retry-after"]) > 0

    assert there.get(f"/v1/tables/{created_table.table}/events").json == {"events": before, "next": version}
    assert there.view(created_table.table, at=version)["version"] == version
    assert said(several, created_table.table) == []


def test_damaged_tables_are_counted(there: Api, store: Redis, created_table: CreatedTable) -> None:
    def counted() -> float:
        [line] = [line for line in there.get("/metrics").text.splitlines() if line.startswith("rollstream_tables_damaged ")]
        return float(line.split()[1])

    before = counted()
    damaged(store, created_table, "hole")
    there.get(f"/v1/tables/{created_table.table}")

    until(lambda: counted() > before)  # what was read of the store is shown for a second

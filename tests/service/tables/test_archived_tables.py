"""Clients do not notice that a table has left the store: every route answers as before."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import pytest

from events.archive.archive import FOLDER
from rules.registry import games
from tests.live import NDJSON, SSE, Api, CreatedTable, Reply, created_table
from tests.service.in_process import Application, application, work
from tests.service.routes.exporting import ask, content
from tests.service.tables import rematching
from workers.jobs.parts import WorkerParts, worker_parts
from workers.jobs.tasks import TASKS

TWO = {"game": "dicy-cards", "seats": [{"kind": "human", "name": "Ada"}, {"kind": "human", "name": "Ben"}]}


class Archive(NamedTuple):
    """An application with an archive."""

    application: Application
    api: Api
    parts: WorkerParts
    folder: Path

    def archive(self, table: str) -> None:
        assert self.parts.archiving.archive(table)


@pytest.fixture
def archive(fresh_store_url: str, tmp_path: Path) -> Iterator[Archive]:
    with application(fresh_store_url, exports_url=str(tmp_path)) as service, service.api() as api:
        yield Archive(service, api, worker_parts(fresh_store_url, games(), TASKS, str(tmp_path)), tmp_path)


def finished(api: Api, key: str | None = None) -> CreatedTable:
    """A short finished table, with a few moves, created with an idempotency key."""
    created = created_table(api.post("/v1/tables", json=TWO, headers={"Idempotency-Key": key or uuid4().hex}))
    for _ in range(2):
        view = api.view(created.table)
        owed = view["owed"][0]
        who = created.seated[owed["seat"]]
        assert api.play(who, {"type": "roll", "decision": owed["decision"]}).status == 201
        decision = api.view(created.table)["owed"][0]["decision"]
        assert api.play(who, {"type": "skip", "decision": decision}).status == 201
    assert api.leave(created.seated[0]).status == 200
    return created


def answers(api: Api, created: CreatedTable, key: str) -> Mapping[str, Any]:
    """What clients get who read the table, repeat what they sent, or try to go on."""
    table, (ada, ben) = f"/v1/tables/{created.table}", created.seated
    replies = {
        "view": api.get(table),
        "view of a seat": api.get(table, token=ben.token),
        "view of any seat": api.get(table, params={"seat": 0}),
        "earlier view": api.get(table, params={"at": 9}, token=ada.token),
        "later view": api.get(table, params={"at": 999}),
        "events": api.get(f"{table}/events", params={"after": 3, "limit": 4}),
        "lines": api.get(f"{table}/events", headers={"Accept": NDJSON}),
        "stream": api.get(f"{table}/events", headers={"Accept": SSE}),
        "receipts": api.get(f"{table}/receipts"),
        "moves": api.get(f"{table}/moves", token=ada.token),
        "late move": api.post(f"{table}/moves", json={"type": "roll", "decision": 6}, token=ben.token),
        "foreign token": api.get(f"{table}/moves", token=ada.token[:-3]),
        "seat": api.post(f"{table}/seats", json={}),
        "start": api.post(f"{table}/start", token=ben.token),
        "leave again": api.delete(f"{table}/seats/0", token=ada.token),
        "turn": api.post(f"{table}/ai-turns", json={"mode": "play"}, token=ben.token),
        "created again": api.post("/v1/tables", json=TWO, headers={"Idempotency-Key": key}),
        "created otherwise": api.post("/v1/tables", json={**TWO, "turn_seconds": 30}, headers={"Idempotency-Key": key}),
        "early fork": api.post(f"{table}/fork", json={"at": 999}),
    }
    return {name: _lasting(reply) for name, reply in replies.items()}


def _lasting(reply: Reply) -> tuple[int, Any]:
    if reply.json is None:
        return reply.status, [line for line in reply.text.splitlines() if not line.startswith("retry")]
    return reply.status, {name: value for name, value in reply.json.items() if name != "instance"}


def test_every_route_answers_as_before(archive: Archive) -> None:
    key = uuid4().hex
    created = finished(archive.api, key)
    before = answers(archive.api, created, key)

    archive.archive(created.table)

    after = answers(archive.api, created, key)
    assert {name: answer for name, answer in after.items() if answer != before[name]} == {}
    assert {status for status, _ in after.values()} == {200, 401, 404, 409}


def test_an_archived_table_is_exported_and_verifies(archive: Archive) -> None:
    created = finished(archive.api)
    archive.archive(created.table)

    asked = ask(archive.api, created.table, "json")
    work(archive.application, str(archive.folder))
    export = archive.api.ended(asked.headers["location"])

    assert json.loads(content(archive.api, export))["table"] == created.table
    assert ask(archive.api, created.table, "json").status == 200


def test_an_archived_table_is_forked_and_played_again(archive: Archive) -> None:
    created = finished(archive.api)
    archive.archive(created.table)

    fork = archive.api.fork(created.table, 8)
    rematch = rematching.given(rematching.ask(archive.api, created.seated[1]))

    assert archive.api.view(fork.table)["forked_from"]["table"] == created.table
    assert archive.api.view(created.table)["rematch"]["table"] == rematch.table
    archive.archive(archive.api.leave(fork.seated[0]).json["view"]["table"])
    assert archive.api.view(fork.table)["status"] == "finished"


def test_while_the_archive_is_away_its_tables_can_be_asked_for_later(archive: Archive) -> None:
    created = finished(archive.api)
    archive.archive(created.table)
    away = archive.folder.rename(archive.folder.with_name("away"))

    for method, path, body in (("GET", "", None), ("GET", "?at=3", None), ("GET", "/events", None), ("POST", "/fork", {"at": 5})):
        reply = archive.api.request(method, f"/v1/tables/{created.table}{path}", json=body)
        assert (reply.status, reply.code, reply.json["retry"]) == (503, "archive-unavailable", "safe"), (method, path, reply)
        assert reply.headers["retry-after"] == "5"

    assert archive.api.create_table(2).view["status"] == "playing"
    away.rename(archive.folder)
    assert archive.api.view(created.table)["status"] == "finished"


def test_a_table_whose_file_is_damaged_is_a_damaged_table(archive: Archive) -> None:
    created = finished(archive.api)
    archive.archive(created.table)
    [path] = (archive.folder / FOLDER).rglob(f"{created.table}*")
    path.write_bytes(path.read_bytes()[:-1])

    for _ in range(2):
        reply = archive.api.get(f"/v1/tables/{created.table}")
        assert (reply.status, reply.code, reply.json["version"]) == (500, "table-damaged", 0)

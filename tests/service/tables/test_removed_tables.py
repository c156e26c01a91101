"""A removed table no longer exists for any client, and never comes back."""

import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from threading import Thread

from events.store.keys import service_key
from events.store.redis_connection import connect
from events.store.redis_store import RedisStore
from events.timestamps import epoch_ms, now
from rules.registry import games
from tests.events.projections.world import World
from tests.live import SSE, Api, Service, created_table
from tests.service.playing import eventually
from workers.jobs.parts import worker_parts
from workers.jobs.tasks import TASKS
from workers.retention.retention import Retention

TWO = {"game": "dicy-cards", "seats": [{"kind": "human"}, {"kind": "human"}]}


def remove(service: Service, table: str) -> None:
    with connect(service.store_url) as client:
        assert RedisStore(client).remove(table, epoch_ms(now()), forked=True) == "removed"


def test_a_removed_table_is_unknown_by_every_route(api: Api, service: Service) -> None:
    table = api.create_table(2)
    who = table.seated[0]
    assert api.get(f"/v1/tables/{who.table}/receipts").status == 200  # this process has cached it now
    remove(service, who.table)

    for method, path, body in (
        ("GET", "", None),
        ("GET", "?at=3", None),
        ("GET", "/events", None),
        ("GET", "/receipts", None),
        ("GET", "/moves", None),
        ("POST", "/moves", {"type": "skip", "decision": 1}),
        ("POST", "/seats", None),
        ("POST", "/start", None),
        ("POST", "/fork", {"at": 5}),
        ("POST", "/exports", {"format": "json"}),
        ("POST", "/ai-turns", {"mode": "play"}),
        ("DELETE", "/seats/0", None),
    ):
        reply = api.request(method, f"/v1/tables/{who.table}{path}", token=who.token, json=body)
        assert (reply.status, reply.code) == (404, "table-unknown"), (method, path, reply)


def test_a_creation_that_comes_again_after_the_removal_creates_nothing(api: Api, service: Service) -> None:
    headers = {"Idempotency-Key": str(uuid.uuid4())}
    table = created_table(api.post("/v1/tables", json=TWO, headers=headers)).table
    remove(service, table)

    again = api.post("/v1/tables", json=TWO, headers=headers)

    assert (again.status, again.code) == (410, "table-removed")
    assert api.get(f"/v1/tables/{table}").code == "table-unknown"


def test_a_commitment_whose_table_was_removed_is_used_up(api: Api, service: Service) -> None:
    commitment = api.post("/v1/commitments").json
    table = created_table(api.post("/v1/tables", json={**TWO, "commitment": commitment})).table
    remove(service, table)

    again = api.post("/v1/tables", json={**TWO, "commitment": commitment})

    assert (again.status, again.code) == (410, "table-removed")


def test_a_live_stream_ends_and_the_table_leaves_the_lists(api: Api, service: Service) -> None:
    name = f"Gone {uuid.uuid4().hex[:12]}"
    table = api.create_table(2, names=[name, "Ben"]).table
    assert api.get("/v1/tables", params={"player": name}).json["tables"] != []
    with api.stream(table) as frames:
        next(frames)
        remove(service, table)
        assert [*frames][-1]["version"] >= 1  # the stream ends automatically

    assert api.get(f"/v1/tables/{table}/events", headers={"Accept": SSE}).code == "table-unknown"
    assert api.get("/v1/tables", params={"player": name}).json["tables"] == []


def test_the_export_of_a_removed_table_is_unknown(api: Api, service: Service, tmp_path: Path) -> None:
    table = api.create_table(2)
    api.leave(table.seated[0])
    export = api.post(f"/v1/tables/{table.table}/exports", json={"format": "csv"}).headers["location"]
    assert api.ended(export)["status"] == "finished"
    assert api.get(f"{export}/file").status == 200

    remove(service, table.table)

    assert api.get(f"{export}/file").code == "export-unknown"


def test_built_in_players_of_a_removed_table_are_no_fault(api: Api, service: Service) -> None:
    removed = [api.create_table(0, ai=["greedy", "greedy"]).table for _ in range(3)]
    for table in removed:
        remove(service, table)
    other = api.create_table(0, ai=["greedy", "greedy"]).table
    while api.view(other)["status"] != "finished":
        time.sleep(0.1)

    assert "rollstream_jobs_parked 0.0" in api.get("/metrics").text
    assert "rollstream_tables_damaged 0.0" in api.get("/metrics").text


def test_what_is_too_old_is_removed_by_itself_also_by_two_reactors_at_once(api: Api, service: Service) -> None:
    world = World(service.store_url)
    world.time -= timedelta(days=2)
    old = [world.create_table("human", "open") for _ in range(20)]
    for table in old:
        world.leave(table)
    world.time += timedelta(days=2)
    young = world.create_table("human", "open")
    world.leave(young)
    with another_reactor(service.store_url):
        world.client.delete(service_key("retention"))  # the next walk through the store begins now
        eventually(lambda: not any(world.store.read(table, 0, 1) for table in old))

    assert {api.get(f"/v1/tables/{table}").code for table in old} == {"table-unknown"}
    assert api.view(young)["status"] == "finished"
    assert not {*old, young} & {*world.store.damaged()}


@contextmanager
def another_reactor(url: str) -> Iterator[None]:
    made = worker_parts(url, games(), TASKS)
    stopping: list[bool] = []
    thread = Thread(target=Retention(made).run, args=(lambda: bool(stopping),))
    thread.start()
    try:
        yield
    finally:
        stopping.append(True)
        thread.join()

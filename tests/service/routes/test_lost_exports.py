"""A file that is missing, damaged or forgotten is made again when it is asked for."""

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from tests.live import Api, Service
from tests.service.routes.exporting import ask, content, exported, finished


@pytest.fixture
def store(service: Service) -> Iterator[Redis]:
    with Redis.from_url(service.store_url) as store:
        yield store


def on_the_shelf(service: Service, export: Mapping[str, Any]) -> Path:
    return service.log_file.parent / "exports" / str(export["file"]["address"])


def test_a_file_that_is_gone_is_said_to_be_and_can_be_made_again(api: Api, service: Service) -> None:
    table = finished(api)
    export = exported(api, table, "json")
    before, path = content(api, export), f"/v1/exports/{export['export']}"
    on_the_shelf(service, export).unlink()

    assert [(reply.status, reply.code) for reply in (api.get(path), api.get(f"{path}/file"))] == [(404, "export-unknown")] * 2
    assert ask(api, table, "json").status == 202
    assert api.ended(path) == export
    assert content(api, export) == before


def test_half_a_file_is_none(api: Api, service: Service) -> None:
    table = finished(api)
    export = exported(api, table, "txt")
    file = on_the_shelf(service, export)
    file.write_bytes(file.read_bytes()[:10])

    assert api.get(export["file"]["url"]).code == "export-unknown"
    assert exported(api, table, "txt") == export
    assert hashlib.sha256(content(api, export)).hexdigest() in export["file"]["address"]


def test_another_file_of_the_same_length_is_not_handed_out_and_the_right_one_is_made_again(api: Api, service: Service) -> None:
    table = finished(api)
    export = exported(api, table, "html")
    before, path = content(api, export), f"/v1/exports/{export['export']}"
    on_the_shelf(service, export).write_bytes(b"x" * len(before))

    assert (api.get(f"{path}/file").code, api.get(path).code) == ("export-unknown", "export-unknown")
    assert exported(api, table, "html") == export
    assert content(api, export) == before


def test_while_the_place_of_the_files_is_not_mounted_they_can_be_asked_for_later(api: Api, service: Service) -> None:
    table = finished(api)
    export = exported(api, table, "svg")
    place = on_the_shelf(service, export).parent
    place.rename(place.with_name("unmounted"))

    away = [api.get(export["file"]["url"]).code, api.get(f"/v1/exports/{export['export']}").code, ask(api, table, "svg").code]
    place.with_name("unmounted").rename(place)

    assert away == ["store-unavailable"] * 3
    assert exported(api, table, "svg") == export
    assert hashlib.sha256(content(api, export)).hexdigest() in export["file"]["address"]


@pytest.mark.parametrize("kept", ["nonsense", "{}", ""])
def test_an_index_that_cannot_be_read_is_made_again(api: Api, store: Redis, kept: str) -> None:
    table = finished(api)
    export = exported(api, table, "txt")
    store.hset(f"rs:{{{table[:3]}}}:{table}:exports", "txt", kept)
    while api.get(f"/v1/exports/{export['export']}").json.get("status") in ("queued", "running"):
        pass  # the job that made it is about to end

    assert [api.get(f"/v1/exports/{export['export']}{more}").code for more in ("", "/file")] == ["export-unknown"] * 2
    assert exported(api, table, "txt") == export


def test_what_the_queue_remembers_does_not_matter_to_a_file(api: Api, store: Redis) -> None:
    table = finished(api)
    export = exported(api, table, "svg")
    for key in store.scan_iter("rq:job:export-*"):
        store.delete(key)

    assert api.get(f"/v1/exports/{export['export']}").json == export
    assert ask(api, table, "svg").status == 200


def test_what_the_index_forgot_can_be_asked_for_again(api: Api, store: Redis) -> None:
    table = finished(api)
    export = exported(api, table, "csv")
    store.delete(f"rs:{{{table[:3]}}}:{table}:exports")

    assert api.get(f"/v1/exports/{export['export']}").code == "export-unknown"
    assert exported(api, table, "csv") == export

"""A table that was laid before there were clocks, built-in players and forks: it is told as it was stored, and played on."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from redis import Redis

from events.envelope import NO_HASH, write_line
from tests.live import NDJSON, Api, Laid, Service
from tests.service.playing import rolled, to_move
from tests.service.wire import Stream

NEW = {
    "table.created": {"turn_seconds", "on_expiry", "abandon_after", "forked_from"},
    "table.seat-taken": {"level"},
}
"""What these events have been told since their schema 2."""


@pytest.fixture
def old(api: Api, service: Service) -> Laid:
    """A table of two with the log that the first build would have written, and no snapshot."""
    laid = api.create_table(2, names=["Ada", "Grace"])
    prefix = f"rs:{{{laid.table[:3]}}}:{laid.table}"
    with Redis.from_url(service.store_url) as store:
        lines = [entry[b"e"] for _, entry in store.xrange(f"{prefix}:log")]
        with store.pipeline() as pipe:  # others read it meanwhile
            pipe.delete(f"{prefix}:log", f"{prefix}:state")
            for version, line in enumerate(as_once_written(lines), 1):
                pipe.xadd(f"{prefix}:log", {"e": line}, id=f"{version}-0")
            pipe.execute()
    return laid


def as_once_written(lines: list[bytes]) -> Iterator[bytes]:
    head = NO_HASH
    for line in lines:
        stored: dict[str, Any] = json.loads(line)
        data = {name: value for name, value in stored["data"].items() if name not in NEW.get(stored["type"], ())}
        body = {name: value for name, value in stored.items() if name not in {"key", "hash"}}
        written, head = write_line(head, {**body, "schema": 1, "data": data}, stored["key"])
        yield written


def test_its_events_are_told_as_they_were_stored_in_every_form(api: Api, old: Laid, service: Service) -> None:
    pages = api.events(old.table)
    lines = api.get(f"/v1/tables/{old.table}/events", headers={"Accept": NDJSON}).text.splitlines()
    with Stream(service.url, old.table) as stream:
        stream.read_version(old.view["version"])

    assert {event["schema"] for event in pages} == {1}
    assert not any(NEW.get(event["type"], set()) & event["data"].keys() for event in pages)
    assert [json.loads(line) for line in lines] == stream.events == pages


def test_it_has_no_clock_and_waits_for_ever_and_goes_on_as_before(api: Api, old: Laid) -> None:
    view = api.view(old.table)

    assert (view["turn_seconds"], view["on_expiry"], view["abandon_after"], view["forked_from"]) == (None, None, None, None)
    assert {seat["level"] for seat in view["seats"]} == {None}
    assert rolled(api, *to_move(old.seated, view)).status == 201
    assert api.leave(old.seated[0]).json["view"]["status"] == "finished"


def test_it_can_be_exported_and_forked_like_any_other(api: Api, old: Laid) -> None:
    rolled(api, *to_move(old.seated, old.view))
    api.leave(old.seated[0])

    export = api.ended(api.post(f"/v1/tables/{old.table}/exports", json={"format": "json"}).headers["location"])
    fork = api.fork(old.table, old.view["version"])

    assert export["status"] == "finished"
    assert (fork.view["status"], fork.view["abandon_after"]) == ("playing", 86_400)

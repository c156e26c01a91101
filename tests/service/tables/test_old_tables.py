"""Tables of earlier builds, without clocks, built-in players and forks, or without bots: they are read as stored, and continue."""

import json
from collections.abc import Collection, Iterator, Mapping
from typing import Any

import pytest
from redis import Redis

from events.store.stored_lines import plain
from events.tables.envelope import NO_HASH, write_line
from tests.live import NDJSON, Api, CreatedTable, Service
from tests.service.playing import rolled, to_move
from tests.service.wire import Stream

SINCE: Mapping[str, Mapping[int, Collection[str]]] = {
    "table.created": {
        2: {"turn_seconds", "on_expiry", "abandon_after", "forked_from"},
        3: {"bot_seconds", "on_failure"},
        4: {"reserved"},
        5: {"advice"},
    },
    "table.seat-taken": {2: {"level"}, 3: {"bot"}, 4: {"name_digest"}},
}
"""The fields of these events, by the schema that added them."""


@pytest.fixture(params=[1, 2])
def schema(request: pytest.FixtureRequest) -> int:
    """The newest schema of any event that the old build knew."""
    newest: int = request.param
    return newest


def later(kind: str, schema: int) -> Collection[str]:
    """The fields that an event of this type did not have yet when this was the newest schema."""
    return {name for since, names in SINCE.get(kind, {}).items() if since > schema for name in names}


@pytest.fixture
def old(api: Api, service: Service, schema: int) -> CreatedTable:
    """A table of two with the log that an old build would have written, and without a snapshot."""
    created_table = api.create_table(2, names=["Ada", "Grace"])
    prefix = f"rs:{{{created_table.table[:3]}}}:{created_table.table}"
    with Redis.from_url(service.store_url) as store:
        entries = store.xrange(f"{prefix}:log")
        lines = [plain(created_table.table, version, fields[b"e"]) for version, (_, fields) in enumerate(entries, 1)]
        with store.pipeline() as pipe:  # others read it at the same time
            pipe.delete(f"{prefix}:log", f"{prefix}:state")
            for version, line in enumerate(as_once_written(lines, schema), 1):
                pipe.xadd(f"{prefix}:log", {"e": line}, id=f"{version}-0")
            pipe.execute()
    return created_table


def as_once_written(lines: list[bytes], schema: int) -> Iterator[bytes]:
    head = NO_HASH
    for line in lines:
        stored: dict[str, Any] = json.loads(line)
        data = {name: value for name, value in stored["data"].items() if name not in later(stored["type"], schema)}
        named = stored.pop("named", None)
        if named is not None:
            data |= {"name": named["name"]}
        body = {name: value for name, value in stored.items() if name not in {"key", "hash"}}
        written = write_line(head, {**body, "schema": min(body["schema"], schema), "data": data}, stored["key"])
        head = written.hash
        yield written.plain(body["table"], body["version"])


def test_its_dice_were_not_reserved(api: Api, old: CreatedTable) -> None:
    assert api.view(old.table)["fairness"]["reserved"] is False


def test_its_events_are_told_as_they_were_stored_in_every_form(api: Api, old: CreatedTable, service: Service, schema: int) -> None:
    pages = api.events(old.table)
    lines = api.get(f"/v1/tables/{old.table}/events", headers={"Accept": NDJSON}).text.splitlines()
    with Stream(service.url, old.table) as stream:
        stream.read_version(old.view["version"])

    assert max(event["schema"] for event in pages) == schema
    assert not any(set(later(event["type"], schema)) & event["data"].keys() for event in pages)
    assert [json.loads(line) for line in lines] == stream.events == pages


def test_it_has_nothing_that_came_later_and_goes_on_as_before(api: Api, old: CreatedTable, schema: int) -> None:
    view = api.view(old.table)

    assert {view[name] for name in {*later("table.created", schema)} - {"reserved", "advice"}} == {None}
    assert view["advice"] == "private"
    assert {seat[name] for seat in view["seats"] for name in ("level", "bot")} == {None}
    assert rolled(api, *to_move(old.seated, view)).status == 201
    assert api.leave(old.seated[0]).json["view"]["status"] == "finished"


def test_it_can_be_exported_and_forked_like_any_other(api: Api, old: CreatedTable) -> None:
    rolled(api, *to_move(old.seated, old.view))
    api.leave(old.seated[0])

    export = api.ended(api.post(f"/v1/tables/{old.table}/exports", json={"format": "json"}).headers["location"])
    fork = api.fork(old.table, old.view["version"])

    assert export["status"] == "finished"
    assert (fork.view["status"], fork.view["abandon_after"]) == ("playing", 86_400)

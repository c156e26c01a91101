"""Two web processes and a store that fails over to a lagging replica: clients that have seen lost events learn it from either process."""

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.events.store.replicated import replicated
from tests.live import NDJSON, Api, CreatedTable, Service, running
from tests.service.playing import eventually, skip
from tests.service.wire import Stream

SECRET = "the-same-secret-for-all-web-processes"


TABLES = 4
"""One for each test that changes its table."""


class Lost(NamedTuple):
    """A table that lost its newest events in a fail-over. `seen` are the events known before it, `common` is the remaining version."""

    one: Api
    other: Api
    created_table: CreatedTable
    seen: list[Mapping[str, Any]]
    common: int
    streams: list[Stream]

    @property
    def path(self) -> str:
        return f"/v1/tables/{self.created_table.table}"

    @property
    def last(self) -> str:
        """The id of the newest lost event."""
        return place(self.seen[-1])


@pytest.fixture(scope="module")
def tables() -> Iterator[list[Lost]]:
    """Tables that got an event at the first process just before the fail-over. The second process has not moved them yet."""
    with ExitStack() as ending:
        folder = Path(ending.enter_context(tempfile.TemporaryDirectory()))  # short enough for a socket path
        pair = ending.enter_context(replicated(folder))
        services: list[Service] = []
        for name in ("one", "other"):
            (folder / name).mkdir()
            services.append(ending.enter_context(running(pair.url, folder / name, ("web",), secret=SECRET)))
        one, other = (ending.enter_context(Api(service.url)) for service in services)
        created_table = [one.create_table(2) for _ in range(TABLES)]
        common = [skip(one, table.seated, table.view)["version"] for table in created_table]
        streams = [[ending.enter_context(Stream(service.url, table.table)) for service in services] for table in created_table]
        pair.lag()
        seen = [_gone_on(one, table, opened) for table, opened in zip(created_table, streams, strict=True)]
        pair.fail_over()
        eventually(lambda: all(is_back(api, created_table[0]) for api in (one, other)))
        yield [Lost(one, other, *rest) for rest in zip(created_table, seen, common, streams, strict=True)]


def _gone_on(api: Api, created_table: CreatedTable, streams: list[Stream]) -> list[Mapping[str, Any]]:
    """The events of the table after another move, which its streams have received."""
    newest = skip(api, created_table.seated, api.view(created_table.table))["version"]
    for stream in streams:
        stream.read_version(newest)
    return [*api.events(created_table.table)]


@pytest.fixture
def lost(tables: list[Lost]) -> Lost:
    """A table that no other test has used."""
    return tables.pop()


def is_back(api: Api, created_table: CreatedTable) -> bool:
    return api.get(f"/v1/tables/{created_table.table}").status == 200


def place(event: Mapping[str, Any]) -> str:
    return f"{event['version']}-{event['hash'][:8]}"


def test_open_streams_of_every_process_say_that_what_they_told_is_lost(lost: Lost) -> None:
    for stream in lost.streams:
        stream.read_to_the_end()  # without any move: the hub has noticed the outage of the store

        assert stream.events == lost.seen
        frame = stream.reset_frame
        assert frame is not None
        assert frame["id"] == place(lost.seen[lost.common - 1])
        assert '"reason":"ahead"' in frame["data"]


def test_the_other_process_goes_on_and_the_first_follows_it_although_it_remembers_another_table(lost: Lost) -> None:
    view = lost.one.view(lost.created_table.table)
    assert view["version"] == lost.common
    instead = skip(lost.other, lost.created_table.seated, view)
    assert instead["version"] == lost.seen[-1]["version"]

    after = skip(lost.one, lost.created_table.seated, instead)

    events = [*lost.one.events(lost.created_table.table)]
    assert events == [*lost.other.events(lost.created_table.table)]
    assert [event["version"] for event in events] == list(range(1, after["version"] + 1))
    assert events[: lost.common] == lost.seen[: lost.common]
    assert not {place(event) for event in events} & {place(event) for event in lost.seen[lost.common :]}


def test_whoever_comes_back_from_a_lost_branch_is_told_by_every_process_in_every_form(lost: Lost) -> None:
    bare = lost.one.get(f"{lost.path}/events", params={"after": lost.seen[-1]["version"]})
    assert (bare.code, bare.json["version"]) == ("history-changed", lost.common)
    for reason in ("ahead", "replaced"):
        if reason == "replaced":
            skip(lost.other, lost.created_table.seated, lost.other.view(lost.created_table.table))
        for api in (lost.one, lost.other):
            for accept in ("application/json", NDJSON):
                page = api.get(f"{lost.path}/events", params={"after": lost.last}, headers={"Accept": accept})
                assert (page.status, page.code, page.json["reason"]) == (409, "history-changed", reason)
            with Stream(api.url, lost.created_table.table, last=lost.last) as stream:
                stream.read_to_the_end()
            assert stream.events == []
            assert stream.reset_frame is not None
            assert f'"reason":"{reason}"' in stream.reset_frame["data"]
            assert api.get(lost.path, headers={"If-None-Match": f'"{lost.last}"'}).status == 200


def test_a_lost_move_that_is_sent_again_is_decided_again(lost: Lost) -> None:
    view = lost.one.view(lost.created_table.table)

    again = skip(lost.one, lost.created_table.seated, view)

    assert again["version"] == lost.seen[-1]["version"]
    told = [*lost.one.events(lost.created_table.table, after=lost.common)]
    assert [event["type"] for event in told] == [event["type"] for event in lost.seen[lost.common :]]

"""A table's events as a stream: a reader gets each version once and in order, however often the connection breaks."""

import json
import random
import socket
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import requests

from rules.table_state import Table
from tests.contract import checker
from tests.live import NDJSON, SSE, Api, CreatedTable, Reply, Service
from tests.service.ahead import play_ahead, skipping
from tests.service.playing import rolled, skip, to_move
from tests.service.wire import Stream

CUTS = 100
EVENTS = 500


@pytest.fixture
def created_table(api: Api) -> CreatedTable:
    return api.create_table(2)


def test_a_hundred_cuts_lose_nothing_and_repeat_nothing(api: Api, service: Service, created_table: CreatedTable) -> None:
    chance, collected = random.Random(0), list[Mapping[str, Any]]()
    with ThreadPoolExecutor(1) as players:
        playing = players.submit(skip_until, service, created_table, EVENTS)
        for cut in range(CUTS):
            with Stream(service.url, created_table.table, last=newest_of(collected)) as stream:
                stream.read(chance.randrange(1, 2000))
                collected += stream.events
                if cut % 2:
                    stream.reset()
        newest = playing.result()
    with Stream(service.url, created_table.table, last=newest_of(collected)) as stream:
        stream.read_version(newest)
        collected += stream.events

    assert [event["version"] for event in collected] == list(range(1, newest + 1))
    assert collected == api.events(created_table.table)
    assert newest >= EVENTS


def skip_until(service: Service, created_table: CreatedTable, version: int) -> int:
    """Skip turns as fast as possible until the table has reached the version; return its newest one."""
    newest = version

    def reached(table: Table[Any]) -> bool:
        nonlocal newest
        newest = table.version
        return newest >= version

    play_ahead(service, created_table.table, skipping, reached)
    return newest


def newest_of(collected: list[Mapping[str, Any]]) -> int:
    return collected[-1]["version"] if collected else 0


def test_a_reader_that_is_too_slow_can_go_on_where_it_was(api: Api, service: Service, created_table: CreatedTable) -> None:
    with Stream(service.url, created_table.table, buffer=2048) as slow:
        newest = skip_until(service, created_table, 700)
        while newest not in slow.versions and slow.read_more():
            pass
    read = slow.versions
    with Stream(service.url, created_table.table, last=read[-1] - 1) as again:
        again.read_version(newest)

    assert read == list(range(1, read[-1] + 1))
    assert again.versions == list(range(read[-1], newest + 1))
    assert read[-1] == newest or slow.body.endswith(b": resume with Last-Event-ID\n\n")


def test_nothing_falls_between_a_view_and_the_stream_that_follows_it(api: Api, service: Service, created_table: CreatedTable) -> None:
    with ThreadPoolExecutor(1) as players:
        playing = players.submit(skip_until, service, created_table, EVENTS)
        number = 0
        while (seen := api.view(created_table.table)["version"]) < EVENTS:
            number += 1
            after = seen if number % 3 else 0
            with Stream(service.url, created_table.table, after=after) as stream:
                stream.read_version(min(seen + 6, EVENTS))

            assert stream.versions[: seen + 6 - after] == list(range(after + 1, min(seen + 6, EVENTS) + 1))
        newest = playing.result()
    assert number > 1
    with Stream(service.url, created_table.table) as stream:
        stream.read_version(newest)
        assert stream.versions == list(range(1, newest + 1))


def test_what_happens_reaches_all_who_watch_and_each_once(api: Api, service: Service, created_table: CreatedTable) -> None:
    other = api.create_table(2)
    tokens = (None, created_table.seated[0].token, created_table.seated[1].token, None)
    streams = [Stream(service.url, created_table.table, token=token, after=created_table.view["version"]) for token in tokens]
    elsewhere = Stream(service.url, other.table, after=other.view["version"])
    view = created_table.view
    for _ in range(3):
        view = skip(api, created_table.seated, view)
    skip(api, other.seated, other.view)

    for stream in (*streams, elsewhere):
        stream.read_version((other.view if stream is elsewhere else view)["version"] + 2 * (stream is elsewhere))
        stream.socket.close()

    assert all(stream.events == api.events(created_table.table, after=created_table.view["version"]) for stream in streams)
    assert elsewhere.events == api.events(other.table, after=other.view["version"])


def test_where_a_stream_goes_on_is_said_by_the_last_event_id_before_all_else(
    api: Api, service: Service, created_table: CreatedTable
) -> None:
    newest = created_table.view["version"]
    for after, last, first in ((0, 3, 4), (newest, 2, 3), (3, None, 4), (0, 0, 1), (2, newest - 1, newest)):
        with Stream(service.url, created_table.table, after=after, last=last) as stream:
            stream.read_version(newest)
            assert stream.versions == list(range(first, newest + 1))

    for wrong in ("x", "-1", "1.0", "1e3", "٣", "9" * 40, "1-", "1-3fa9c0d", "1-3fa9c0d11", "1-3FA9C0D1", "-3fa9c0d1", "1 -3fa9c0d1"):
        reply = api.get(
            f"/v1/tables/{created_table.table}/events", headers={"Accept": SSE, "Last-Event-ID": wrong.encode().decode("latin-1")}
        )
        assert (reply.status, reply.code) == (400, "header-invalid")


def test_the_id_of_every_event_can_be_gone_on_from_as_its_version_can(api: Api, service: Service, created_table: CreatedTable) -> None:
    events = api.events(created_table.table)
    for event in events[:-1]:
        rest = events[event["version"] :]
        for place in (f"{event['version']}-{event['hash'][:8]}", event["version"]):
            with (
                Stream(service.url, created_table.table, last=place) as resumed,
                Stream(service.url, created_table.table, after=place) as asked,
            ):
                for stream in (resumed, asked):
                    stream.read_version(events[-1]["version"])
                    assert stream.events == rest
            assert page(api, created_table, place).json["events"] == rest
            assert [json.loads(line) for line in page(api, created_table, place, NDJSON).text.splitlines()] == rest


def page(api: Api, created_table: CreatedTable, after: str | int, accept: str = "application/json") -> Reply:
    """The response to a request for the events after a given one."""
    return api.get(f"/v1/tables/{created_table.table}/events", params={"after": after}, headers={"Accept": accept})


def test_who_goes_on_from_what_the_table_does_not_have_is_told_to_load_it_again(
    api: Api, service: Service, created_table: CreatedTable
) -> None:
    events = api.events(created_table.table)
    newest, head = events[-1]["version"], events[-1]["hash"][:8]
    other = "0" * 8
    lost = {
        newest + 1: "ahead",
        f"{newest + 1}-{head}": "ahead",
        f"{10**15 - 1}": "ahead",
        f"{newest}-{other}": "replaced",
        f"{newest - 1}-{head}": "replaced",
        f"1-{other}": "replaced",
        f"0-{other}": "replaced",
    }
    for place, reason in lost.items():
        for stream in (Stream(service.url, created_table.table, last=place), Stream(service.url, created_table.table, after=place)):
            stream.read_to_the_end()
            assert (stream.status, stream.events) == (200, [])
            assert_reset(stream, reason, newest, head)
            stream.socket.close()
        for accept in (NDJSON, "application/json"):
            reply = page(api, created_table, place, accept)
            assert (reply.status, reply.code) == (409, "history-changed")
            assert (reply.json["reason"], reply.json["version"]) == (reason, newest)


def assert_reset(stream: Stream, reason: str, version: int, head: str) -> None:
    """The stream has ended with a frame that gives the reason and the position to resume from."""
    frame = stream.reset_frame
    assert frame is not None
    assert frame["id"] == f"{version}-{head}"
    assert (
        checker.frame_item("".join(f"{name}: {value}\n" for name, value in frame.items())).items()
        >= {
            "reason": reason,
            "version": version,
        }.items()
    )
    assert stream.body.endswith(f"data: {frame['data']}\n\n".encode())


def test_who_comes_back_with_the_id_of_a_reset_follows_on_from_there(api: Api, service: Service, created_table: CreatedTable) -> None:
    with Stream(service.url, created_table.table, last=10**6) as lost:
        lost.read_to_the_end()
    assert lost.reset_frame is not None

    with Stream(service.url, created_table.table, last=lost.reset_frame["id"]) as again:
        view = skip(api, created_table.seated, created_table.view)
        again.read_version(view["version"])

    assert again.events == api.events(created_table.table, after=created_table.view["version"])


def test_a_finished_table_has_nothing_left_only_for_who_has_its_last_event(api: Api, service: Service, created_table: CreatedTable) -> None:
    api.leave(created_table.seated[0])
    events = api.events(created_table.table)
    newest, head = events[-1]["version"], events[-1]["hash"][:8]

    for place in (newest, f"{newest}-{head}"):
        with Stream(service.url, created_table.table, last=place) as stream:
            assert stream.status == 204
    for place, reason in ((newest + 1, "ahead"), (f"{newest}-{'0' * 8}", "replaced")):
        with Stream(service.url, created_table.table, last=place) as stream:
            stream.read_to_the_end()
            assert_reset(stream, reason, newest, head)


def test_no_proxy_may_keep_a_stream_back(service: Service, created_table: CreatedTable) -> None:
    headers = {"Accept": f"{SSE}, */*;q=0.1", "Accept-Encoding": "gzip, br"}
    with requests.get(f"{service.url}/v1/tables/{created_table.table}/events", headers=headers, stream=True, timeout=30) as answer:
        assert answer.headers["Content-Type"] == "text/event-stream; charset=utf-8"
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["X-Accel-Buffering"] == "no"
        assert "Authorization" in answer.headers["Vary"]
        assert not {"Content-Encoding", "Content-Length"} & set(answer.headers)
        assert next(answer.iter_lines()) == b"retry: 1000"


def test_a_stream_ends_with_the_game_and_a_browser_is_told_not_to_come_back(
    api: Api, service: Service, created_table: CreatedTable
) -> None:
    with Stream(service.url, created_table.table, after=created_table.view["version"]) as stream:
        rolled(api, *to_move(created_table.seated, created_table.view))
        api.leave(created_table.seated[0])
        stream.read_to_the_end()
    newest = api.view(created_table.table)["version"]

    assert stream.events == api.events(created_table.table, after=created_table.view["version"])
    assert stream.events[-1]["type"] == "table.seed-revealed"
    for last, status in ((newest, 204), (newest - 1, 200), (0, 200)):
        with Stream(service.url, created_table.table, last=last) as again:
            again.read_to_the_end()
            assert (again.status, again.versions) == (status, list(range(last + 1, newest + 1)))


def test_a_seat_is_connected_as_long_as_any_of_its_streams_is_open(api: Api, service: Service, created_table: CreatedTable) -> None:
    who, path = created_table.seated[1], created_table.table
    first, second, spectator = (
        Stream(service.url, path, token=who.token),
        Stream(service.url, path, token=who.token),
        Stream(service.url, path),
    )
    assert connected(api, created_table) == [False, True]

    leave(first, api, created_table)
    assert connected(api, created_table) == [False, True]
    leave(second, api, created_table)

    assert connected(api, created_table) == [False, False]
    spectator.socket.close()


def connected(api: Api, created_table: CreatedTable) -> list[bool]:
    return [seat["connected"] for seat in api.view(created_table.table)["seats"]]


def leave(stream: Stream, api: Api, created_table: CreatedTable) -> None:
    """Close the connection, then cause enough events for the service to notice."""
    stream.socket.shutdown(socket.SHUT_RDWR)
    stream.reset()
    for _ in range(3):
        skip(api, created_table.seated, api.view(created_table.table))
        api.get("/v1/games")

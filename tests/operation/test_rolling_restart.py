"""Web processes are replaced and stopped while clients play and follow tables: no request fails, and no event is lost or comes twice."""

import json
import os
import re
import signal
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.forking import forked
from tests.operation.crowd import TABLE, Client, Seen, crowd
from tests.operation.processes import Started, free_port, until

REPLACED = "all processes are replaced"


@contextmanager
def web(folder: Path, store_url: str, port: int, **settings: str) -> Iterator[Started]:
    """`rollstream web` with two processes on a store, which serves when the block begins."""
    variables = {"redis_url": store_url, "rate_limit": "1000000/minute", "exports_url": str(folder), "log_format": "text", **settings}
    environment = {**os.environ, **{f"ROLLSTREAM_{name.upper()}": value for name, value in variables.items()}}
    arguments = ["web", "--port", str(port), "--web-processes", "2"]
    with forked("service.command_line", *arguments, output=folder / f"said-{time.monotonic_ns()}", environment=environment) as started:
        started.wait_for("web: ready", 60)
        yield started


def replace_processes(service: Started) -> None:
    before = service.said().count(REPLACED)
    service.process.send_signal(signal.SIGHUP)
    until(lambda: service.said().count(REPLACED) > before, 60, service.said)


def processes_of(service: Started) -> set[int]:
    """The ids of gunicorn's processes."""
    return {member.pid for member in service.family() if "gunicorn" in member.cmdline() and "-I" not in member.cmdline()}


def wait_for_moves(tables: list[Seen], more: int = 10) -> None:
    """Wait until so many more events were acknowledged."""
    before = events_of(tables)
    until(lambda: events_of(tables) >= before + more, 30)


def events_of(tables: list[Seen]) -> int:
    return sum(len(seen.acknowledged) for seen in [*tables])


def test_processes_that_are_replaced_under_load_lose_no_request_and_no_event(fresh_store_url: str, tmp_path: Path) -> None:
    port = free_port()
    with web(tmp_path, fresh_store_url, port) as service:
        old = processes_of(service)
        with crowd([port], [port], [port]) as tables:
            wait_for_moves(tables)
            for _ in range(2):
                replace_processes(service)
                wait_for_moves(tables)

        assert not old & processes_of(service)
        service.process.terminate()
        assert service.process.wait(60) == 0


def test_a_second_service_that_comes_and_goes_under_load_loses_no_request_and_no_event(fresh_store_url: str, tmp_path: Path) -> None:
    first, second = free_port(), free_port()
    with web(tmp_path, fresh_store_url, first), crowd([second, first], [second, first], [first]) as tables:
        wait_for_moves(tables)
        for _ in range(2):
            with web(tmp_path, fresh_store_url, second) as other:
                until(lambda: open_streams(second) > 0, 30)
                wait_for_moves(tables)
                other.process.terminate()
                assert other.process.wait(60) == 0, other.said()
            wait_for_moves(tables)


def test_a_service_that_is_about_to_stop_says_so_and_serves_until_then(fresh_store_url: str, tmp_path: Path) -> None:
    port = free_port()
    with web(tmp_path, fresh_store_url, port, drain_pause="60") as service:
        service.process.terminate()

        until(lambda: readiness(port) == (503, "stopping"), 20, service.said)

        with Client([port]) as client:
            assert client.ask("POST", "/v1/tables", TABLE)["view"]["status"] == "playing"
            assert client.ask("GET", "/healthz") == {"status": "ok"}
        service.process.send_signal(signal.SIGTERM)
        assert service.process.wait(60) == 0
        with Client([port]) as client, pytest.raises(AssertionError, match="nobody listens"):
            client.ask("GET", "/healthz")


def open_streams(port: int) -> float:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
        [open_now] = re.findall(r"^rollstream_open_streams (\S+)$", answer.read().decode(), re.MULTILINE)
    return float(open_now)


def readiness(port: int) -> tuple[int, str]:
    with Client([port]) as client, client.open("GET", "/readyz", {}) as answer:
        return answer.status, json.loads(answer.read())["status"]

"""The real service for tests: all its programs on a real store. Its client is that of `tests.api`."""

import os
import secrets
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest
import requests

from service.processes import embedded_store
from tests import forking
from tests.api import NDJSON, SSE, TIMEOUT, Api, CreatedTable, Played, Reply, Seated, choose, created_table
from tests.operation.processes import free_port

__all__ = ["NDJSON", "SSE", "TIMEOUT", "Api", "CreatedTable", "Played", "Reply", "Seated", "choose", "created_table"]

ROOT = Path(__file__).parents[1]
PART_OF = {"projector": "projections", "reactor": "reactor", "dispatcher": "dispatcher", "worker": "workers"}
"""The name of each program's part in /readyz."""

PROGRAMS = (*PART_OF, "web")
FEWEST = ("projector", "web")
"""Enough for tests with human players only."""

READY_WITHIN = 60.0
STOP_WITHIN = 15.0


@dataclass(frozen=True, kw_only=True)
class Service:
    """A running service: its address, its store's address, its token secret, and its log file."""

    url: str
    store_url: str
    secret: str
    log_file: Path

    def log(self) -> str:
        """What its programs have logged so far."""
        return self.log_file.read_text(encoding="utf-8", errors="replace")


SHARED = pytest.StashKey[Service]()
STORES: Final[dict[str, str]] = {}
"""The address of each service that this process has started -> that of its store."""


@contextmanager
def running(store_url: str, folder: Path, programs: Sequence[str] = PROGRAMS, limits: str = "", **settings: str) -> Iterator[Service]:
    """Run a service on a store for the block, as `rollstream` runs it, but each program on its own.

    `settings` are variables without their prefix, such as `rate_limit="2/minute"`. `limits` are lines of the table `[limits]` of its
    configuration, such as `"streams = 3"`. All programs must stop cleanly at the end of the block.
    """
    secret = secrets.token_hex(32)
    port = free_port()
    log_file = folder / "service.log"
    variables = {
        "redis_url": store_url,
        "secret": secret,
        "rate_limit": "1000000/minute",
        "log_level": "debug",
        "web_processes": "1",
        "outgoing_allow": "127.0.0.0/8",
        "exports_url": str(folder / "exports"),
        **settings,
    }
    if "config" not in settings:
        variables["config"] = str(folder / "limits.toml")
        (folder / "limits.toml").write_text(f"[limits]\n{_with_many_tables(limits)}\n")
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(("ROLLSTREAM_", "PROMETHEUS_"))},
        **{f"ROLLSTREAM_{name.upper()}": value for name, value in variables.items()},
        "PYTHONUNBUFFERED": "1",
    }
    service = Service(url=f"http://127.0.0.1:{port}", store_url=store_url, secret=secret, log_file=log_file)
    STORES[service.url] = store_url
    log_file.touch()
    arguments = {name: [name] for name in programs}
    arguments["web"] += ["--port", str(port)]
    with ExitStack() as ending:
        started = {name: ending.enter_context(_started(each, environment, log_file)) for name, each in arguments.items()}
        _wait_until_ready(service, started.values(), {PART_OF[name] for name in programs if name in PART_OF})
        yield service
        ended = [name for name, program in started.items() if program.poll() is not None]
        assert not ended, f"ended by themselves: {ended}"
        for program in started.values():  # all at once, because each takes some time to stop
            program.terminate()


def _with_many_tables(limits: str) -> str:
    """The limits, with enough tables per client: all tests of a process share one address and leave their tables behind."""
    many = {"tables_created": '"1000000/hour"', "seats_taken": '"1000000/hour"', "tables_running": "1000000"}
    return "\n".join([limits, *(f"{name} = {value}" for name, value in many.items() if name not in limits)])


@contextmanager
def _started(arguments: Sequence[str], environment: Mapping[str, str], log_file: Path) -> Iterator[forking.Forked]:
    """Run a program for the block. It must exit with 0."""
    started = forking.start("service.command_line", *arguments, output=log_file, environment=environment)
    try:
        yield started
    finally:
        started.terminate()
        try:
            code = started.wait(STOP_WITHIN)
        finally:
            started.kill()
    assert code == 0, f"{arguments[0]} stopped with {code}"


def _wait_until_ready(service: Service, programs: Collection[forking.Forked], parts: Collection[str]) -> None:
    deadline = time.monotonic() + READY_WITHIN
    while True:
        if any(program.poll() is not None for program in programs) or time.monotonic() > deadline:
            raise AssertionError(f"the service does not get ready:\n{service.log()}")
        try:
            answer = requests.get(f"{service.url}/readyz", timeout=5)
            if answer.status_code == 200 and all(answer.json()["parts"][part] == "ok" for part in parts):
                return
        except requests.RequestException:
            pass
        time.sleep(0.05)


@pytest.fixture(scope="session")
def service(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The service of this test process, on its own store. Its log must contain no errors.

    The first `conftest.py` that requests it starts it for all.
    """
    stash, folder = request.config.stash, tmp_path_factory.mktemp("live")
    if SHARED in stash:
        yield stash[SHARED]
        return
    with embedded_store.running(folder / "store") as store_url, running(store_url, folder) as service:
        stash[SHARED] = service
        yield service
    assert '"level":"error"' not in service.log(), service.log()


@pytest.fixture
def api(service: Service) -> Iterator[Api]:
    """A client of the service."""
    with Api(service.url) as api:
        yield api

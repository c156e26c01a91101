"""Runs the whole service as an operator does, and finds its processes by their parts."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

import psutil
import requests

from service.processes import embedded_store
from tests.operation.processes import free_port

ROOT = Path(__file__).parents[2]
SETTINGS = {"ROLLSTREAM_RATE_LIMIT": "1000000/minute", "ROLLSTREAM_LOG_LEVEL": "warning", "ROLLSTREAM_WORKERS": "2"}
READY_WITHIN: Final = 180.0

PARTS: Final = {
    "worker": "command_line worker",
    "reactor": "command_line reactor",
    "dispatcher": "command_line dispatcher",
    "web": "-m gunicorn",
    "store": "valkey-server",
}
"""The parts that can be killed, and words in the command lines of their processes."""


class Whole(NamedTuple):
    """A running `rollstream serve`."""

    url: str
    supervisor: psutil.Process
    log: Path
    store_url: str

    def processes(self, part: str) -> list[psutil.Process]:
        """The running processes of a part, without their leashes."""
        found = []
        for process in self.supervisor.children(recursive=True):
            with suppress(psutil.Error):
                command = " ".join(process.cmdline())
                if PARTS[part] in command and "leash.py" not in command:
                    found.append(process)
        return found


@contextmanager
def whole_service(folder: Path, *options: str, variables: Mapping[str, str] = MappingProxyType({})) -> Iterator[Whole]:
    """Run a service with its own data folder for the block. It must stop cleanly at the end.

    `options` are further options of `rollstream serve`, `variables` further environment variables.
    """
    port, log = free_port(), folder / "service.log"
    command = [sys.executable, "-m", "service.command_line", "serve", "--port", str(port), "--data", str(folder / "data")]
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("ROLLSTREAM_", "PROMETHEUS_"))}
    with log.open("wb") as stream:
        started = subprocess.Popen(
            [*command, "--web-processes", "1", *options],
            stdout=stream,
            stderr=stream,
            stdin=subprocess.DEVNULL,
            cwd=ROOT,
            env={**environment, **SETTINGS, "PYTHONUNBUFFERED": "1", **variables},
            start_new_session=True,
        )
    service = Whole(f"http://127.0.0.1:{port}", psutil.Process(started.pid), log, embedded_store.at(folder / "data").url)
    try:
        _wait_until_ready(service, started)
        yield service
    except BaseException as error:
        error.add_note(f"the service said:\n{log.read_text(encoding='utf-8')[-8000:]}")
        raise
    finally:
        family = [service.supervisor, *service.supervisor.children(recursive=True)] if started.poll() is None else []
        started.send_signal(signal.SIGTERM)
        code = started.wait(30)
        _, left = psutil.wait_procs(family, timeout=5)
        for process in left:
            process.kill()
    assert code == 0, f"the service stopped with {code}; it said:\n{log.read_text(encoding='utf-8')[-4000:]}"
    assert not left, f"{left} outlived the service"


def _wait_until_ready(service: Whole, started: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + READY_WITHIN
    while time.monotonic() < until and started.poll() is None:
        with suppress(requests.RequestException):
            if requests.get(f"{service.url}/readyz", timeout=2).json()["status"] == "ready":
                return
        time.sleep(0.1)
    raise AssertionError(f"the service is not ready; it said:\n{service.log.read_text(encoding='utf-8')[-4000:]}")

"""Starts real processes for tests, waits for their output, and finds their descendants."""

import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import psutil

ROOT = Path(__file__).parents[2]
KEEPING_BYTECODE = {"PYTHONDONTWRITEBYTECODE": ""}
"""Programs start for less than half the work when Python may keep what it has compiled, which containers often forbid."""

PORTS = range(20_000, 32_000)
"""Below those from which systems take the ports of connections: a server that starts later still finds its own free."""

_claims: list[socket.socket] = []

SMALL_SERVICE = [sys.executable, str(Path(__file__).with_name("small_service.py"))]


@contextmanager
def frozen(pid: int) -> Iterator[None]:
    """During the block the process keeps its connections, and new ones are accepted, but it does nothing."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


class Started(NamedTuple):
    """A process, and the file that contains its output."""

    process: subprocess.Popen[bytes]
    output: Path

    def said(self) -> str:
        return self.output.read_text(encoding="utf-8")

    def wait_for(self, words: str, seconds: float = 30.0) -> None:
        until(lambda: words in self.said() or self.process.poll() is not None, seconds, self.said)
        assert words in self.said(), self.said()

    def family(self) -> list[psutil.Process]:
        """The process and all of its current descendants."""
        leader = psutil.Process(self.process.pid)
        return [leader, *leader.children(recursive=True)]


@contextmanager
def started(
    command: Sequence[str], output: Path, environment: Mapping[str, str] | None = None, stdin: int = subprocess.DEVNULL
) -> Iterator[Started]:
    """Run a command in its own session for the block; afterwards it and its descendants are killed."""
    with output.open("wb") as stream:
        process = subprocess.Popen(
            command,
            stdin=stdin,
            stdout=stream,
            stderr=subprocess.STDOUT,
            cwd=ROOT,
            start_new_session=True,
            env={**os.environ, **KEEPING_BYTECODE, "PYTHONUNBUFFERED": "1", **(environment or {})},
        )
    with stopping(Started(process, output)) as run:
        yield run


@contextmanager
def stopping(run: Started) -> Iterator[Started]:
    """After the block, the process and its descendants are killed."""
    process = run.process
    family = [psutil.Process(process.pid)]
    try:
        yield run
    finally:
        with suppress(psutil.NoSuchProcess):  # a fork may have ended before it is known here
            if process.poll() is None:
                family = run.family()
        for member in family:
            with suppress(psutil.NoSuchProcess):
                member.kill()
        process.wait()


def alive(family: Sequence[psutil.Process]) -> list[psutil.Process]:
    """The processes that still run, and not others that reuse their ids."""
    return [member for member in family if _is_alive(member)]


def _is_alive(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:  # it ended between the two checks
        return False


def free_port() -> int:
    """A port of this machine on which nothing listens, for as long as this process lives.

    The system gives no connection a port of `PORTS`, and no other test gets one whose datagram port is bound here.
    """
    for port in random.sample(PORTS, len(PORTS)):
        claim = socket.socket(type=socket.SOCK_DGRAM)
        with suppress(OSError):
            claim.bind(("127.0.0.1", port))
            socket.create_server(("127.0.0.1", port)).close()
            _claims.append(claim)
            return port
        claim.close()
    raise AssertionError(f"no port of {PORTS} is free")


def until(recorded_event: Callable[[], bool], seconds: float = 10.0, explain: Callable[[], object] = str) -> None:
    """Wait for an event; look less often the longer it takes, because looking costs time, too."""
    deadline, pause = time.monotonic() + seconds, 0.01
    while not recorded_event():
        assert time.monotonic() < deadline, f"not within {seconds} s. {explain()}"
        time.sleep(pause)
        pause = min(0.2, pause * 1.2)

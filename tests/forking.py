"""Real processes that start at once: forks of one that has imported the programs already. Each runs one of them, as `python -m` does.

So a start costs hundredths of a second of work instead of a whole one. That `python -m` itself works is tested where commands are.
"""

import multiprocessing
import os
import runpy
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from multiprocessing import forkserver
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Final, cast

import pytest

from tests.operation.processes import ROOT, Started, stopping

IMPORTED: Final = (
    "pytest",
    "tests.forking",
    "tests.games_loaded",
    "tests.workers.some_tasks",
    "fsspec.implementations.local",
    "service.command_line",
    "service.command_line._parts",
    "service.command_line.dispatcher",
    "service.command_line.projector",
    "service.command_line.reactor",
    "service.command_line.web",
    "service.command_line.worker",
    "workers.dispatcher.dispatcher",
    "workers.dispatcher.kinds",
    "workers.feed.reactor",
)
"""What the first process imports."""

SERVER: Final = multiprocessing.get_context("forkserver")
SERVER.set_forkserver_preload(list(IMPORTED))


class Forked:
    """A forked process, with the methods of `subprocess.Popen`."""

    def __init__(self, process: BaseProcess) -> None:
        self._process = process
        assert process.pid is not None
        self.pid = process.pid
        self._is_asked_to_stop = False

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired("the fork", timeout or 0)
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to stop, once: Python gives up its handlers while it ends, and a second signal would then kill the process."""
        if not self._is_asked_to_stop:
            self._is_asked_to_stop = True
            self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


@contextmanager
def forked(module: str, *arguments: str, output: Path, environment: Mapping[str, str] | None = None) -> Iterator[Started]:
    """Run a module in its own session for the block; afterwards it and its descendants are killed."""
    output.touch()
    with stopping(Started(cast("Any", start(module, *arguments, output=output, environment=environment)), output)) as run:
        yield run


def start(module: str, *arguments: str, output: Path, environment: Mapping[str, str] | None = None) -> Forked:
    """Run a module in its own session. It appends what it says to `output`. On Linux it also ends with this process.

    `environment` is its whole environment; without it, it gets this process's.
    """
    with pytest.MonkeyPatch.context() as patched:
        patched.delenv("PYTHONPATH", raising=False)  # the server serves later tests, too
        forkserver.ensure_running()
    process = SERVER.Process(target=_run, args=(module, arguments, output, dict(os.environ if environment is None else environment)))
    process.start()
    return Forked(process)


def _run(module: str, arguments: Sequence[str], output: Path, environment: Mapping[str, str]) -> None:
    os.setsid()
    _end_with_the_server()
    os.chdir(ROOT)
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()
    for descriptor, path, how in ((0, os.devnull, os.O_RDONLY), (1, output, os.O_WRONLY | os.O_APPEND)):
        opened = os.open(path, how)
        os.dup2(opened, descriptor)
        os.close(opened)
    os.dup2(1, 2)
    if "PYTHONPATH" in environment:  # it may find other modules than the server has imported
        os.execve(sys.executable, [sys.executable, "-m", module, *arguments], environment)  # noqa: S606
    cast("Any", sys.stdout).reconfigure(write_through=True)
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def _end_with_the_server() -> None:
    """The server ends with the process that started it, and its forks shall not outlive it."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(1, int(signal.SIGTERM), 0, 0, 0)  # PR_SET_PDEATHSIG

"""Real processes that start at once: forks of one that has imported the programs already. Each runs one of them, as `python -m` does.

So a start costs hundredths of a second of work instead of a whole one. That `python -m` itself works is tested where commands are.
"""

import multiprocessing
import os
import runpy
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Final, cast

from tests.operation.processes import ROOT, Started, stopping

IMPORTED: Final = (
    "pytest",
    "tests.workers.some_tasks",
    "service.command_line",
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
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


@contextmanager
def forked(module: str, *arguments: str, output: Path, environment: Mapping[str, str] | None = None) -> Iterator[Started]:
    """Run a module in its own session for the block; afterwards it and its descendants are killed."""
    output.touch()
    process = SERVER.Process(target=_run, args=(module, arguments, output, dict(environment or {})))
    process.start()
    with stopping(Started(cast("Any", Forked(process)), output)) as run:
        yield run
    process.close()


def _run(module: str, arguments: Sequence[str], output: Path, environment: Mapping[str, str]) -> None:
    os.setsid()
    os.chdir(ROOT)
    os.environ.update(environment)
    for descriptor, path, how in ((0, os.devnull, os.O_RDONLY), (1, output, os.O_WRONLY | os.O_APPEND)):
        opened = os.open(path, how)
        os.dup2(opened, descriptor)
        os.close(opened)
    os.dup2(1, 2)
    cast("Any", sys.stdout).reconfigure(write_through=True)
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)

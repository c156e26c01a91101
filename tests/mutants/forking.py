"""Runs tests again and again, each time in a fork of a process that has loaded the libraries, but nothing of ours: most of the time of a
short run would go into loading them.

Started in a copy of the tree as `python -m tests.mutants.forking`. Each line of its input is a list: the seconds that a run may take, the
file for its output, and pytest's arguments. It answers each with a line: the exit code, or null if the run did not end in time.
"""

import json
import os
import sys
import time
import traceback
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import Final

import psutil
import pytest

LIBRARIES: Final = (
    *("hypothesis", "hypothesis.stateful", "schemathesis", "pytest_cov", "pytest_timeout"),
    *("click", "cryptography.hazmat.primitives.asymmetric.ed25519", "flask", "fsspec", "httpcore", "jsonschema_rs", "marshmallow"),
    *("msgspec", "prometheus_client", "redis", "requests", "rich.console", "rq", "standardwebhooks", "yaml"),
)

ALREADY_LOADED: Final = "Module already imported so cannot be rewritten"
"""Pytest's warning that it cannot explain the assertions of a plugin that was loaded before."""

POLL_SECONDS: Final = 0.05


def main() -> None:
    for library in LIBRARIES:
        import_module(library)
    for line in sys.stdin:
        seconds, output, arguments = json.loads(line)
        print(json.dumps(_run(seconds, output, arguments)), flush=True)


def _run(seconds: float, output: str, arguments: Sequence[str]) -> int | None:
    child = os.fork()
    if child == 0:
        _test(output, arguments)
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(POLL_SECONDS)
    _kill(child)
    return None


def _test(output: str, arguments: Sequence[str]) -> None:
    code = 1
    try:
        os.setsid()
        written, read = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), os.open(os.devnull, os.O_RDONLY)
        for source, target in ((read, 0), (written, 1), (written, 2)):
            os.dup2(source, target)
        code = int(pytest.main([f"-Wignore:{ALREADY_LOADED}", *arguments]))
        sys.stdout.flush()
    except BaseException:
        traceback.print_exc()
        raise
    finally:
        os._exit(code)


def _kill(child: int) -> None:
    """End the run, and the programs that its tests have started."""
    for member in (*psutil.Process(child).children(recursive=True), psutil.Process(child)):
        with suppress(psutil.NoSuchProcess):
            member.kill()
    os.waitpid(child, 0)


if __name__ == "__main__":
    main()

"""Runs tests in a copy of the tree until one fails."""

import os
import re
import subprocess
import tempfile
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Final

import psutil
import pytest

from tests.mutants.copies import TreeCopy

TEST_TIMEOUT: Final = 120
"""Seconds after which a single test has failed."""

BY_TIME: Final = "(the tests did not end)"

_FAILED = re.compile(r"^(?:FAILED|ERROR) (tests/\S+?\.py(?:::.+?)?)(?: - .*)?$", re.MULTILINE)
_PYTEST: Final = ("-m", "pytest", "-x", "-q", "-rfE", "--tb=no", "-pno:cacheprovider", f"--timeout={TEST_TIMEOUT}")


class NoSuchTest(Exception):
    """The tests do not exist under these names. The message is pytest's output."""


def first_failure(copy: TreeCopy, tests: Sequence[str], seconds: float, without: Collection[str] = ()) -> str | None:
    """The first of these tests that fails, `BY_TIME` if they do not end within so many seconds, None if all pass.

    Tests in `without` are left out. Raises `NoSuchTest`.
    """
    command = [str(copy.python), *_PYTEST, *(f"--deselect={test}" for test in without), *tests]
    environment = {**os.environ, "CI": "1"}  # Hypothesis chooses the same examples each time
    with tempfile.TemporaryFile("w+", encoding="utf-8") as output:
        process = subprocess.Popen(
            command, cwd=copy.folder, env=environment, stdout=output, stderr=subprocess.STDOUT, start_new_session=True
        )
        try:
            code = process.wait(seconds)
        except subprocess.TimeoutExpired:
            return BY_TIME
        finally:
            _end(process)
        output.seek(0)
        printed = output.read()
    failed = _FAILED.search(printed)
    if code in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}:
        return None
    if failed is None or code == pytest.ExitCode.USAGE_ERROR:
        raise NoSuchTest(printed)
    return failed[1]


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End a run that has not ended, with the programs that its tests have started."""
    if process.poll() is not None:
        return
    family = [psutil.Process(process.pid), *psutil.Process(process.pid).children(recursive=True)]
    for member in family:
        with suppress(psutil.NoSuchProcess):
            member.kill()
    process.wait()

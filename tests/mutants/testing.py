"""Runs tests in a copy of the tree until one fails."""

import json
import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import pytest

from tests.mutants.copies import TreeCopy

TEST_TIMEOUT: Final = 120
"""Seconds after which a single test has failed."""

BY_TIME: Final = "(the tests did not end)"

_FAILED = re.compile(r"^(?:FAILED|ERROR) (tests/\S+?\.py(?:::.+?)?)(?: - .*)?$", re.MULTILINE)
_OPTIONS: Final = ("-q", "-rfE", "--tb=no", "-pno:cacheprovider", f"--timeout={TEST_TIMEOUT}")


class NoSuchTest(Exception):
    """The tests do not exist under these names. The message is pytest's output."""


class TestProgram:
    """Runs tests in a copy of the tree, one run after the other."""

    __test__ = False

    def __init__(self, copy: TreeCopy, process: "subprocess.Popen[str]") -> None:
        self.copy = copy
        self._process = process
        self._output = copy.folder / ".venv" / "mutant.log"

    def first_failure(self, tests: Sequence[str], seconds: float) -> str | None:
        """The first of these tests that fails, `BY_TIME` if they do not end within so many seconds, None if all pass.

        Raises `NoSuchTest`.
        """
        failed = self._run(["-x", *tests], seconds)
        return BY_TIME if failed is None else failed[0] if failed else None

    def failures(self, tests: Sequence[str], seconds: float) -> Sequence[str]:
        """All of these tests that fail. Raises `NoSuchTest`."""
        failed = self._run(tests, seconds)
        return tests if failed is None else failed

    def _run(self, arguments: Sequence[str], seconds: float) -> Sequence[str] | None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([seconds, str(self._output), [*_OPTIONS, *arguments]]) + "\n")
        self._process.stdin.flush()
        code = json.loads(self._process.stdout.readline())
        if code is None or code in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}:
            return None if code is None else []
        printed = self._output.read_text(encoding="utf-8", errors="replace")
        failed = _FAILED.findall(printed)
        if not failed or code == pytest.ExitCode.USAGE_ERROR:
            raise NoSuchTest(printed)
        return failed


@contextmanager
def running_tests(copy: TreeCopy) -> Iterator[TestProgram]:
    """The program, which ends with the block."""
    command = [str(copy.python), "-m", "tests.mutants.forking"]
    environment = {**os.environ, "CI": "1"}  # Hypothesis chooses the same examples each time
    with subprocess.Popen(
        command, cwd=copy.folder, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        yield TestProgram(copy, process)

"""Finds the test that finds a mutation: the recorded one first, then its own tests, then those of its area."""

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tests.mutants.mutations import ROOT, Mutation
from tests.mutants.testing import NoSuchTest, TestProgram

LONGEST: Final = 900.0
"""Seconds for the tests of one mutation. One whose tests do not end by then counts as found."""

LONGEST_FIRST: Final = 180.0
"""Seconds for the test that found the mutation before, and for the test file that comes first."""

TRIED_FIRST: Final = 1
"""Test files that run before all others: collecting many takes longer than running one."""


class FoundBy(NamedTuple):
    """A mutation, the test that found it (None: no test), and the seconds that this took."""

    mutation: Mutation
    test: str | None
    seconds: float


def find(program: TestProgram, mutation: Mutation, finder: str | None, *, quick: bool = False) -> FoundBy:
    """Run tests on the mutated code until one fails. `finder` is the test that found the mutation before.

    If `quick`, only the finder and the test file that comes first are tried.
    """
    began = time.monotonic()
    with program.copy.mutated(mutation):
        test = None if finder is None else _failing(program, finder)
        for tests in () if test is not None else [*_parts(chosen(mutation))][: 1 if quick else None]:
            limit = LONGEST_FIRST if len(tests) == TRIED_FIRST else LONGEST
            test = program.first_failure(tests, limit)
            if test is not None:
                break
    return FoundBy(mutation, test, time.monotonic() - began)


def chosen(mutation: Mutation) -> Sequence[str]:
    """The test files for a mutation: its own, then those of its area."""
    return [*dict.fromkeys(str(file.relative_to(ROOT)) for path in mutation.tests for file in _test_files(ROOT / path))]


def _test_files(path: Path) -> Sequence[Path]:
    return sorted(path.rglob("test_*.py")) if path.is_dir() else [path]


def _parts(tests: Sequence[str]) -> Iterator[Sequence[str]]:
    yield tests[:TRIED_FIRST]
    if tests[TRIED_FIRST:]:
        yield tests[TRIED_FIRST:]


def _failing(program: TestProgram, test: str) -> str | None:
    try:
        return program.first_failure([test], LONGEST_FIRST)
    except NoSuchTest:  # it has another name by now
        return None

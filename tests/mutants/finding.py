"""Finds the test that finds a mutation: the recorded one first, then those that execute its lines, then those of its area."""

import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tests.mutants.copies import TreeCopy
from tests.mutants.mutations import ROOT, Mutation
from tests.mutants.testing import BY_TIME, NoSuchTest, first_failure

LONGEST: Final = 900.0
"""Seconds for the tests of one mutation. One whose tests do not end by then counts as found."""

TRIED_FIRST: Final = 4
"""Test files that run together before all others: collecting many takes longer than running a few."""


class FoundBy(NamedTuple):
    """A mutation, the test that found it (None: no test), and the seconds that this took."""

    mutation: Mutation
    test: str | None
    seconds: float


def find(copy: TreeCopy, mutation: Mutation, finders: Mapping[str, str], covering: Mapping[str, Sequence[str]]) -> FoundBy:
    """Run tests on the mutated code until one fails. A new finder counts only if it passes without the mutation."""
    began, known = time.monotonic(), finders.get(mutation.name)
    if known is not None and _still_finds(copy, mutation, known):
        return FoundBy(mutation, known, time.monotonic() - began)
    found = next((test for tests in _parts(chosen(mutation, covering)) if (test := _first_finder(copy, mutation, tests, began))), None)
    return FoundBy(mutation, found, time.monotonic() - began)


def chosen(mutation: Mutation, covering: Mapping[str, Sequence[str]]) -> Sequence[str]:
    """The test files for a mutation: those that execute its lines, then those of its area."""
    covered = [file for file in covering.get(mutation.name, ()) if (ROOT / file).is_file()]
    of_area = [str(file.relative_to(ROOT)) for path in mutation.tests for file in _test_files(ROOT / path)]
    return [*dict.fromkeys([*covered, *of_area])]


def _test_files(path: Path) -> Sequence[Path]:
    return sorted(path.rglob("test_*.py")) if path.is_dir() else [path]


def _parts(tests: Sequence[str]) -> Iterator[Sequence[str]]:
    yield tests[:TRIED_FIRST]
    if tests[TRIED_FIRST:]:
        yield tests[TRIED_FIRST:]


def _still_finds(copy: TreeCopy, mutation: Mutation, test: str) -> bool:
    try:
        with copy.mutated(mutation):
            return first_failure(copy, [test], LONGEST) is not None
    except NoSuchTest:  # it has another name by now
        return False


def _first_finder(copy: TreeCopy, mutation: Mutation, tests: Sequence[str], began: float) -> str | None:
    """The first of these tests that fails with the mutation and passes without it."""
    broken: list[str] = []
    while True:
        with copy.mutated(mutation):
            test = first_failure(copy, tests, max(1.0, LONGEST - (time.monotonic() - began)), broken)
        if test is None or test == BY_TIME or first_failure(copy, [test], LONGEST) is None:
            return test
        broken.append(test)

"""Records which test files execute the lines of each mutation: `python -m tests.mutants.cover [TESTS …]`.

Coverage sees what runs in the test's own process. What only the programs that it starts execute, and what is no Python, is left to the
tests of the mutation's area.
"""

import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

from coverage import CoverageData

from tests.mutants.mutations import ROOT, Mutation, mutations
from tests.mutants.records import covering, record_covering

IN_PROCESS: Final = ("tests/rules", "tests/events", "tests/golden", "tests/golden_tables", "tests/workers", "tests/service/command_line")
"""Tests that run much of the code in their own process."""

PACKAGES: Final = ("rules", "events", "workers", "service")


def main(tests: Sequence[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        data, report = Path(folder) / "coverage", Path(folder) / "report.xml"
        options = ["-n2", "--cov-context=test", "--cov-report=", *(f"--cov={package}" for package in PACKAGES), f"--junit-xml={report}"]
        command = [sys.executable, "-m", "pytest", "-q", "-ojunit_family=xunit1", "-pno:cacheprovider", *options, *tests]
        subprocess.run(command, cwd=ROOT, env={**os.environ, "COVERAGE_FILE": str(data)}, check=False)
        covered, seconds = CoverageData(str(data)), _seconds(report)
        covered.read()
        found = {mutation.name: files for mutation in mutations() if (files := _covering(mutation, covered, seconds))}
    record_covering({**covering(), **found})
    print(f"{len(found)} mutations are executed by these tests")


def _covering(mutation: Mutation, covered: CoverageData, seconds: Mapping[str, float]) -> Sequence[str]:
    """The test files that execute the mutation's lines, the cheapest first."""
    path = ROOT / mutation.file
    contexts = covered.contexts_by_lineno(str(path))
    lines = mutation.lines(path.read_text(encoding="utf-8"))
    files = {context.partition("::")[0] for line in lines for context in contexts.get(line, ()) if context}
    return sorted(files, key=lambda file: (seconds[file], file))


def _seconds(report: Path) -> Mapping[str, float]:
    """The seconds that each test file takes."""
    seconds: defaultdict[str, float] = defaultdict(float)
    for case in ET.parse(report).iter("testcase"):  # noqa: S314 - our own report
        seconds[case.attrib["file"]] += float(case.attrib["time"])
    return seconds


if __name__ == "__main__":
    main(sys.argv[1:] or IN_PROCESS)

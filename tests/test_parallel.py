"""Tests that run in several processes report as if they ran in one, and what a run costs is told at its end."""

from pathlib import Path

import pytest

from tests import budget

pytest_plugins = ["pytester"]

STORY = """
import os, warnings, pytest

@pytest.fixture(scope="session")
def server(tmp_path_factory):
    (tmp_path_factory.mktemp("server") / "log").write_text("")
    yield os.getpid()
    print("server ends")

def test_passes(server): pass
def test_fails(server):
    print("what it printed")
    assert server == 0
"""
CRASH = """
import os
def test_before(): pass
def test_ends_its_process(): os._exit(3)
def test_after(): pass
"""


def test_every_test_is_reported_once_whatever_happens_to_its_process(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    # given three test files, one of which ends its process
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
    folder = pytester.mkdir("stories") / "a"
    folder.mkdir()
    for name, text in (("story", STORY), ("other", STORY), ("crash", CRASH)):
        (folder / f"test_{name}.py").write_text(text)
    (folder / "conftest.py").write_text("")
    # when they run in two processes
    run = pytester.runpytest_subprocess("-p", "tests.parallel", "--processes", "2", "-q", "--import-mode=importlib", "stories")
    # then each has one outcome, and the tests after the crash have run
    run.assert_outcomes(passed=4, failed=3)
    run.stdout.fnmatch_lines(["*what it printed*"])
    run.stdout.fnmatch_lines(["*the process of this test ended with 3*"])
    run.stdout.fnmatch_lines(["*CPU s  a", "*times a fixed computation of * ms, within the budget*"])


def test_a_cost_counts_what_a_program_has_used_after_it_has_ended() -> None:
    # given a meter
    meter = budget.Meter()
    # when a computation runs again and again, with nothing else
    used = sum(budget.work() * 2 for _ in range(50))
    # then it is in the cost, and in that of no later lap
    first, second = meter.lap(), meter.lap()
    assert first >= used * 0.9
    assert second < first

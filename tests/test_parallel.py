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

SERVICE = """
import os, pytest
@pytest.fixture(scope="session")
def service():
    os.mkdir("started")
"""
NEEDS_THE_SERVICE = """
import os, time
def test_waits_for_the_other_file(service):
    until = time.monotonic() + 20
    while not os.path.exists("other"):
        assert time.monotonic() < until
        time.sleep(0.01)
    open(os.path.join("started", os.path.basename(__file__)), "w").close()
"""
NEEDS_NOTHING = """
import os, time
def test_waits_for_both_files():
    until = time.monotonic() + 20
    open("other", "w").close()
    while not (os.path.isdir("started") and len(os.listdir("started")) == 2):
        assert time.monotonic() < until
        time.sleep(0.01)
def test_more(): pass
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
    run.stdout.fnmatch_lines(["*CPU s  a", "*in which a sample took * ms*", "*within the budget*"])


@pytest.mark.parametrize("alone", ["a", "b", "c"])
def test_files_that_need_the_service_run_in_one_of_two_processes_and_the_others_beside_them(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, alone: str
) -> None:
    # given three test files, two of which need the service, which can be started once
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
    folder = pytester.mkdir("stories") / "a"
    folder.mkdir()
    (folder / "conftest.py").write_text(SERVICE)
    for name in ("a", "b", "c"):
        (folder / f"test_{name}.py").write_text(NEEDS_NOTHING if name == alone else NEEDS_THE_SERVICE)
    # when they run in two processes, wherever in the list the third file is
    run = pytester.runpytest_subprocess("-p", "tests.parallel", "--processes", "2", "-q", "--import-mode=importlib", "stories", timeout=30)
    # then the first two have shared a service, while the third ran
    run.assert_outcomes(passed=4)


def test_a_cost_counts_what_a_program_has_used_after_it_has_ended() -> None:
    # given a meter
    meter = budget.Meter()
    # when programs start, one after the other, between computations
    used = sum(budget.sample() for _ in range(20))
    # then it is in the cost, and in that of no later lap
    first, second = meter.lap(), meter.lap()
    assert first >= used * 0.9
    assert second < first

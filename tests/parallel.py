"""Runs the collected tests in several processes (`--processes`), which are forked after the collection.

pytest-xdist collects in each of its processes: half a minute of CPU time and 300 MB each. Here the tests are collected once.
A process takes one test file after the other: those of the folders in `LONGEST` first, so that short ones fill the end, and all others
in a shuffled order, so that those that compute run beside those that wait. Half of the processes begin with the files that need the service
or a browser, the others with the rest: so these are started in half of the processes only, unless there is nothing else left to do.
"""

import os
import random
import signal
import sys
import time
import traceback
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import groupby
from multiprocessing.connection import Connection, Pipe, wait
from typing import Any, Literal

import pytest

from tests import budget

STARTED = time.monotonic()
COSTS = pytest.StashKey[Mapping[str, float]]()
SAMPLES = pytest.StashKey[Sequence[float]]()
COLLECTION = pytest.StashKey[float]()

LONGEST = ("chaos", "hostile", "operation", "contract", "page")

SHARED = frozenset({"service", "browser"})
"""Fixtures that cost seconds for the first test of a process, and something for as long as it runs."""

BURY_EVERY = 0.2
"""Seconds between two looks for programs that have ended and whose parents are gone."""

What = Literal["next", "cost", "start", "report", "end"]
"""What a process says: it wants another file, what the last one cost and which samples (`budget.sample`) it took afterwards, a test has
started (its place in the list), a report, all its tests have ended."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--processes", default="1", help="how many processes run tests: a number, or auto for two on each core")


def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Run the tests in processes; leave them to pytest when one process is enough."""
    session.config.stash[COLLECTION] = time.process_time()
    count = _count(session.config.getoption("processes"))
    files = _by_file(session.items)
    if session.config.option.collectonly or session.testsfailed or min(count, len(files)) < 2:
        return None
    parent = _Parent(session, deque(files))
    parent.run(min(count, len(files)))
    session.config.stash[COSTS], session.config.stash[SAMPLES] = parent.costs, parent.samples
    return True


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if COSTS in config.stash:
        folders = config.stash[COSTS]
        costs = {"collection": config.stash[COLLECTION], **folders}
        terminalreporter.section("what it cost")
        for line in budget.told(costs, budget.used(), time.monotonic() - STARTED, config.stash[SAMPLES]):
            terminalreporter.line(line)


def _count(wanted: str) -> int:
    """Four processes for two cores: many tests mostly wait for other programs."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 2
    return cores * 2 if wanted == "auto" else int(wanted)


def _by_file(items: Sequence[pytest.Item]) -> list[list[int]]:
    """The places of the tests in the list, file by file, in the order in which they run."""
    files = [[place for place, _ in tests] for _, tests in groupby(enumerate(items), lambda test: test[1].path)]
    random.Random(len(files)).shuffle(files)  # the same order in every run of the same files
    return sorted(files, key=lambda places: _rank(items[places[0]]))


def _rank(item: pytest.Item) -> int:
    folder = _folder(item)
    return LONGEST.index(folder) if folder in LONGEST else len(LONGEST)


def _folder(item: pytest.Item) -> str:
    """The folder under `tests/`; a file that is in none stands for itself."""
    return item.nodeid.partition("::")[0].split("/")[1]


def _shares(items: Sequence[pytest.Item], places: Sequence[int]) -> bool:
    """Whether a test of the file needs what is started once for all tests of a process, and costs seconds."""
    return any(not SHARED.isdisjoint(getattr(items[place], "fixturenames", ())) for place in places)


def _make_folder_for_all(config: pytest.Config) -> None:
    """Make the folder of all temporary files. A process that wanted it first would empty it, though another has files in it already."""
    folders: pytest.TempPathFactory = config._tmp_path_factory  # type: ignore[attr-defined] # set by pytest, undeclared
    folders.getbasetemp()


@dataclass
class _Process:
    """A process that runs tests, as its parent sees it: whether it begins with files that need one of `SHARED`, what is due, and which test
    runs.
    """

    pid: int
    line: Connection
    shares: bool
    due: deque[int] = field(default_factory=deque)
    running: int | None = None


@dataclass
class _Parent:
    """Hands out files, and passes on what the processes report, as if the tests ran here."""

    session: pytest.Session
    files: deque[list[int]]
    processes: list[_Process] = field(default_factory=list)
    costs: dict[str, float] = field(default_factory=dict)
    samples: list[float] = field(default_factory=list)

    def run(self, count: int) -> None:
        budget.adopt_orphans()
        _make_folder_for_all(self.session.config)
        try:
            for number in range(count):
                self._fork(shares=number % 2 == 0)
            while self.processes:
                self._listen()
        except BaseException:
            for process in self.processes:
                os.kill(process.pid, signal.SIGINT)  # it still tears down what it has started
            raise
        finally:
            for process in self.processes:
                with suppress(ChildProcessError):
                    os.waitpid(process.pid, 0)
        if self.session.shouldfail:
            raise self.session.Failed(self.session.shouldfail)

    def _fork(self, *, shares: bool) -> None:
        ours, theirs = Pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        pid = os.fork()
        if pid == 0:
            for process in self.processes:
                process.line.close()
            ours.close()
            _Child(self.session, theirs).run_and_exit()
        theirs.close()
        self.processes.append(_Process(pid, ours, shares))

    def _listen(self) -> None:
        ready = wait([process.line for process in self.processes], timeout=BURY_EVERY)
        budget.bury_orphans([process.pid for process in self.processes])
        for process in [process for process in self.processes if process.line in ready]:
            try:
                what, said = process.line.recv()
            except EOFError:
                self._lost(process)
            else:
                self._heard(process, what, said)

    def _heard(self, process: _Process, what: What, said: Any) -> None:
        hook = self.session.config.hook
        if what == "next":
            chunk = self._next_file(process) if self.files and not self.session.shouldfail else []
            process.due.extend(chunk)
            process.line.send(chunk)
        elif what == "start":
            process.due.remove(said)
            process.running = said
            item = self.session.items[said]
            hook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        elif what == "cost":
            folder, cost, samples = said
            self.costs[folder] = self.costs.get(folder, 0.0) + cost
            self.samples += samples
        elif what == "report":
            hook.pytest_runtest_logreport(report=hook.pytest_report_from_serializable(config=self.session.config, data=said))
        else:
            self._ended(process)

    def _next_file(self, process: _Process) -> list[int]:
        chosen = next((places for places in self.files if _shares(self.session.items, places) is process.shares), self.files[0])
        self.files.remove(chosen)
        return chosen

    def _ended(self, process: _Process) -> int:
        self.processes.remove(process)
        process.line.close()
        return os.waitstatus_to_exitcode(os.waitpid(process.pid, 0)[1])

    def _lost(self, process: _Process) -> None:
        """A process has died. Its test has failed; another process takes its place and the rest of its file."""
        code = self._ended(process)
        if process.due:
            self.files.appendleft([*process.due])
        if process.running is not None:
            item = self.session.items[process.running]
            text = f"the process of this test ended with {code}"
            report = pytest.TestReport(item.nodeid, item.location, {}, "failed", text, "call", sections=[("crash", text)])
            self.session.config.hook.pytest_runtest_logreport(report=report)
        if self.files:
            self._fork(shares=process.shares)


@dataclass(eq=False)  # a plugin has a hash
class _Child:
    """Runs tests, and tells its parent. It ends without the parent's own way to an end: that is not its session."""

    session: pytest.Session
    line: Connection

    def run_and_exit(self) -> None:
        code = 1
        try:
            self._take_over()
            for place, following in self._with_following():
                self._say("start", place)
                item, nextitem = self.session.items[place], None if following is None else self.session.items[following]
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=nextitem)
            self._say("end", None)
            code = 0
        except (KeyboardInterrupt, EOFError, BrokenPipeError):  # the parent is stopped, or gone
            self.session._setupstate.teardown_exact(None)
        except BaseException:  # noqa: BLE001 - the process ends with it, whatever it is
            traceback.print_exc(file=sys.__stderr__)
        finally:
            sys.stdout.flush()
            os._exit(code)

    def _take_over(self) -> None:
        """Output and captured text are this process's own; reports go to the parent."""
        plugins = self.session.config.pluginmanager
        plugins.unregister(name="terminalreporter")
        capture = plugins.getplugin("capturemanager")
        capture.stop_global_capturing()
        capture.start_global_capturing()
        plugins.register(self, "parallel-child")

    def _with_following(self) -> Iterator[tuple[int, int | None]]:
        """Each test with the one after it, for which its fixtures are kept."""
        meter, unsampled = budget.Meter(), 0.0
        due = deque(self._next_file())
        while due:
            place = due.popleft()
            is_last = not due
            if is_last:
                due.extend(self._next_file())
            yield place, due[0] if due else None
            if is_last:
                cost = meter.lap()
                unsampled += cost
                samples = [budget.sample()] if unsampled >= budget.SAMPLE_EVERY else []
                unsampled = 0.0 if samples else unsampled
                self._say("cost", (_folder(self.session.items[place]), cost, samples))

    def _next_file(self) -> Sequence[int]:
        self._say("next", None)
        places: Sequence[int] = self.line.recv()
        return places

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        config = self.session.config
        data: Mapping[str, Any] | None = config.hook.pytest_report_to_serializable(config=config, report=report)
        self._say("report", data)

    def _say(self, what: What, said: Any) -> None:
        self.line.send((what, said))

"""What a run costs, in CPU seconds of the test processes and of all programs that they start; and its budget.

The figure of a folder leaves out programs that nobody waited for; the whole has them, too.
Machines differ, and so do days: the budget counts in `work()`, a small computation that is timed in the same run.
"""

import hashlib
import os
import resource
import sys
import time
from collections.abc import Collection, Mapping
from contextlib import suppress

import psutil

BUDGET = 36_000
"""What `make test` may cost, in times of `work()`, with three games, clients and a cluster. What comes new makes room."""


class Meter:
    """Measures the CPU seconds of this process and its descendants, dead ones included if their parents have waited for them."""

    def __init__(self) -> None:
        self._last = self._now()

    def lap(self) -> float:
        """The CPU seconds since the last call."""
        now, before = self._now(), self._last
        self._last = now
        return max(0.0, now - before)

    @staticmethod
    def _now() -> float:
        this = psutil.Process()
        return sum(map(_cpu, [this, *this.children(recursive=True)]))


def _cpu(process: psutil.Process) -> float:
    try:
        times = process.cpu_times()
    except psutil.NoSuchProcess:
        return 0.0
    return float(times.user + times.system + times.children_user + times.children_system)


def work() -> float:
    """The CPU seconds of a fixed computation, the least of five; about 0.1."""
    return min(_timed() for _ in range(5))


def _timed() -> float:
    start = time.process_time()
    digest = b""
    for number in range(60_000):
        digest = hashlib.sha256(digest + str(number).encode()).digest()
    return time.process_time() - start


def adopt_orphans() -> None:
    """Let programs whose parents have ended become children of this process, where the system can do that, so that they count."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER


def bury_orphans(ours: Collection[int]) -> None:
    """Wait for adopted programs that have ended, so that whoever looks for one does not find it; not for our own processes, `ours`."""
    if sys.platform == "linux":
        with suppress(ChildProcessError):
            while (dead := os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)) and dead.si_pid not in ours:
                os.waitpid(dead.si_pid, 0)


def used() -> float:
    """CPU seconds of this process and of all that ended below it."""
    bury_orphans(())
    return sum(sum(resource.getrusage(whose)[:2]) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def told(folders: Mapping[str, float], whole: float, passed: float) -> list[str]:
    """The lines that a run ends with: each folder, the dearest first, and the whole."""
    lines = [f"{cost:8.1f} CPU s  {name}" for name, cost in sorted(folders.items(), key=lambda each: -each[1])]
    share = whole / work()
    verdict = "within" if share <= BUDGET else "OVER"
    return [*lines, f"{whole:8.1f} CPU s in {passed:.0f} s: {share:,.0f} times a fixed computation, {verdict} the budget of {BUDGET:,}"]

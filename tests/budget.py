"""What a run costs, in CPU seconds of the test processes and of all programs that they start; and its budget.

The figure of a folder leaves out programs that nobody waited for; the whole has them, too.
Machines differ, and so do days and neighbours: the budget counts in `work()`, a small computation that each test process times after each
file. So it is timed while the cores are as busy, and as fast, as they are for the tests.
"""

import hashlib
import json
import os
import resource
import statistics
import sys
import time
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress

import psutil

BUDGET = 377_000
"""What `make test` may cost, in times of `work()`, with three games, clients and a cluster. What comes new makes room.

It is the cost before the third game and a fifth: 892 CPU seconds of a quiet day, 1,070 with the fifth. A CPU second of a run alone on its
machine is 352 times `work()`.
"""


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
    """The CPU seconds of a fixed computation, about 0.003, the less of two. It encodes, decodes, hashes and sorts, as tests do."""
    return min(_timed() for _ in range(2))


def _timed() -> float:
    start = time.thread_time()
    digest = ""
    for number in range(40):
        seats = [
            {"seat": seat, "name": f"player {seat}", "points": {f"card-{card}": card * number for card in range(12)}} for seat in range(6)
        ]
        text = json.dumps({"version": number, "previous": digest, "seats": seats}, sort_keys=True)
        digest = hashlib.sha256(text.encode()).hexdigest()
        sorted(json.loads(text)["seats"], key=lambda seat: (-sum(seat["points"].values()), seat["name"]))
    return time.thread_time() - start


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


def told(folders: Mapping[str, float], whole: float, passed: float, works: Sequence[float]) -> list[str]:
    """The lines that a run ends with: each folder, the dearest first, and the whole in times of the median of `works`."""
    lines = [f"{cost:8.1f} CPU s  {name}" for name, cost in sorted(folders.items(), key=lambda each: -each[1])]
    unit = statistics.median(works or [work()])
    verdict = "within" if whole / unit <= BUDGET else "OVER"
    count = f"{whole / unit:,.0f} times a fixed computation of {unit * 1000:.2f} ms"
    return [*lines, f"{whole:8.1f} CPU s in {passed:.0f} s: {count}, {verdict} the budget of {BUDGET:,}"]

"""What a run costs, in CPU seconds of the test processes and of all programs that they start; and its budget.

The figure of a folder leaves out programs that nobody waited for; the whole has them, too.
Machines differ, and so do days and neighbours: between the tests, their processes time a sample of what tests do, while the cores are as
busy as they are for these. The budget is in CPU seconds of a machine where the sample takes `SAMPLE_MS`.
"""

import hashlib
import json
import os
import resource
import socket
import statistics
import sys
import time
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress

import psutil

BUDGET = 1250
"""What `make test` may cost, in CPU seconds of the machine where a sample takes `SAMPLE_MS`: three runs on slow days cost 1,237 to 1,247.
What comes new makes room.
"""

SAMPLE_MS = 14.0
"""What a sample takes there, on one of two cores of an AMD EPYC: the least of sixty, when nothing else ran."""

SAMPLE_EVERY = 4.0
"""CPU seconds of tests in a process between two samples: together they cost less than a two-hundredth of a run."""


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


def sample() -> float:
    """The CPU seconds of a little of what tests do: compute, talk through a socket, start a program."""
    start = time.thread_time()
    _compute()
    _talk()
    program = os.posix_spawn(sys.executable, [sys.executable, "-S", "-c", "pass"], os.environ)
    own = time.thread_time() - start
    _, _, theirs = os.wait4(program, 0)
    return own + theirs.ru_utime + theirs.ru_stime


def _compute() -> None:
    """Encode, decode, hash and sort."""
    digest = ""
    for number in range(40):
        seats = [
            {"seat": seat, "name": f"player {seat}", "points": {f"card-{card}": card * number for card in range(12)}} for seat in range(6)
        ]
        text = json.dumps({"version": number, "previous": digest, "seats": seats}, sort_keys=True)
        digest = hashlib.sha256(text.encode()).hexdigest()
        sorted(json.loads(text)["seats"], key=lambda seat: (-sum(seat["points"].values()), seat["name"]))


def _talk() -> None:
    """Send a thousand short messages."""
    asking, answering = socket.socketpair()
    with asking, answering:
        for _ in range(1000):
            asking.send(b"x" * 200)
            answering.recv(200)


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


def told(folders: Mapping[str, float], whole: float, passed: float, samples: Sequence[float]) -> list[str]:
    """The lines that a run ends with: each folder, the dearest first; the whole; and the whole on the machine of the budget."""
    lines = [f"{cost:8.1f} CPU s  {name}" for name, cost in sorted(folders.items(), key=lambda each: -each[1])]
    low, middle, high = (each * 1000 for each in statistics.quantiles(samples if len(samples) > 1 else [sample(), sample()], n=4))
    there = whole * SAMPLE_MS / middle
    verdict = "within" if there <= BUDGET else "OVER"
    return [
        *lines,
        f"{whole:8.1f} CPU s in {passed:.0f} s, in which a sample took {middle:.1f} ms ({low:.1f} to {high:.1f} for half of them)",
        f"{there:8.1f} CPU s where it takes {SAMPLE_MS} ms, {verdict} the budget of {BUDGET}",
    ]

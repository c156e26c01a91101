"""Starts the programs of a service, restarts programs that end, replaces their processes on SIGHUP, and stops all: the store last, the
others together.

Each program runs on a leash (`service.processes.leash`), so no program outlives the supervisor, however the supervisor ends.
"""

import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

from service.processes.program import NotYet, Program, Run
from service.processes.supervised import Supervised, tolerant

TICK = 0.05
"""Seconds between two checks of the programs."""
STOP_WITHIN = 10.0
"""Seconds in which all programs must have stopped, after the pause in which some report that they are not ready."""
KILLED_EXIT_CODES = (128 + signal.SIGKILL, -signal.SIGKILL)
"""Exit codes of a program that was killed after its grace period: those of the leash, too."""


class Supervisor:
    """Keeps programs running until a signal to stop. Call `run` at most once.

    SIGTERM and SIGINT stop them, a second signal at once. SIGHUP replaces their processes one program after the other, unless it comes
    from a terminal that was closed: that stops them, too.
    """

    def __init__(
        self,
        programs: Sequence[Program],
        *,
        say: Callable[[str], None],
        stop_within: float = STOP_WITHIN,
        while_parent: int | None = None,
    ) -> None:
        self._programs = [Supervised(program, say) for program in programs]
        self._say = tolerant(say)
        self._stop_within = stop_within
        self._while_parent = while_parent
        self._terminals = [number for number in (0, 1, 2) if os.isatty(number)]
        self._stops = 0
        self._must_replace = False

    def run(self, when_ready: Callable[[], None]) -> int:
        """Start all programs, call `when_ready`, and keep them running until a stop is requested.

        Returns 0 after an orderly stop, 1 if a program did not start.
        """
        with self._handling_signals():
            try:
                needed = [each for each in self._programs if each.program.needed]
                others = [each for each in self._programs if not each.program.needed]
                started = all(self._start([each]) for each in needed) and self._start(others)
                if started:
                    when_ready()
                    self._keep()
                return 0 if started or self._must_stop() else 1
            finally:
                self._stop()

    def _start(self, programs: Sequence[Supervised]) -> bool:
        """Start these programs together. Whether all became ready."""
        faults = [self._fault(run, run.program.start_within) for run in [each.start() for each in programs]]
        for fault in filter(None, faults):
            self._say(fault)
        return not any(faults) and not self._must_stop()

    def _fault(self, run: Run, within: float, meanwhile: Callable[[], None] = lambda: None) -> str | None:
        """Wait until the run is ready, or a stop is requested. Returns what is wrong if it ends or is not ready in time."""
        program, deadline = run.program, time.monotonic() + within
        while not self._must_stop() and not run.ready():
            if run.ended():
                return f"{program.name} ended while it was starting (exit code {run.exit_code()}). {program.explain()}".rstrip()
            if time.monotonic() > deadline:
                return f"{program.name} is not ready after {within:.0f} s. {program.explain()}".rstrip()
            meanwhile()
            time.sleep(TICK)
        return None

    def _keep(self) -> None:
        while not self._must_stop():
            self._restart_dead()
            if self._must_replace:
                self._must_replace = False
                self._replace_all()
            time.sleep(TICK)

    def _restart_dead(self) -> None:
        for each in self._programs:
            each.restart_if_dead()

    def _replace_all(self) -> None:
        """Replace the processes of every program that may run twice for a while, one program after the other. A program that does not
        start keeps its old processes and ends the replacing, as the next ones would hardly do better.
        """
        self._say("replacing all processes")
        if all(self._replace(each) for each in self._programs if not each.program.needed):
            self._say("all processes are replaced")

    def _replace(self, each: Supervised) -> bool:
        """Start the program a second time, and stop its old processes when the new ones are ready. Whether they became ready."""
        try:
            fault = self._fault(each.start_other(), each.program.start_within, self._restart_dead)
        except (NotYet, OSError) as error:
            fault = f"{each.program.name} cannot be started now: {error}"
        if fault is None and not self._must_stop():
            each.replace()
        self._stop_other(each)
        if fault is not None:
            self._say(f"{fault}\n{each.program.name} keeps its old processes, and no other program is replaced")
        return fault is None and not self._must_stop()

    def _stop_other(self, each: Supervised) -> None:
        """Stop the run that is not needed any more, and wait for its end or for a stop of all programs."""
        if each.other is None:
            return
        each.other.request_stop()
        while not each.other.ended() and not self._must_stop():
            self._restart_dead()
            time.sleep(TICK)
        if each.other.ended():
            self._name_if_killed(each.other)
            each.other = None

    def _stop(self) -> None:
        """Stop all programs together, because each takes some time; then those that the others need."""
        if not self._running():
            return
        self._say("stopping")
        self._announce()
        for each in self._programs:
            if each.program.listener is not None:
                each.program.listener.close()  # connections are refused from now on, and do not wait for nobody
        deadline, running = time.monotonic() + self._stop_within, self._running()
        self._end([run for run in running if not run.program.needed], deadline - 1.0)
        self._end([run for run in running if run.program.needed], deadline - 0.5)
        self._say("stopped")

    def _running(self) -> Sequence[Run]:
        return [run for each in reversed(self._programs) for run in each.running]

    def _announce(self) -> None:
        """Let programs report that they are not ready, and wait for as long as their clients need to notice. A second signal ends it."""
        announcing = [run for run in self._running() if run.program.unready_for and self._stops == 1 and run.ready()]
        for run in announcing:
            run.announce_stop()
        until = time.monotonic() + max((run.program.unready_for for run in announcing), default=0.0)
        while self._stops == 1 and time.monotonic() < until:
            self._restart_dead()
            time.sleep(TICK)

    def _end(self, runs: Sequence[Run], until: float) -> None:
        """Stop these runs and kill those that still run at `until`, or half a second after a second signal. A program that the others
        need gets its time if the second signal was for them.
        """
        for run in runs:
            run.request_stop()
        hurried = self._stops > 1 and all(run.program.needed for run in runs)
        while not all(run.ended() for run in runs) and time.monotonic() < until:
            if self._stops > 1 and not hurried:
                hurried, until = True, time.monotonic() + 0.5
            time.sleep(TICK)
        for run in runs:
            run.kill()
            self._name_if_killed(run)

    def _name_if_killed(self, run: Run) -> None:
        if run.exit_code() in KILLED_EXIT_CODES:
            self._say(f"{run.program.name} did not stop in time and was killed")

    def _must_stop(self) -> bool:
        return self._stops > 0 or self._orphaned()

    def _orphaned(self) -> bool:
        """Whether the terminal is closed or the parent has ended.

        The kernel signals a closed terminal to its leading process only, which may be `make`.
        """
        return not all(map(os.isatty, self._terminals)) or (self._while_parent is not None and os.getppid() != self._while_parent)

    @contextmanager
    def _handling_signals(self) -> Iterator[None]:
        def stop(_number: int, _frame: FrameType | None) -> None:
            self._stops += 1

        def replace(_number: int, _frame: FrameType | None) -> None:
            self._must_replace = True

        wanted = {signal.SIGINT: stop, signal.SIGTERM: stop, signal.SIGHUP: replace}
        before = {number: signal.getsignal(number) for number in wanted}
        handled = [number for number, handler in before.items() if handler is not signal.SIG_IGN]  # `nohup` must stay effective
        for number in handled:
            signal.signal(number, wanted[number])
        try:
            yield
        finally:
            for number in handled:
                signal.signal(number, before[number])

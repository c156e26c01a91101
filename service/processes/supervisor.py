"""Starts the programs of a service one after the other, restarts what dies, and stops them all at once, but the store after the others.

Each program hangs on a leash (`service.processes.leash`), so that none outlives the supervisor, however it ends.
"""

import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType

from service.processes.program import NotYet, Program, Run

TICK = 0.05
STOP_WITHIN = 10.0
LONGEST_PAUSE = 5.0
KILLED = (128 + signal.SIGKILL, -signal.SIGKILL)
"""The exit codes of a program whose time to end was over, of its leash, too."""

LASTING = 10.0
"""Seconds after which a run counts as a success: the pauses between restarts begin anew."""


class Supervisor:
    """Keeps programs running until a signal says stop. `run` may be called once."""

    def __init__(
        self,
        programs: Sequence[Program],
        *,
        say: Callable[[str], None],
        stop_within: float = STOP_WITHIN,
        while_parent: int | None = None,
    ) -> None:
        self._kept = [_Kept(program, say) for program in programs]
        self._say = _tolerant(say)
        self._stop_within = stop_within
        self._while_parent = while_parent
        self._at_terminal = os.isatty(0)
        self._signals = 0

    def run(self, when_ready: Callable[[], None]) -> int:
        """Start all, call `when_ready`, keep all until told to stop; 0 after an orderly stop, 1 if a program did not start."""
        with self._listening():
            try:
                started = all(self._start(kept) for kept in self._kept)
                if started:
                    when_ready()
                    self._keep()
                return 0 if started or self._told_to_stop() else 1
            finally:
                self._stop()

    def _start(self, kept: "_Kept") -> bool:
        program, run = kept.program, kept.start()
        deadline = time.monotonic() + program.start_within
        while not self._told_to_stop():
            if run.ended():
                self._say(f"{program.name} ended while it was starting (exit code {run.exit_code()}). {program.explain()}".rstrip())
                return False
            if program.ready():
                return True
            if time.monotonic() > deadline:
                self._say(f"{program.name} is not ready after {program.start_within:.0f} s. {program.explain()}".rstrip())
                return False
            time.sleep(TICK)
        return False

    def _keep(self) -> None:
        while not self._told_to_stop():
            for kept in self._kept:
                kept.restart_if_dead()
            time.sleep(TICK)

    def _stop(self) -> None:
        """All at once, for each takes its time; then what all the others need."""
        running = [kept.run for kept in reversed(self._kept) if kept.run is not None and not kept.run.ended()]
        if not running:
            return
        self._say("stopping")
        deadline = time.monotonic() + self._stop_within
        self._end([run for run in running if not run.program.needed], deadline - 1.0)
        self._end([run for run in running if run.program.needed], deadline - 0.5)
        self._say("stopped")

    def _end(self, runs: Sequence[Run], until: float) -> None:
        """None of them lives longer than until then, nor than half a second after a signal that asks for more haste."""
        for run in runs:
            run.ask_to_end()
        hurried = self._signals > 1
        while not all(run.ended() for run in runs) and time.monotonic() < until:
            if self._signals > 1 and not hurried:
                hurried, until = True, time.monotonic() + 0.5
            time.sleep(TICK)
        for run in runs:
            run.kill()
            if run.exit_code() in KILLED:
                self._say(f"{run.program.name} did not stop in time and was killed")

    def _told_to_stop(self) -> bool:
        return self._signals > 0 or self._alone()

    def _alone(self) -> bool:
        """The terminal is closed (which is told to its leading process only, and that may be `make`), or the parent gone."""
        return (self._at_terminal and not os.isatty(0)) or (self._while_parent is not None and os.getppid() != self._while_parent)

    @contextmanager
    def _listening(self) -> Iterator[None]:
        def note(_number: int, _frame: FrameType | None) -> None:
            self._signals += 1

        before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
        heard = [number for number, handler in before.items() if handler is not signal.SIG_IGN]  # `nohup` stays in force
        for number in heard:
            signal.signal(number, note)
        try:
            yield
        finally:
            for number in heard:
                signal.signal(number, before[number])


class _Kept:
    """A program, its newest run, and when it may be started again."""

    def __init__(self, program: Program, say: Callable[[str], None]) -> None:
        self.program = program
        self.run: Run | None = None
        self._say = _tolerant(say)
        self._started = 0.0
        self._pause = 0.0
        self._due: float | None = None

    def start(self) -> Run:
        self.run = Run(self.program)
        self._started, self._due = time.monotonic(), None
        return self.run

    def restart_if_dead(self) -> None:
        if self.run is None or not self.run.ended():
            return
        now = time.monotonic()
        if self._due is None:
            self._postpone(0.0 if now - self._started > LASTING else self._pause)
            self._say(f"{self.program.name} ended (exit code {self.run.exit_code()}); starting it again")
        elif now >= self._due:
            try:
                self.start()
            except (NotYet, OSError) as error:  # the other programs go on
                self._postpone(self._pause)
                self._say(f"{self.program.name} cannot be started yet: {error}")

    def _postpone(self, pause: float) -> None:
        """Wait twice as long as the last time."""
        self._pause = min(LONGEST_PAUSE, max(0.2, pause * 2))
        self._due = time.monotonic() + self._pause


def _tolerant(say: Callable[[str], None]) -> Callable[[str], None]:
    """Words to a closed terminal must not keep us from stopping."""

    def attempt(text: str) -> None:
        with suppress(OSError):
            say(text)

    return attempt

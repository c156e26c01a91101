"""Starts the programs of a service one after the other, restarts programs that end, and stops all: the store last, the others together.

Each program runs on a leash (`service.processes.leash`), so no program outlives the supervisor, however the supervisor ends.
"""

import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType

from service.processes.program import NotYet, Program, Run

TICK = 0.05
"""Seconds between two checks of the programs."""
STOP_WITHIN = 10.0
"""Seconds in which all programs must have stopped."""
LONGEST_PAUSE = 5.0
"""Maximum seconds between two attempts to start a program."""
KILLED_EXIT_CODES = (128 + signal.SIGKILL, -signal.SIGKILL)
"""Exit codes of a program that was killed after its grace period: those of the leash, too."""

STABLE_AFTER = 10.0
"""Seconds after which a run counts as successful: the next restart happens after the shortest pause."""


class Supervisor:
    """Keeps programs running until a signal to stop. Call `run` at most once."""

    def __init__(
        self,
        programs: Sequence[Program],
        *,
        say: Callable[[str], None],
        stop_within: float = STOP_WITHIN,
        while_parent: int | None = None,
    ) -> None:
        self._programs = [_Supervised(program, say) for program in programs]
        self._say = _tolerant(say)
        self._stop_within = stop_within
        self._while_parent = while_parent
        self._at_terminal = os.isatty(0)
        self._signals = 0

    def run(self, when_ready: Callable[[], None]) -> int:
        """Start all programs, call `when_ready`, and keep them running until a stop is requested.

        Returns 0 after an orderly stop, 1 if a program did not start.
        """
        with self._handling_signals():
            try:
                started = all(self._start(supervised) for supervised in self._programs)
                if started:
                    when_ready()
                    self._keep()
                return 0 if started or self._must_stop() else 1
            finally:
                self._stop()

    def _start(self, supervised: "_Supervised") -> bool:
        program, run = supervised.program, supervised.start()
        deadline = time.monotonic() + program.start_within
        while not self._must_stop():
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
        while not self._must_stop():
            for supervised in self._programs:
                supervised.restart_if_dead()
            time.sleep(TICK)

    def _stop(self) -> None:
        """Stop all programs together, because each takes some time; then those that the others need."""
        runs = [supervised.run for supervised in reversed(self._programs)]
        running = [run for run in runs if run is not None and not run.ended()]
        if not running:
            return
        self._say("stopping")
        deadline = time.monotonic() + self._stop_within
        self._end([run for run in running if not run.program.needed], deadline - 1.0)
        self._end([run for run in running if run.program.needed], deadline - 0.5)
        self._say("stopped")

    def _end(self, runs: Sequence[Run], until: float) -> None:
        """Stop these runs and kill those that still run at `until`, or half a second after a second signal."""
        for run in runs:
            run.request_stop()
        hurried = self._signals > 1
        while not all(run.ended() for run in runs) and time.monotonic() < until:
            if self._signals > 1 and not hurried:
                hurried, until = True, time.monotonic() + 0.5
            time.sleep(TICK)
        for run in runs:
            run.kill()
            if run.exit_code() in KILLED_EXIT_CODES:
                self._say(f"{run.program.name} did not stop in time and was killed")

    def _must_stop(self) -> bool:
        return self._signals > 0 or self._orphaned()

    def _orphaned(self) -> bool:
        """Whether the terminal is closed or the parent has ended.

        The kernel signals a closed terminal to its leading process only, which may be `make`.
        """
        return (self._at_terminal and not os.isatty(0)) or (self._while_parent is not None and os.getppid() != self._while_parent)

    @contextmanager
    def _handling_signals(self) -> Iterator[None]:
        def count_signal(_number: int, _frame: FrameType | None) -> None:
            self._signals += 1

        before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
        handled = [number for number, handler in before.items() if handler is not signal.SIG_IGN]  # `nohup` must stay effective
        for number in handled:
            signal.signal(number, count_signal)
        try:
            yield
        finally:
            for number in handled:
                signal.signal(number, before[number])


class _Supervised:
    """A program, its latest run, and when it may be started again."""

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
            self._postpone(0.0 if now - self._started > STABLE_AFTER else self._pause)
            self._say(f"{self.program.name} ended (exit code {self.run.exit_code()}); starting it again")
        elif now >= self._due:
            try:
                self.start()
            except (NotYet, OSError) as error:  # the other programs keep running
                self._postpone(self._pause)
                self._say(f"{self.program.name} cannot be started yet: {error}")

    def _postpone(self, pause: float) -> None:
        """Set the next start: after twice the pause, from 0.2 s up to `LONGEST_PAUSE`."""
        self._pause = min(LONGEST_PAUSE, max(0.2, pause * 2))
        self._due = time.monotonic() + self._pause


def _tolerant(say: Callable[[str], None]) -> Callable[[str], None]:
    """`say`, ignoring errors: a closed terminal must not prevent a stop."""

    def attempt(text: str) -> None:
        with suppress(OSError):
            say(text)

    return attempt

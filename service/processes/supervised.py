"""A supervised program: its latest run, when it may be started again, and the run that is about to take its place."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from service.processes.program import NotYet, Program, Run

LONGEST_PAUSE = 5.0
"""Maximum seconds between two attempts to start a program."""
STABLE_AFTER = 10.0
"""Seconds after which a run counts as successful: the next restart happens after the shortest pause."""


class Supervised:
    """A program of a supervisor. `say` prints a message for the operator."""

    def __init__(self, program: Program, say: Callable[[str], None]) -> None:
        self.program = program
        self.run: Run | None = None
        self.other: Run | None = None
        """While the program is being replaced: its next run, and then its previous one until that has ended."""
        self._say = tolerant(say)
        self._started = 0.0
        self._pause = 0.0
        self._due: float | None = None

    @property
    def running(self) -> Sequence[Run]:
        """Its runs that have not ended."""
        return [run for run in (self.other, self.run) if run is not None and not run.ended()]

    def start(self) -> Run:
        """Start the program. Raises `NotYet` and `OSError`."""
        self.run = Run(self.program)
        self._started, self._due = time.monotonic(), None
        return self.run

    def start_other(self) -> Run:
        """Start a second run beside the first one. Raises `NotYet` and `OSError`."""
        self.other = Run(self.program)
        return self.other

    def replace(self) -> Run | None:
        """Let the second run be the program's run from now on. Returns the previous one, which still runs unless it has died."""
        self.run, self.other = self.other, self.run
        self._started, self._due = time.monotonic(), None
        return self.other

    def restart_if_dead(self) -> None:
        """Start the program again, after a pause that grows, if its run has ended by itself."""
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


def tolerant(say: Callable[[str], None]) -> Callable[[str], None]:
    """`say`, ignoring errors: a closed terminal must not prevent a stop."""

    def attempt(text: str) -> None:
        with suppress(OSError):
            say(text)

    return attempt

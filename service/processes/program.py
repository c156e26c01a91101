"""A program that the supervisor keeps running, and one run of it on its leash."""

import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from service.processes import leash


class NotYet(Exception):
    """A program cannot be started now; later perhaps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """What to run, how to know that it works, and how long it may take to end."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    prepare: Callable[[], None] = lambda: None
    """Called before each start, the first and every other; raises NotYet. It must not take long."""
    ready: Callable[[], bool] = lambda: True
    """Asked again and again after the start: may the next program start?"""
    explain: Callable[[], str] = str
    """What there is to say when it ended during its start."""
    start_within: float = 60.0
    grace: float = 8.0
    """Seconds between SIGTERM and SIGKILL."""
    needed: bool = False
    """Whether the others need it until they have ended: it is stopped after them."""


class Run:
    """One run of a program. Used as a context manager it ends with the block."""

    def __init__(self, program: Program) -> None:
        """Start it. Raises NotYet."""
        program.prepare()
        self.program = program
        # Isolated and without site: a leash needs the standard library only and starts the faster for it. A session of its own keeps
        # the terminal's Ctrl-C away, which is for the supervisor alone.
        self._leash = subprocess.Popen(
            [sys.executable, "-I", "-S", leash.__file__, "--grace", str(program.grace), "--", *program.command],
            stdin=subprocess.PIPE,
            env=dict(program.environment),
            start_new_session=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.ask_to_end()
        if not self.ended_within(self.program.grace + 3.0):
            self.kill()

    def ended(self) -> bool:
        return self._leash.poll() is not None

    def exit_code(self) -> int | None:
        return self._leash.poll()

    def ended_within(self, seconds: float) -> bool:
        try:
            self._leash.wait(max(0.0, seconds))
        except subprocess.TimeoutExpired:
            return False
        return True

    def ask_to_end(self) -> None:
        """Let go of the leash: the program gets SIGTERM, and SIGKILL when its grace is over."""
        if self._leash.stdin is not None:
            self._leash.stdin.close()

    def kill(self) -> None:
        """End it and all of its children now."""
        self.ask_to_end()
        if not self.ended():
            self._leash.send_signal(signal.SIGTERM)  # the second word: no more grace
        if not self.ended_within(2.0):
            self._leash.kill()
            self._leash.wait()

"""A program that the supervisor runs, and one run of it on its leash."""

import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from service.processes import leash


class NotYet(Exception):
    """A program cannot be started now, but perhaps later."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A program to run: command, environment, checks, and time limits."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    prepare: Callable[[], None] = lambda: None
    """Called before each start, including restarts. It may raise NotYet, and must return quickly."""
    ready: Callable[[], bool] = lambda: True
    """Polled after the start: whether the program is ready and the next program may start."""
    explain: Callable[[], str] = str
    """Returns details for the message when the program ends during its start."""
    start_within: float = 60.0
    grace: float = leash.GRACE
    """Seconds between SIGTERM and SIGKILL."""
    needed: bool = False
    """Whether the other programs need this one until they have ended: it is stopped after them."""


class Run:
    """One run of a program. As a context manager, it stops the program at the end of the block."""

    def __init__(self, program: Program) -> None:
        """Start the program. Raises NotYet."""
        program.prepare()
        self.program = program
        # -I and -S: the leash needs only the standard library and starts faster this way. In its own session, it does not get the
        # terminal's Ctrl-C, which only the supervisor handles.
        self._leash = subprocess.Popen(
            [sys.executable, "-I", "-S", leash.__file__, "--grace", str(program.grace), "--", *program.command],
            stdin=subprocess.PIPE,
            env=dict(program.environment),
            start_new_session=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.request_stop()
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

    def request_stop(self) -> None:
        """Close the leash's standard input: the program gets SIGTERM, and SIGKILL after its grace period."""
        if self._leash.stdin is not None:
            self._leash.stdin.close()

    def kill(self) -> None:
        """Stop the program and all of its children now."""
        self.request_stop()
        if not self.ended():
            self._leash.send_signal(signal.SIGTERM)  # a second stop request ends the grace period
        if not self.ended_within(2.0):
            self._leash.kill()
            self._leash.wait()

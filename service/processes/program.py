"""A program that the supervisor runs, and one run of it on its leash."""

import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from service.processes import leash, readiness
from service.processes.readiness import ReadinessPipe


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
    """Polled after the start: whether the program is ready."""
    says_ready: int = 0
    """How many processes of the program must also say that they are ready (`service.processes.readiness`)."""
    explain: Callable[[], str] = str
    """Returns details for the message when the program ends during its start."""
    start_within: float = 60.0
    grace: float = leash.GRACE
    """Seconds between SIGTERM and SIGKILL."""
    needed: bool = False
    """Whether the other programs need this one from their start to their end: it is started before them, stopped after them, and not
    restarted while they run."""
    listener: socket.socket | None = None
    """A listening socket that each run inherits, so that the address stays open while one run replaces another."""
    unready_for: float = 0.0
    """Seconds for which the program works on, but reports that it is not ready, before it is stopped for good. SIGUSR1 tells it so."""


class Run:
    """One run of a program. As a context manager, it stops the program at the end of the block."""

    def __init__(self, program: Program) -> None:
        """Start the program. Raises NotYet."""
        program.prepare()
        self.program = program
        self._readiness = ReadinessPipe()
        with self._readiness.handing_over() as writer:
            # -I and -S: the leash needs only the standard library and starts faster this way. In its own session, it does not get the
            # terminal's Ctrl-C, which only the supervisor handles.
            self._leash = subprocess.Popen(
                [sys.executable, "-I", "-S", leash.__file__, "--grace", str(program.grace), "--", *program.command],
                stdin=subprocess.PIPE,
                env={**program.environment, readiness.VARIABLE: str(writer)},
                start_new_session=True,
                pass_fds=[writer, *([] if program.listener is None else [program.listener.fileno()])],
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.request_stop()
        if not self.ended_within(self.program.grace + 3.0):
            self.kill()

    def ready(self) -> bool:
        """Whether the run does its work: everything that the program waits for is there."""
        return self._readiness.said() >= self.program.says_ready and self.program.ready()

    def ended(self) -> bool:
        ended = self._leash.poll() is not None
        if ended:
            self._readiness.close()
        return ended

    def exit_code(self) -> int | None:
        return self._leash.poll()

    def ended_within(self, seconds: float) -> bool:
        try:
            self._leash.wait(max(0.0, seconds))
        except subprocess.TimeoutExpired:
            return False
        return True

    def announce_stop(self) -> None:
        """Tell the program that it is about to be stopped: it gets SIGUSR1. The run must be ready, or else the signal ends it."""
        self._leash.send_signal(signal.SIGUSR1)

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

"""Runs a command, and stops it when the process at the other end of standard input ends.

    python -I -S leash.py [--grace SECONDS] COMMAND …

A killed supervisor cannot stop the programs that it started, but its end of the pipe closes. The command then gets SIGTERM and, after
the grace period, its whole session gets SIGKILL. SIGTERM, SIGINT and SIGHUP to the leash have the same effect; a second signal ends
the grace period. SIGUSR1 is passed on. If the leash itself is killed, Linux stops the command. The leash exits with the command's exit
code (128 + n for signal n). It uses the standard library only, so it starts in milliseconds.
"""

import os
import select
import signal
import sys
import time
from contextlib import suppress

GRACE = 8.0
"""Seconds between SIGTERM and SIGKILL, unless `--grace` says otherwise."""

STOP_SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
MOST_FILES = 1024
"""Open files above this number are not closed: a leash has a handful."""
LEFT_BEHIND_GRACE = 2.0
"""Seconds in which the remaining children of an ended command must end, after each signal."""


def main(arguments: list[str]) -> int:
    """Run the command until it ends or the leash is stopped; the value is the exit code."""
    grace = GRACE
    if arguments[:1] == ["--grace"]:
        grace, arguments = float(arguments[1]), arguments[2:]
    if arguments[:1] == ["--"]:
        arguments = arguments[1:]
    if not arguments:
        sys.stderr.write("usage: leash.py [--grace SECONDS] COMMAND …\n")
        return 2
    return _hold(_spawn(arguments), grace)


def _spawn(command: list[str]) -> int:
    prctl = None
    if sys.platform == "linux":
        import ctypes

        prctl = ctypes.CDLL(None).prctl
        prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER: the leash adopts the command's orphans
    parent = os.getpid()
    child = os.fork()
    if child:
        os.closerange(3, MOST_FILES)  # what the command inherits is the command's alone: a socket is closed when the command closes it
        return child
    try:
        os.setsid()
        if prctl is not None:
            prctl(1, int(signal.SIGTERM), 0, 0, 0)  # PR_SET_PDEATHSIG
        if os.getppid() == parent:
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)
            os.execvp(command[0], command)  # noqa: S606 - running a command is what this is for
    except OSError as error:
        os.write(2, f"{command[0]}: {error.strerror}\n".encode())
    os._exit(127)


def _hold(child: int, grace: float) -> int:
    stops: list[int] = []
    signal.signal(signal.SIGUSR1, lambda number, _frame: _signal(child, number))
    wake = _wake_on_signals(stops)
    sources = [0, wake]
    deadline: float | None = None
    while True:
        code = _reaped().get(child)
        if code is not None:
            _end_left_behind(child)
            return code if code >= 0 else 128 - code
        now = time.monotonic()
        if stops and deadline is None:
            deadline = now + grace
            _signal(child, signal.SIGTERM)
        if deadline is not None and (now >= deadline or len(stops) > 1):
            _signal_group(child, signal.SIGKILL)
        wait = 1.0 if deadline is None else min(1.0, max(0.02, deadline - now))
        readable, _, _ = select.select(sources, [], [], wait)
        if wake in readable:
            os.read(wake, 512)
        if 0 in readable and not os.read(0, 512):
            sources = [wake]
            stops.append(0)


def _wake_on_signals(stops: list[int]) -> int:
    """Append each stop signal to `stops`. The returned file descriptor is readable after any signal, including a child's end."""
    wake, wake_writer = os.pipe()
    os.set_blocking(wake, False)
    os.set_blocking(wake_writer, False)
    signal.set_wakeup_fd(wake_writer, warn_on_full_buffer=False)
    for number in STOP_SIGNALS:
        signal.signal(number, lambda received, _frame: stops.append(received))
    signal.signal(signal.SIGCHLD, lambda *_: None)
    return wake


def _reaped() -> dict[int, int]:
    """The exit codes of the children that have ended, by process id."""
    ended = {}
    with suppress(ChildProcessError):
        while True:
            process, status = os.waitpid(-1, os.WNOHANG)
            if not process:
                break
            ended[process] = os.waitstatus_to_exitcode(status)
    return ended


def _end_left_behind(group: int) -> None:
    """Stop the descendants that the command left running: SIGTERM, then SIGKILL."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        deadline = time.monotonic() + LEFT_BEHIND_GRACE
        left = _signal_left_behind(group, number)
        while left and time.monotonic() < deadline:
            time.sleep(0.02)
            _reaped()
            left = _signal_left_behind(group, 0)


def _signal_left_behind(group: int, number: int) -> bool:
    """Signal the remaining processes of the command's session and, on Linux, of other sessions. False if there are none."""
    adopted: list[str] = []
    with suppress(OSError), open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:  # noqa: PTH123 - pathlib is slow to import
        adopted = file.read().split()
    for process in adopted:
        with suppress(OSError):
            os.kill(int(process), number)
    return _signal_group(group, number) or bool(adopted)


def _signal(process: int, number: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(process, number)


def _signal_group(group: int, number: int) -> bool:
    """Signal a process group. False if no process of it is alive (macOS reports that as EPERM)."""
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):
        return False
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

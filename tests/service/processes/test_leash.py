import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from service.processes import leash
from tests.operation.processes import alive, until

STUBBORN = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('on', flush=True); time.sleep(600)"


linux = pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell a process that its parent was killed")


@contextmanager
def leashed(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-I", "-S", leash.__file__, *arguments]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        try:
            yield process
        finally:
            process.kill()


def child_of(process: subprocess.Popen[str]) -> psutil.Process:
    leader = psutil.Process(process.pid)
    until(lambda: len(leader.children()) == 1)
    return leader.children()[0]


def first_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def let_go(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.close()


@pytest.mark.parametrize(("code", "seen"), [("raise SystemExit(7)", 7), ("import os; os.kill(os.getpid(), 9)", 137), ("pass", 0)])
def test_the_exit_code_passes_through(code: str, seen: int) -> None:
    with leashed("--", sys.executable, "-c", code) as process:
        assert process.wait(10) == seen


def test_a_command_that_does_not_exist_is_told() -> None:
    with leashed("--", "/no/such/command") as process:
        assert process.wait(10) == 127


def test_the_command_ends_when_the_other_end_of_the_pipe_is_gone() -> None:
    with leashed("--", "sleep", "600") as process:
        command = child_of(process)

        let_go(process)

        assert process.wait(5) == 128 + signal.SIGTERM
        assert not alive([command])


def test_a_command_that_does_not_listen_is_killed_after_its_grace() -> None:
    with leashed("--grace", "0.5", "--", sys.executable, "-c", STUBBORN) as process:
        assert first_line(process) == "on"
        before = time.monotonic()

        let_go(process)

        assert process.wait(5) == 128 + signal.SIGKILL
        assert 0.4 < time.monotonic() - before < 3


def test_a_second_word_cuts_the_grace_short() -> None:
    with leashed("--grace", "60", "--", sys.executable, "-c", STUBBORN) as process:
        assert first_line(process) == "on"

        let_go(process)
        process.terminate()

        assert process.wait(5) == 128 + signal.SIGKILL


@pytest.mark.parametrize("session", [False, pytest.param(True, marks=linux)])
def test_children_of_an_ended_command_end_too(session: bool) -> None:
    child = f"subprocess.Popen(['sleep', '600'], stdout=subprocess.DEVNULL, start_new_session={session})"
    code = f"import subprocess; print({child}.pid, flush=True)"
    with leashed("--", sys.executable, "-c", code) as process:
        left_behind = psutil.Process(int(first_line(process)))

        assert process.wait(5) == 0

        assert not alive([left_behind])


@linux
def test_the_command_ends_even_when_the_leash_is_killed() -> None:
    with leashed("--", "sleep", "600") as process:
        command = child_of(process)
        until(lambda: command.name() == "sleep")

        process.kill()

        until(lambda: not alive([command]))


def test_the_command_has_a_session_of_its_own_and_no_input(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    code = f"import os, sys; open({str(seen)!r}, 'w').write(f'{{os.getsid(0) == os.getpid()}} {{sys.stdin.read()!r}}')"
    with leashed("--", sys.executable, "-c", code) as process:
        assert process.wait(10) == 0

    assert seen.read_text() == "True ''"

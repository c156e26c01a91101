"""A signal to stop that reaches a new process before it has its own handlers is not lost."""

import subprocess
import sys

FORKING = """
import os, signal, time
from service.processes import fork_signals

signal.signal(signal.SIGTERM, lambda *_: None)  # as gunicorn's master has one, which the new process inherits
fork_signals.hold_while_forking()
child = os.fork()
if child:
    os.kill(child, signal.SIGTERM)
    assert not signal.pthread_sigmask(signal.SIG_BLOCK, ()), "the parent gets its own signals"
    sys_exit = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    raise SystemExit(sys_exit)
for _ in range(1000):
    if signal.SIGTERM in signal.sigpending():
        break
    time.sleep(0.01)
signal.signal(signal.SIGTERM, lambda *_: os._exit(7))
fork_signals.release()
os._exit(1)
"""


def test_it_is_handled_as_soon_as_there_is_a_handler() -> None:
    run = subprocess.run([sys.executable, "-c", FORKING], check=False, capture_output=True, text=True, timeout=30)

    assert (run.returncode, run.stderr) == (7, "")

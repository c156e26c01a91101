"""A signal stops a process in order; a second one ends it at once, unless it is the same request."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

STOPPING = """
import sys
from workers import stop_signals

stop_signals.SAME_REQUEST = float(sys.argv[1])
stop_signals.on_stop(lambda: print("stopping", flush=True))
print("on", flush=True)
for line in sys.stdin:
    print("working", flush=True)
"""


@contextmanager
def asked_to_stop(same_request: float) -> Iterator[subprocess.Popen[str]]:
    """A process that was asked to stop once, and takes its time."""
    with subprocess.Popen(
        [sys.executable, "-c", STOPPING, str(same_request)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "on\n"
        process.terminate()
        assert process.stdout.readline() == "stopping\n"
        try:
            yield process
        finally:
            process.kill()


def test_a_second_signal_ends_it_at_once() -> None:
    with asked_to_stop(same_request=0.0) as process:
        process.send_signal(signal.SIGINT)

        assert process.wait(10) == -signal.SIGINT


def test_the_same_signal_twice_is_one_request() -> None:
    with asked_to_stop(same_request=60.0) as process:
        assert process.stdin is not None
        assert process.stdout is not None

        process.terminate()

        process.stdin.write("\n")
        process.stdin.flush()
        assert process.stdout.readline() == "working\n"

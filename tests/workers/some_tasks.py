"""Tasks for tests: they sleep, hang, fail, end the process, or record that they ran. `python -m` runs a worker for them."""

import sys
import time
from collections import deque
from contextlib import suppress
from itertools import repeat
from typing import Any, NoReturn

from rules.registry import games
from rules.rejected import Rejected
from service.logs import configure_logs
from service.settings import Settings
from workers.jobs.job import Task
from workers.jobs.outcomes import Continued
from workers.jobs.parts import WorkerParts, worker_parts
from workers.jobs.worker import JobWorker


def note(worker_parts: WorkerParts, *ids: str | int) -> list[str | int]:
    """Append a line to the list `ran`."""
    worker_parts.client.rpush("ran", "-".join(map(str, ids)))
    return list(ids)


def due(worker_parts: WorkerParts, table: str) -> None:
    note(worker_parts, "due", table)


def sleep(worker_parts: WorkerParts, name: str, seconds: int) -> str:
    """Append a line before and after sleeping."""
    note(worker_parts, "begin", name)
    time.sleep(seconds)
    note(worker_parts, "end", name)
    return name


def spin(worker_parts: WorkerParts, name: str) -> None:
    """Block the interpreter for ever: no other thread of the process runs, and no signal is handled."""
    note(worker_parts, "begin", name)
    deque(repeat(0), maxlen=0)


def swallow(worker_parts: WorkerParts, name: str) -> NoReturn:
    """Ignore every interruption."""
    note(worker_parts, "begin", name)
    while True:
        with suppress(BaseException):
            time.sleep(600)


def halve(worker_parts: WorkerParts, name: str) -> None:
    """Stay at progress 0.5 until the test writes a key with this name."""
    worker_parts.progress(0.123)
    worker_parts.progress(0.5)
    while not worker_parts.client.exists(name):
        time.sleep(0.02)


def fail(worker_parts: WorkerParts, name: str) -> NoReturn:
    note(worker_parts, "begin", name)
    raise ZeroDivisionError(f"marker {name}")


def leave(worker_parts: WorkerParts) -> NoReturn:
    sys.exit("a task has no business here")


def again(worker_parts: WorkerParts, name: str) -> int | Continued:
    """Continue in the background twice before it is done."""
    times: Any = worker_parts.client.rpush("ran", f"again-{name}{'-urgent' * worker_parts.urgent}")
    return int(times) if times == 3 else Continued(urgent=False)


def refuse(worker_parts: WorkerParts) -> NoReturn:
    raise Rejected("nothing-owed", "The seat owes nothing.")


def stray(worker_parts: WorkerParts) -> Any:
    """Return a value that is not JSON."""
    return object()


TASKS = {
    task.__name__: Task(run=task, queue="turns", timeout=1, keep=60) for task in (note, halve, fail, leave, refuse, stray, spin, swallow)
} | {
    "sleep": Task(run=sleep, queue="turns", timeout=30, keep=60),
    "again": Task(run=again, queue="turns", timeout=2, keep=60, retries=1),
    "forget": Task(run=note, queue="turns", timeout=2, keep=0, keep_failed=0),
    "export": Task(run=sleep, queue="exports", timeout=30, keep=60, retries=1),
    "fail_twice": Task(run=fail, queue="exports", timeout=2, keep=60, retries=1),
    "play": Task(run=note, queue="turns", timeout=2, keep=60, settles=("due",)),
    "due": Task(run=due, queue="turns", timeout=2, keep=0, keep_failed=0, settles=("play",)),
    "other": Task(run=note, queue="exports", timeout=2, keep=60),
}


if __name__ == "__main__":
    configure_logs(Settings(log_format="json"))
    JobWorker(worker_parts(sys.argv[1], games(), TASKS), sys.argv[2].split(",")).run()

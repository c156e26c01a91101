"""Tasks that no service has: they sleep, hang, fail, end the process, or write down that they ran. `python -m` runs a worker for them."""

import sys
import time
from collections import deque
from contextlib import suppress
from itertools import repeat
from typing import Any, NoReturn

from rules.registry import games
from rules.rejected import Rejected
from service.logs import configure_logs
from workers.endings import Later
from workers.job import Task
from workers.tools import Tools, tools
from workers.worker import Worker


def note(tools: Tools, *ids: str | int) -> list[str | int]:
    """Leaves a line in the list `ran`."""
    tools.client.rpush("ran", "-".join(map(str, ids)))
    return list(ids)


def due(tools: Tools, table: str) -> None:
    note(tools, "due", table)


def sleep(tools: Tools, name: str, seconds: int) -> str:
    """Leaves a line before it sleeps and one after it."""
    note(tools, "begin", name)
    time.sleep(seconds)
    note(tools, "end", name)
    return name


def spin(tools: Tools, name: str) -> None:
    """Holds the interpreter for ever: no other thread of the process runs, and no signal is handled."""
    note(tools, "begin", name)
    deque(repeat(0), maxlen=0)


def swallow(tools: Tools, name: str) -> NoReturn:
    """Does not let itself be interrupted by anything."""
    note(tools, "begin", name)
    while True:
        with suppress(BaseException):
            time.sleep(600)


def halve(tools: Tools, name: str) -> None:
    """Is half done until somebody writes the key with its name."""
    tools.progress(0.123)
    tools.progress(0.5)
    while not tools.client.exists(name):
        time.sleep(0.02)


def fail(tools: Tools, name: str) -> NoReturn:
    note(tools, "begin", name)
    raise ZeroDivisionError(f"marker {name}")


def leave(tools: Tools) -> NoReturn:
    sys.exit("a task has no business here")


def again(tools: Tools, name: str) -> int | Later:
    """Goes on in the background, and there once more, before it is done."""
    times: Any = tools.client.rpush("ran", f"again-{name}{'-urgent' * tools.urgent}")
    return int(times) if times == 3 else Later(urgent=False)


def refuse(tools: Tools) -> NoReturn:
    raise Rejected("nothing-owed", "The seat owes nothing.")


def stray(tools: Tools) -> Any:
    """Returns what is no JSON."""
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
    configure_logs("info")
    Worker(tools(sys.argv[1], games(), TASKS), sys.argv[2].split(",")).run()

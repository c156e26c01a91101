"""CPU seconds from the start of a process until it has done its work or is ready, with all processes that it starts.

Prints the median of the rounds for each command, for each program of the service on an empty store, for the whole service, and for a web
process that replaces a killed one; and how many times that of `python -c pass`. `python -m bench.bench_start [ROUNDS]`, 9 by default.
"""

import os
import resource
import signal
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psutil

from bench.serving import ROOT, Connection, store
from events.projections.read_model import ReadModel
from events.store.redis_connection import connect
from events.store.redis_store import RedisStore
from tests.chaos.service import whole_service
from tests.golden_tables.record import FOLDER
from tests.operation.processes import free_port, started, until
from workers.health import health
from workers.jobs.parked import ParkedJobs
from workers.jobs.queues import Jobs
from workers.jobs.tasks import TASKS

ROLLSTREAM = (sys.executable, "-P", "-m", "service.command_line")
FINISHED_TABLE = FOLDER / "dicy-cards" / "built-in-players.json"

COMMANDS: Mapping[str, tuple[str, ...]] = {
    "python -c pass": (sys.executable, "-c", "pass"),
    "import service.app": (sys.executable, "-c", "import service.app"),
    "rollstream --help": (*ROLLSTREAM, "--help"),
    "rollstream verify FILE": (*ROLLSTREAM, "verify", str(FINISHED_TABLE)),
    "rollstream simulate": (*ROLLSTREAM, "simulate", "dicy-cards", "--games", "1", "--seed", "1"),
}

READY: Mapping[str, Callable[[Any], bool]] = {
    "projector": lambda client: ReadModel(client, RedisStore(client), lambda: datetime.now(UTC)).status() == "ok",
    "reactor": lambda client: health(client, Jobs(client, TASKS), ParkedJobs(client)).reactor == "ok",
    "dispatcher": lambda client: health(client, Jobs(client, TASKS), ParkedJobs(client)).dispatcher == "ok",
    "worker": lambda client: health(client, Jobs(client, TASKS), ParkedJobs(client)).jobs.workers == "ok",
}
"""The programs beside the web server, and how their stores show that they are ready."""


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    seen = [dict(one_round()) for _ in range(rounds)]
    medians = {name: statistics.median(times[name] for times in seen) for name in seen[0]}
    shortest = medians["python -c pass"]
    for name, seconds in medians.items():
        print(f"{name:26} {seconds:6.3f} s  {seconds / shortest:6.1f} ×")


def one_round() -> Iterator[tuple[str, float]]:
    for name, command in COMMANDS.items():
        yield name, of_command(command)
    with TemporaryDirectory() as folder, store() as url:
        for name in READY:
            yield name, of_program(name, url, Path(folder))
        yield from of_web(url, Path(folder))
    with TemporaryDirectory() as folder, whole_service(Path(folder)) as whole:
        yield "serve", of_family(whole.supervisor)


def of_command(command: tuple[str, ...]) -> float:
    before = of_ended_children()
    subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    return of_ended_children() - before


def of_ended_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def of_program(name: str, url: str, folder: Path) -> float:
    with closing(connect(url)) as client:
        client.flushall()
        with started([*ROLLSTREAM, name], folder / name, {"ROLLSTREAM_REDIS_URL": url}) as run:
            until(lambda: READY[name](client), 60, run.said)
            return of_family(psutil.Process(run.process.pid))


def of_web(url: str, folder: Path) -> Iterator[tuple[str, float]]:
    port = free_port()
    command = [*ROLLSTREAM, "web", "--port", str(port), "--web-processes", "1"]
    with started(command, folder / "web", {"ROLLSTREAM_REDIS_URL": url}) as run:
        until(lambda: answers(port), 60, run.said)
        yield "web", of_family(psutil.Process(run.process.pid))
        killed = web_process(run.process.pid)
        os.kill(killed.pid, signal.SIGKILL)
        killed.wait(10)
        until(lambda: answers(port), 60, run.said)
        yield "web process after a kill", of_family(web_process(run.process.pid))


def web_process(supervisor: int) -> psutil.Process:
    """The only process under this one that has no others under it."""
    (only,) = [process for process in psutil.Process(supervisor).children(recursive=True) if not process.children()]
    return only


def answers(port: int) -> bool:
    with suppress(OSError), closing(Connection(port)) as connection:
        return b"status" in connection.request(b"GET", "/readyz")
    return False


def of_family(leader: psutil.Process) -> float:
    """The CPU seconds of a process and its descendants, running and ended ones."""
    return sum(sum(process.cpu_times()[:4]) for process in [leader, *leader.children(recursive=True)])


if __name__ == "__main__":
    main()

"""The whole service as one command, without test doubles."""

import http.client
import json
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil
import pytest

from events.store.redis_connection import connect
from events.store.redis_store import RedisStore
from service.processes import embedded_store
from tests.operation.processes import Started, alive, free_port, started, until

TABLE = {"game": "dicy-cards", "seats": [{"kind": "human", "name": "Player 1"}, {"kind": "human", "name": "Player 2"}]}
LOG = "appendonlydir"
SOON_OVER = {**TABLE, "turn_seconds": 2, "on_expiry": {"policy": "resign", "after": 1}}
SMALL = {"ROLLSTREAM_WORKERS": "2", "ROLLSTREAM_WEB_PROCESSES": "2"}
STREAMS, IDLE = 40, 10


class Kept:
    """A service for several tests, on one folder and port. Its folder was readable by all users before the first start."""

    def __init__(self, folder: Path, ending: ExitStack) -> None:
        self.port, self.data = free_port(), folder / "data"
        self._folder, self._ending, self._starts = folder, ending, 0
        (self.data / LOG).mkdir(parents=True, mode=0o755)
        self.service = self.start(**SMALL)

    def start(self, **environment: str) -> Started:
        """Start it for the first time, or again at once after a stop or a kill."""
        self._starts += 1
        command = [sys.executable, "-P", "-m", "service.command_line", "serve", "--data", str(self.data), "--port", str(self.port)]
        variables = {"ROLLSTREAM_LOG_FORMAT": "text", **environment}
        self.service = self._ending.enter_context(started(command, self._folder / f"said {self._starts}", variables))
        self.service.wait_for("/v1/games/dicy-cards\n", 60)  # the last of its lines for whoever starts it
        return self.service

    def create_table(self, wanted: object = TABLE) -> str:
        table: str = call(self.port, "/v1/tables", wanted)["view"]["table"]
        return table

    def expect_expired(self, overdue: str) -> None:
        """The table's time runs out once, whether or not the service runs then."""
        until(lambda: call(self.port, f"/v1/tables/{overdue}")["status"] == "finished", 30, self.service.said)
        types = [event["type"] for event in call(self.port, f"/v1/tables/{overdue}/events")["events"]]
        assert types.count("table.decision-expired") == 1


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kept]:
    with ExitStack() as ending:
        yield Kept(tmp_path_factory.mktemp("kept"), ending)


@pytest.fixture
def kept(folder: Kept) -> Kept:
    """The service of this module's folder; it runs, whichever test went before."""
    if folder.service.process.poll() is not None:
        folder.start(**SMALL)
    return folder


def call(port: int, path: str, body: object = None) -> Any:
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", None if body is None else json.dumps(body).encode())
    request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


def status(port: int, path: str) -> int:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        error.close()
        return error.code


def reachable(port: int, path: str) -> bool:
    try:
        return status(port, path) == 200
    except OSError:
        return False


def of_command(service: Started, command: str) -> list[psutil.Process]:
    """The processes of this subcommand, without their leashes."""
    return [member for member, words in commands(service) if f"service.command_line {command}" in " ".join(words) and "-I" not in words]


def stores(service: Started) -> list[psutil.Process]:
    return [member for member, words in commands(service) if words[:1] and Path(words[0]).name.startswith("valkey-server")]


def web_workers(service: Started) -> list[psutil.Process]:
    gunicorn = [member for member, words in commands(service) if "gunicorn" in " ".join(words) and "-I" not in words]
    return [member for member in gunicorn if member.ppid() in {other.pid for other in gunicorn}]


def commands(service: Started) -> Iterator[tuple[psutil.Process, list[str]]]:
    """The service's processes with their command lines, without those that end meanwhile."""
    for member in service.family():
        with suppress(psutil.NoSuchProcess):
            yield member, member.cmdline()


def test_its_three_lines_work_as_they_stand(kept: Kept) -> None:
    lines = [line.strip() for line in kept.service.said().splitlines() if line.strip().startswith("curl")]

    created, _, game = (json.loads(subprocess.run(line, shell=True, check=True, capture_output=True).stdout) for line in lines)  # noqa: S602

    assert created["view"]["status"] == "playing"
    assert game["cards"]
    until(lambda: created["view"]["table"] in {found["table"] for found in call(kept.port, "/v1/tables")["tables"]}, 30)


def test_a_killed_web_process_and_a_killed_store_come_back(kept: Kept) -> None:
    table = kept.create_table()

    for victim in (*stores(kept.service), *web_workers(kept.service)):
        victim.kill()

    until(lambda: reachable(kept.port, "/readyz"), 30, kept.service.said)
    assert call(kept.port, f"/v1/tables/{table}")["table"] == table


def test_tables_of_built_in_players_go_on_when_reactor_and_workers_are_killed(kept: Kept) -> None:
    until(lambda: len(to_kill(kept.service)) == 3, 30, kept.service.said)
    automatic = [{"kind": "ai", "level": "greedy"}] * 4
    tables = [kept.create_table({**TABLE, "seats": automatic}) for _ in range(3)]

    for victim in to_kill(kept.service):
        victim.kill()

    until(lambda: all(call(kept.port, f"/v1/tables/{table}")["status"] == "finished" for table in tables), 60, kept.service.said)
    until(lambda: call(kept.port, "/readyz")["status"] == "ready", 30, kept.service.said)
    assert sorted(process.cmdline()[-1] for process in of_command(kept.service, "worker")) == ["turns", "turns,exports"]


def to_kill(service: Started) -> list[psutil.Process]:
    return [*of_command(service, "worker"), *of_command(service, "reactor")]


def test_every_process_but_the_store_is_replaced_while_tables_go_on(kept: Kept) -> None:
    automatic = [{"kind": "ai", "level": "greedy"}] * 2
    tables = [kept.create_table({**TABLE, "seats": automatic}) for _ in range(3)]
    old, store = [*to_kill(kept.service), *web_workers(kept.service)], stores(kept.service)

    kept.service.process.send_signal(signal.SIGHUP)

    until(lambda: "all processes are replaced" in kept.service.said(), 90, kept.service.said)
    assert not alive(old)
    assert stores(kept.service) == store
    until(lambda: all(call(kept.port, f"/v1/tables/{table}")["status"] == "finished" for table in tables), 60, kept.service.said)
    until(lambda: call(kept.port, "/readyz")["status"] == "ready", 30, kept.service.said)
    assert "did not stop in time" not in kept.service.said()


def test_health_tells_the_truth_while_the_store_is_frozen(kept: Kept) -> None:
    (store,) = stores(kept.service)
    store.suspend()
    before = time.monotonic()

    assert status(kept.port, "/readyz") == 503
    assert time.monotonic() - before < 2
    assert status(kept.port, "/healthz") == 200

    store.resume()
    until(lambda: reachable(kept.port, "/readyz"))


def test_nobody_else_can_read_what_is_kept_in_a_folder_that_is_open_to_all(kept: Kept) -> None:
    kept.create_table()

    files = list(kept.data.rglob("*"))

    assert (kept.data / LOG).stat().st_mode & 0o77 == 0
    assert [path for path in files if path.is_file() and path.stat().st_mode & 0o77] == []
    assert [path for path in files if path.suffix == ".db"] == [], "files in memory may not be where a disk can be full"


def test_after_a_kill_nothing_is_left_and_it_starts_again_at_once_with_what_came_due_meanwhile(kept: Kept) -> None:
    table, family = kept.create_table(), kept.service.family()
    before = call(kept.port, f"/v1/tables/{table}")
    overdue = kept.create_table(SOON_OVER)

    kept.service.process.kill()
    kept.service.process.wait()
    kept.start(ROLLSTREAM_WORKERS="1", ROLLSTREAM_WEB_PROCESSES="2", ROLLSTREAM_FSYNC="always")

    assert call(kept.port, f"/v1/tables/{table}") == before
    until(lambda: not alive(family), 12, lambda: alive(family))
    kept.expect_expired(overdue)
    assert call(kept.port, "/readyz")["durability"] == {"policy": "always", "eviction": "never", "warnings": []}
    assert "may lose acknowledged moves" not in kept.service.said()
    assert [process.cmdline()[-1] for process in of_command(kept.service, "worker")] == ["turns,exports"]


def test_streams_and_idle_connections_do_not_hold_up_a_stop_which_the_table_outlives(kept: Kept) -> None:
    table, family = kept.create_table(), kept.service.family()
    events = call(kept.port, f"/v1/tables/{table}/events")["events"]
    with reading_streams(kept.port, table) as ends, idle_connections(kept.port):
        kept.service.process.terminate()

        assert kept.service.process.wait(12) == 0
    assert "did not stop in time" not in kept.service.said(), kept.service.said()
    assert not alive(family)
    assert len(ends) == STREAMS
    assert all(end.endswith(b"\n\n") for end in ends)
    with embedded_store.running(kept.data) as url, connect(url) as client:
        assert len(RedisStore(client).read(table, 0, 100)) == len(events)


@contextmanager
def reading_streams(port: int, table: str) -> Iterator[list[bytes]]:
    """What open streams have received up to their regular end, complete after the block."""
    ends: list[bytes] = []
    opened = threading.Barrier(STREAMS + 1, timeout=30)

    def read() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", f"/v1/tables/{table}/events", headers={"Accept": "text/event-stream"})
        answer = connection.getresponse()
        opened.wait()
        ends.append(answer.read())
        connection.close()

    readers = [threading.Thread(target=read) for _ in range(STREAMS)]
    for reader in readers:
        reader.start()
    opened.wait()
    yield ends
    for reader in readers:
        reader.join(5)


@contextmanager
def idle_connections(port: int) -> Iterator[None]:
    connections = [http.client.HTTPConnection("127.0.0.1", port) for _ in range(IDLE)]
    for connection in connections:
        connection.request("GET", "/healthz")
        connection.getresponse().read()
    yield
    for connection in connections:
        connection.close()


def test_web_alone_finds_the_store_of_a_running_service_and_its_processes_though_loaded_before_the_fork_mix_no_answers(
    tmp_path: Path,
) -> None:
    port, data = free_port(), tmp_path / "d#t%41a"
    command = [
        sys.executable,
        "-P",
        "-m",
        "service.command_line",
        "web",
        "--host",
        "localhost",
        "--port",
        str(port),
        "--web-processes",
        "8",
    ]
    with (
        embedded_store.running(data),
        started(
            [*command, "--data", str(data)], tmp_path / "said", {"GUNICORN_CMD_ARGS": "--preload", "ROLLSTREAM_LOG_FORMAT": "text"}
        ) as web,
    ):
        web.wait_for(f"web: listening on http://localhost:{port}\n", 60)
        until(lambda: reachable(port, "/healthz") and len(web_workers(web)) == 8, 60, web.said)
        tables = [call(port, "/v1/tables", TABLE)["view"]["table"] for _ in range(8)]
        mixed: list[str] = []

        def ask(number: int) -> None:
            for turn in range(50):
                table = tables[(number + turn) % len(tables)]
                if call(port, f"/v1/tables/{table}")["table"] != table:
                    mixed.append(table)

        askers = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
        for asker in askers:
            asker.start()
        for asker in askers:
            asker.join()
        assert not mixed

        web.process.terminate()

        assert web.process.wait(12) == 0

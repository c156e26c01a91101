"""The whole service as one command, without test doubles."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import psutil
import pytest

from service.processes import embedded_store
from tests.operation.processes import Started, alive, free_port, started, until

TABLE = {"game": "dicy-cards", "seats": [{"kind": "human", "name": "Player 1"}, {"kind": "human", "name": "Player 2"}]}
LOG = "appendonlydir"
SOON_OVER = {**TABLE, "turn_seconds": 2, "on_expiry": {"policy": "resign", "after": 1}}


@pytest.fixture
def port() -> int:
    return free_port()


def serve(data: Path, port: int, *options: str) -> list[str]:
    command = [sys.executable, "-P", "-m", "service.command_line", "serve", "--data", str(data), "--port", str(port)]
    return [*command, "--web-processes", "2", *options]


@contextmanager
def serving(tmp_path: Path, port: int, *options: str, **environment: str) -> Iterator[Started]:
    with started(serve(tmp_path / "data", port, *options), tmp_path / "said", environment) as service:
        service.wait_for("ready", 60)
        yield service


class Lasting(NamedTuple):
    """A service for several tests, which must survive each of them. Its folder was readable by all users before the start."""

    service: Started
    port: int
    data: Path


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lasting]:
    folder, port = tmp_path_factory.mktemp("lasting"), free_port()
    data = folder / "data"
    (data / LOG).mkdir(parents=True, mode=0o755)
    with serving(folder, port, ROLLSTREAM_WORKERS="3") as service:
        yield Lasting(service, port, data)


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


def test_the_three_lines_work_as_they_stand_and_the_table_outlives_the_service(tmp_path: Path, port: int) -> None:
    with serving(tmp_path, port) as service:
        lines = [line.strip() for line in service.said().splitlines() if line.strip().startswith("curl")]
        answers = [json.loads(subprocess.run(line, shell=True, check=True, capture_output=True).stdout) for line in lines]  # noqa: S602
        table = answers[0]["view"]["table"]
        assert answers[1]["tables"] or len(answers) == 3
        assert answers[2]["cards"]
        before = call(port, f"/v1/tables/{table}")
        family = service.family()

        service.process.terminate()

        assert service.process.wait(12) == 0
        assert not alive(family)

    with serving(tmp_path, port):
        assert call(port, f"/v1/tables/{table}") == before
        until(lambda: [found["table"] for found in call(port, "/v1/tables")["tables"]] == [table])


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_nothing_is_left_and_it_starts_again_at_once_with_what_came_due_meanwhile(
    tmp_path: Path, port: int, number: signal.Signals
) -> None:
    with serving(tmp_path, port) as service:
        table, overdue = (call(port, "/v1/tables", wanted)["view"]["table"] for wanted in (TABLE, SOON_OVER))
        family = service.family()
        service.process.send_signal(number)
        service.process.wait(12)

        with started(serve(tmp_path / "data", port), tmp_path / "again") as again:
            again.wait_for("ready", 60)
            assert call(port, f"/v1/tables/{table}")["table"] == table
            until(lambda: not alive(family), 12, lambda: alive(family))
            until(lambda: call(port, f"/v1/tables/{overdue}")["status"] == "finished", 30, again.said)
            types = [event["type"] for event in call(port, f"/v1/tables/{overdue}/events")["events"]]
            assert types.count("table.decision-expired") == 1


def test_streams_and_idle_connections_do_not_hold_up_a_stop(tmp_path: Path, port: int) -> None:
    with serving(tmp_path, port) as service:
        table = call(port, "/v1/tables", TABLE)["view"]["table"]
        ends: list[bytes] = []
        readers = [threading.Thread(target=lambda: ends.append(read_stream(port, table))) for _ in range(100)]
        for reader in readers:
            reader.start()
        idle = [http.client.HTTPConnection("127.0.0.1", port) for _ in range(20)]
        for connection in idle:
            connection.request("GET", "/healthz")
            connection.getresponse().read()
        until(lambda: open_streams(port) == 100)

        service.process.terminate()

        assert service.process.wait(12) == 0
        assert "killed" not in service.said()
        for reader in readers:
            reader.join(5)
        for connection in idle:
            connection.close()
        assert len(ends) == 100
        assert all(end.endswith(b"\n\n") for end in ends)


def read_stream(port: int, table: str) -> bytes:
    """The whole stream, up to its regular end."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", f"/v1/tables/{table}/events", headers={"Accept": "text/event-stream"})
    answer = connection.getresponse().read()
    connection.close()
    return answer


def open_streams(port: int) -> float:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
        lines = answer.read().decode().splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith("rollstream_open_streams"))


def test_a_killed_web_process_and_a_killed_store_come_back(lasting: Lasting) -> None:
    service, port, _ = lasting
    table = call(port, "/v1/tables", TABLE)["view"]["table"]
    victims = [member for member in service.family() if member.name() == "valkey-server"]
    victims += [psutil.Process(process) for process in web_workers(service)]

    for victim in victims:
        victim.kill()

    until(lambda: reachable(port, "/readyz"), 30, service.said)
    assert call(port, f"/v1/tables/{table}")["table"] == table


def web_workers(service: Started) -> list[int]:
    gunicorn = [member for member in service.family() if "gunicorn" in " ".join(member.cmdline())]
    return [member.pid for member in gunicorn if member.ppid() in {other.pid for other in gunicorn}]


def reachable(port: int, path: str) -> bool:
    try:
        return status(port, path) == 200
    except OSError:
        return False


def test_tables_of_built_in_players_go_on_when_reactor_and_workers_are_killed(lasting: Lasting) -> None:
    service, port, _ = lasting
    automatic = [{"kind": "ai", "level": "greedy"}] * 4
    tables = [call(port, "/v1/tables", {**TABLE, "seats": automatic})["view"]["table"] for _ in range(5)]

    until(lambda: len(_to_kill(service)) == 4, 30, service.said)
    for victim in _to_kill(service):
        victim.kill()

    until(lambda: all(call(port, f"/v1/tables/{table}")["status"] == "finished" for table in tables), 60, service.said)
    until(lambda: call(port, "/readyz")["status"] == "ready", 30, service.said)
    first, *others = sorted(psutil.Process(process).cmdline()[-1] for process in workers(service, "worker"))
    assert (first, others) == ("turns", ["turns,exports"] * 2)


def _to_kill(service: Started) -> list[psutil.Process]:
    return [psutil.Process(process) for process in (*workers(service, "worker"), *workers(service, "reactor"))]


def workers(service: Started, command: str) -> list[int]:
    """The processes of this subcommand, without their leashes."""
    commands = [(member.pid, member.cmdline()) for member in service.family()]
    return [pid for pid, words in commands if f"service.command_line {command}" in " ".join(words) and "-I" not in words]


def test_health_tells_the_truth_while_the_store_is_frozen(lasting: Lasting) -> None:
    service, port, _ = lasting
    (store,) = [member for member in service.family() if member.name() == "valkey-server"]
    store.suspend()
    before = time.monotonic()

    assert status(port, "/readyz") == 503
    assert time.monotonic() - before < 2
    assert status(port, "/healthz") == 200

    store.resume()
    until(lambda: reachable(port, "/readyz"))


def test_a_busy_port_is_told_with_the_option(tmp_path: Path, port: int) -> None:
    with socket.create_server(("127.0.0.1", port)):
        run = subprocess.run(serve(tmp_path / "data", port), capture_output=True, text=True, check=False, timeout=30)

    assert run.returncode == 1
    assert f"cannot listen on 127.0.0.1:{port}: Address already in use; choose another with --port" in run.stderr


def test_nobody_else_can_read_what_is_kept_in_a_folder_that_is_open_to_all(lasting: Lasting) -> None:
    call(lasting.port, "/v1/tables", TABLE)

    kept = list(lasting.data.rglob("*"))

    assert (lasting.data / LOG).stat().st_mode & 0o77 == 0
    assert [path for path in kept if path.is_file() and path.stat().st_mode & 0o77] == []
    assert [path for path in kept if path.suffix == ".db"] == [], "files in memory may not be where a disk can be full"


def test_another_store_can_be_named(tmp_path: Path, port: int) -> None:
    with embedded_store.running(tmp_path / "elsewhere") as url, serving(tmp_path, port, ROLLSTREAM_REDIS_URL=url) as service:
        assert call(port, "/v1/tables", TABLE)["view"]["status"] == "playing"
        assert not [member for member in service.family() if member.name() == "valkey-server"]
        assert "using the store at ROLLSTREAM_REDIS_URL; --data holds only exports" in service.said()


def test_many_processes_that_were_loaded_before_the_fork_do_not_mix_answers(tmp_path: Path, port: int) -> None:
    with serving(tmp_path, port, GUNICORN_CMD_ARGS="--preload --workers 8"):
        tables = [call(port, "/v1/tables", TABLE)["view"]["table"] for _ in range(20)]
        mixed: list[str] = []

        def ask(number: int) -> None:
            for turn in range(100):
                table = tables[(number + turn) % len(tables)]
                if call(port, f"/v1/tables/{table}")["table"] != table:
                    mixed.append(table)

        askers = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
        for asker in askers:
            asker.start()
        for asker in askers:
            asker.join()
        assert not mixed


def test_a_wrong_setting_is_told_in_words(tmp_path: Path, port: int) -> None:
    environment = {**os.environ, "ROLLSTREAM_TRUSTED_PROXIES": "many"}
    run = subprocess.run(serve(tmp_path / "data", port), capture_output=True, text=True, check=False, env=environment, timeout=30)

    assert run.returncode == 1
    assert run.stderr == "Error: ROLLSTREAM_TRUSTED_PROXIES must be a whole number from 0 to 16, not 'many'\n"

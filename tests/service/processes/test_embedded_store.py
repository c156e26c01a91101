import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from redis import Redis
from redis.exceptions import ConnectionError as Unconnected

from service.processes import data_folder, embedded_store
from service.processes.program import Run
from tests.operation.processes import alive, free_port, until


def count(url: str) -> int:
    """Increment a counter in this store; return its value."""
    with Redis.from_url(url) as client:
        return int(client.incr("count"))


def server_in(data: Path) -> psutil.Process:
    return psutil.Process(int((data / "store.pid").read_text()))


@pytest.mark.parametrize("folder", ["data", "with spaces", "[x]*?", "#%41"])
def test_what_is_written_is_there_after_a_stop(tmp_path: Path, folder: str) -> None:
    with embedded_store.running(tmp_path / folder) as url:
        assert count(url) == 1
        server = server_in(tmp_path / folder)

    assert not alive([server])
    with embedded_store.running(tmp_path / folder) as url:
        assert count(url) == 2


def test_what_a_store_that_always_syncs_has_acknowledged_is_there_after_it_was_killed(tmp_path: Path) -> None:
    with embedded_store.running(tmp_path, "always") as url:
        with Redis.from_url(url) as client:
            for number in range(1000):
                client.xadd("log", {"number": number})
        server_in(tmp_path).kill()

    with embedded_store.running(tmp_path, "always") as url, Redis.from_url(url) as client:
        assert client.xlen("log") == 1000


@pytest.mark.parametrize(("before", "now"), [("everysec", "always"), ("always", "everysec")])
def test_a_folder_is_written_as_each_start_wants_it(tmp_path: Path, before: str, now: str) -> None:
    for expected, fsync in enumerate((before, now), 1):
        with embedded_store.running(tmp_path, fsync) as url, Redis.from_url(url, decode_responses=True) as client:
            assert client.config_get("append*") | {"appendonly": "yes", "appendfsync": fsync} == client.config_get("append*")
            assert count(url) == expected


def test_a_server_left_over_from_an_earlier_start_is_ended_and_its_data_kept(tmp_path: Path) -> None:
    program = embedded_store.at(tmp_path).program()
    with subprocess.Popen(program.command) as orphan:
        until(program.ready)
        count(embedded_store.at(tmp_path).url)

        with embedded_store.running(tmp_path) as url:
            assert orphan.wait(5) == 0
            assert count(url) == 2


def test_a_server_that_is_frozen_is_reported_and_not_joined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded_store, "END_WITHIN", 0.3)
    store = embedded_store.at(tmp_path)
    program = store.program()
    with subprocess.Popen(program.command) as orphan:
        until(program.ready)
        orphan.send_signal(signal.SIGSTOP)

        with pytest.raises(embedded_store.StoreStuck, match=f"kill -9 {orphan.pid}"):
            store.program()

        orphan.kill()


def test_a_process_that_only_has_the_number_of_an_old_server_is_left_alone(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]) as stranger:
        (tmp_path / "store.pid").write_text(str(stranger.pid))

        with embedded_store.running(tmp_path) as url:
            assert count(url) == 1

        assert stranger.poll() is None
        stranger.kill()


def test_a_strangers_server_on_our_socket_is_left_alone(tmp_path: Path) -> None:
    with embedded_store.running(tmp_path / "theirs"):
        theirs = embedded_store.at(tmp_path / "theirs").socket

        with pytest.raises(embedded_store.StoreStuck, match="--socket"):
            embedded_store.at(tmp_path, theirs).program()


def test_a_folder_has_one_holder_who_is_named(tmp_path: Path) -> None:
    holder = f"stop it with: kill {os.getpid()}$"
    with data_folder.held(tmp_path), pytest.raises(data_folder.FolderTaken, match=holder), data_folder.held(tmp_path):
        pass

    with data_folder.held(tmp_path):
        pass


@pytest.mark.parametrize("name", ["x" * 150, 'with "quotes", spaces and é'])
def test_any_folder_will_do(tmp_path: Path, name: str) -> None:
    for expected in (1, 2):
        with embedded_store.running(tmp_path / name) as url:
            assert count(url) == expected


def test_the_store_is_private_unless_a_port_is_asked_for(tmp_path: Path) -> None:
    with embedded_store.running(tmp_path):
        assert not [seen for seen in server_in(tmp_path).net_connections() if seen.family == socket.AF_INET]
        assert embedded_store.at(tmp_path).socket.stat().st_mode & 0o77 == 0

    port = free_port()
    program = embedded_store.at(tmp_path, port=port).program()
    with Run(program):
        until(program.ready)
        assert count(f"redis://127.0.0.1:{port}") == 1


def test_a_log_that_cannot_be_read_is_told_with_the_servers_words(tmp_path: Path) -> None:
    with embedded_store.running(tmp_path) as url:
        count(url)
    for file in (tmp_path / "appendonlydir").glob("*.incr.aof"):
        file.write_bytes(b"nonsense" + file.read_bytes())

    with pytest.raises(embedded_store.StoreFailed, match="Bad file format"), embedded_store.running(tmp_path):
        pass


def test_a_store_that_is_down_refuses_connections(tmp_path: Path) -> None:
    with embedded_store.running(tmp_path) as url:
        pass

    with pytest.raises(Unconnected), Redis.from_url(url, retry=None) as client:
        client.ping()

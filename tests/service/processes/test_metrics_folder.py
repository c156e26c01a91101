"""The metrics files of web processes are in a separate folder: none is left behind, and a running server keeps its own."""

import os
import signal
import tempfile
from contextlib import AbstractContextManager
from pathlib import Path

import psutil
import pytest
import requests

from service.processes import embedded_store
from service.processes.metrics_folder import CREATION_GRACE, LOCK, PREFIX, MetricsFolder, remove_stale_folders
from tests.forking import forked
from tests.operation.processes import Started, free_port, until
from tests.service.processes.test_web_server import reachable


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The system's temporary folder for this test and the processes that it starts."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.delenv(MetricsFolder.VARIABLE, raising=False)
    return folder


def test_what_a_killed_server_leaves_the_next_one_removes_and_that_of_a_running_one_stays(temporary: Path, tmp_path: Path) -> None:
    running = MetricsFolder.of_this_process()
    with embedded_store.running(tmp_path / "store") as url:
        first, second = free_port(), free_port()
        with web(url, tmp_path / "first", first) as killed:
            assert "rollstream_requests_total" in counted(first)
            family = killed.family()
            for process in family:
                process.send_signal(signal.SIGKILL)
            psutil.wait_procs(family)
            [left] = {*folders(temporary)} - {running.path}

            with web(url, tmp_path / "second", second) as stopped:
                assert "rollstream_requests_total" in counted(second)
                assert running.path in folders(temporary)
                assert left not in folders(temporary)
                assert len(folders(temporary)) == 2
                remove_stale_folders()
                assert "rollstream_requests_total" in counted(second)
                stopped.process.terminate()
                stopped.process.wait()

            assert folders(temporary) == [running.path]
    running.remove()


def counted(port: int) -> str:
    until(lambda: reachable(port), 60)
    requests.get(f"http://127.0.0.1:{port}/healthz", timeout=30)
    return requests.get(f"http://127.0.0.1:{port}/metrics", timeout=30).text


def web(url: str, output: Path, port: int) -> AbstractContextManager[Started]:
    variables = {"ROLLSTREAM_REDIS_URL": url, "ROLLSTREAM_WEB_PROCESSES": "1"}
    arguments = ("web", "--port", str(port), "--data", str(output.with_suffix(".data")))
    return forked("service.command_line", *arguments, output=output, environment={**os.environ, **variables})


def folders(temporary: Path) -> list[Path]:
    return sorted(temporary.glob(f"{PREFIX}*"))


def test_an_empty_folder_of_an_earlier_version_goes_and_one_with_counts_or_just_made_stays(temporary: Path) -> None:
    empty, in_use, new = (temporary / f"{PREFIX}{name}" for name in ("empty", "in-use", "new"))
    for folder in (empty, in_use, new):
        folder.mkdir()
    (in_use / "counter_1.db").touch()
    long_ago = empty.stat().st_mtime - 2 * CREATION_GRACE
    for folder in (empty, in_use):
        os.utime(folder, (long_ago, long_ago))

    remove_stale_folders()

    assert folders(temporary) == [in_use, new]


def test_a_folder_that_the_operator_names_is_emptied_of_old_counts_and_stays(
    temporary: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = tmp_path / "named"
    named.mkdir()
    (named / "counter_1.db").touch()
    monkeypatch.setenv(MetricsFolder.VARIABLE, str(named))

    folder = MetricsFolder.of_this_process()
    folder.remove()

    assert folder.path == named
    assert list(named.iterdir()) == []
    assert folders(temporary) == []


def test_a_folder_of_its_own_goes_with_its_server(temporary: Path) -> None:
    folder = MetricsFolder.of_this_process()

    assert [path.name for path in folder.path.iterdir()] == [LOCK]
    folder.remove()

    assert folders(temporary) == []

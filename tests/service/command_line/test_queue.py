"""Which queue a command uses, and what it says of one that cannot be used."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from events.store.redis_connection import connect
from events.timestamps import now
from service.command_line import main
from service.command_line._store import queue_url
from service.processes import embedded_store
from service.settings import Settings, SettingWrong
from tests.events.store.conftest import OwnServer, own_server
from tests.operation.processes import free_port
from workers.jobs.parked import ParkedJobs

__all__ = ["own_server"]

CLUSTER = Settings(redis_url="redis+cluster://127.0.0.1:7000")


def test_the_store_is_the_queue_unless_another_is_named(fresh_store_url: str, own_server: OwnServer, tmp_path: Path) -> None:
    store = Settings(redis_url=fresh_store_url)

    assert queue_url(store, tmp_path) == fresh_store_url
    assert queue_url(Settings(redis_url=fresh_store_url, queue_url=own_server.url), tmp_path) == own_server.url
    assert (store.need_queue_url(), CLUSTER.queue_url) == (fresh_store_url, None)


def test_beside_a_cluster_the_queue_must_be_named_or_run_on_the_data_folder(tmp_path: Path) -> None:
    with pytest.raises(SettingWrong, match="ROLLSTREAM_QUEUE_URL is not set, and the store is a cluster"):
        queue_url(CLUSTER, tmp_path)
    with pytest.raises(SettingWrong, match="ROLLSTREAM_QUEUE_URL is not set, and the store is a cluster"):
        CLUSTER.need_queue_url()

    with embedded_store.running(embedded_store.queue_folder(tmp_path)) as url:
        assert queue_url(CLUSTER, tmp_path) == url


def test_parked_jobs_are_those_of_the_queue(fresh_store_url: str, own_server: OwnServer) -> None:
    with connect(own_server.url) as queue:
        ParkedJobs(queue).park("due", ("p07-a",), "due-p07-a", "job-failed", "why", now())
    environment = {"ROLLSTREAM_REDIS_URL": fresh_store_url, "ROLLSTREAM_QUEUE_URL": own_server.url}

    assert "job-failed: why" in CliRunner(env=environment).invoke(main, ["parked", "list"]).output


def test_a_queue_that_is_away_is_one_line_without_its_password(fresh_store_url: str, own_server: OwnServer, tmp_path: Path) -> None:
    port = free_port()
    environment = {"ROLLSTREAM_REDIS_URL": fresh_store_url, "ROLLSTREAM_QUEUE_URL": f"redis://:marker@127.0.0.1:{port}/0"}
    runner = CliRunner(env=environment)

    served = runner.invoke(main, ["serve", "--data", str(tmp_path)])
    parked = runner.invoke(main, ["parked", "list"])

    assert served.stderr.splitlines()[-1].startswith(f"Error: the queue at redis://127.0.0.1:{port}/0 cannot be reached: ")
    assert parked.stderr.startswith("Error: the queue is not available")
    assert "marker" not in served.output + parked.output


@pytest.mark.parametrize("command", ["serve", "web", "reactor", "dispatcher", "worker"])
def test_an_option_that_no_queue_has_is_told_without_a_traceback(command: str, fresh_store_url: str, tmp_path: Path) -> None:
    environment = {"ROLLSTREAM_REDIS_URL": fresh_store_url, "ROLLSTREAM_QUEUE_URL": "redis://127.0.0.1/0?foo=1"}

    result = CliRunner(env=environment).invoke(main, [command, "--data", str(tmp_path)])

    assert result.exit_code == 1
    assert result.stderr.splitlines()[-1].startswith("Error: the queue at redis://127.0.0.1/0 cannot be used: ")

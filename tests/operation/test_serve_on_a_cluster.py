"""`rollstream serve` on a cluster brings the queue, which the cluster cannot be."""

from pathlib import Path

from click.testing import CliRunner
from redis import Redis

from service.command_line import main
from service.processes import embedded_store
from tests.chaos.service import whole_service
from tests.cluster import Cluster
from tests.live import Api
from tests.service.playing import eventually, skip


def test_the_queue_runs_beside_the_service_and_commands_find_it_or_ask_for_it(fresh_cluster: Cluster, tmp_path: Path) -> None:
    environment = {"ROLLSTREAM_REDIS_URL": fresh_cluster.url}
    with whole_service(tmp_path, variables=environment) as service, Api(service.url) as api:
        table = api.create_table(1, ai=["greedy"], options={"first_seat": "creator"})
        skip(api, table.seated, table.view)
        eventually(lambda: [owed["seat"] for owed in api.view(table.table)["owed"]] == [0])
        runner = CliRunner(env=environment)

        found = runner.invoke(main, ["parked", "list", "--data", str(tmp_path / "data")])
        elsewhere = runner.invoke(main, ["worker", "--data", str(tmp_path / "elsewhere")])

        assert (found.exit_code, found.stderr) == (0, "Nothing is parked.\n")
        assert elsewhere.exit_code == 1
        assert "ROLLSTREAM_QUEUE_URL is not set, and the store is a cluster" in elsewhere.output
        with Redis.from_url(embedded_store.queue_at(tmp_path / "data").url) as queue:
            assert queue.exists("rq:workers")

"""A backup is restored into a store that sentinels watch, under their address, and outlives a fail-over."""

from pathlib import Path

import click.testing
import pytest

from service.command_line import main
from service.command_line._store import absence
from tests.operation.processes import until
from tests.sentinels import FAILED_OVER_WITHIN, watched_pair
from tests.workers.backup.busy import Service
from tests.workers.backup.conftest import BackedUp


def test_a_restore_under_the_address_of_sentinels_outlives_a_fail_over(
    backed_up: BackedUp, fresh_store_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pair").mkdir()
    with watched_pair(tmp_path / "pair") as pair:
        environment = {"ROLLSTREAM_REDIS_URL": pair.url, "ROLLSTREAM_DURABILITY": "replicated", "ROLLSTREAM_REPLICAS": "1"}
        restored = click.testing.CliRunner().invoke(main, ["restore", str(backed_up.target)], env=environment)
        assert restored.exit_code == 0, restored.output
        assert "Start the service." in restored.stdout

        pair.primary.kill()
        pair.wait_for_fail_over()
        until(lambda: absence(pair.url) is None, FAILED_OVER_WITHIN)

        service = Service(pair.url, tmp_path / "data" / "exports", queue_url=fresh_store_url)
        for whole in backed_up.backup.tables():
            again = service.tables.store.read_whole(whole.table)
            assert again is not None
            assert again.lines == whole.lines
        assert {*service.tables.store.archived_tables()} == {*backed_up.busy.archived}
        service.client.close()

"""A backup does not depend on the kind of the store: from one server to a cluster, and back."""

from pathlib import Path

from tests.cluster import Cluster
from tests.workers.backup.busy import Service
from tests.workers.backup.conftest import BackedUp


def test_a_service_moves_to_a_cluster_and_back(
    backed_up: BackedUp, fresh_cluster: Cluster, place: Service, fresh_store_url: str, tmp_path: Path
) -> None:
    cluster = Service(fresh_cluster.url, tmp_path / "exports", queue_url=fresh_store_url)

    there = cluster.restore(backed_up.target)
    back_up = cluster.back_up(tmp_path / "target")
    back = place.restore(tmp_path / "target")

    assert there == back
    assert {kind: back_up.manifest.count(kind) for kind in ("tables", "files")} == {
        kind: backed_up.made.manifest.count(kind) for kind in ("tables", "files")
    }
    for table in [*backed_up.busy.running, *backed_up.busy.archived]:
        assert place.tables.store.read_whole(table) == cluster.tables.store.read_whole(table)
    for table in backed_up.busy.running[:1]:
        cluster.play(table, 10)
        place.play(table, 10)
        assert place.tables.open(table).table == cluster.tables.open(table).table

"""The commands about backups that docs/operation.md shows, run as they stand."""

import subprocess
from pathlib import Path

from events.tables import keyed_orders
from rules.registry import games
from rules.table_commands import Create, SeatRequest
from service.processes import embedded_store
from tests.docs import shell
from tests.docs.links import ROOT
from workers.jobs.parts import worker_parts

PAGE = (ROOT / "docs" / "operation.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("\n## Backup\n")[2].partition("\n## ")[0]


def test_a_service_is_backed_up_checked_and_restored_as_the_page_says(tmp_path: Path) -> None:
    with embedded_store.running(tmp_path / "data") as url:
        order = keyed_orders.create(
            "p07-abcdefghjkmnpqrstvwxyz0123", "dicy-cards", Create(options={}, seats=(SeatRequest(kind="human"),) * 2)
        )
        worker_parts(url, games(), {}).handler.create(order, "dicy-cards")

    environment = {**shell.environment(tmp_path, ""), "ROLLSTREAM_SECRET": "a secret that is long enough for it"}
    done = subprocess.run(
        shell.bash(shell.script(SECTION, "")), cwd=tmp_path, env=environment, capture_output=True, text=True, check=False, timeout=60
    )

    assert done.returncode == 0, done.stderr
    assert "is whole: 1 tables" in done.stdout
    assert "1 tables are restored" in done.stdout
    assert (tmp_path / "restored" / "appendonlydir").is_dir()

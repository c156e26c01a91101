"""The commands of docs/upgrading.md, run unchanged on a running service, and the times that it names."""

import re
import subprocess
from pathlib import Path

from service.live.hub import RETRY_MS, RETRY_MS_PER_STREAM
from service.processes.supervisor import STOP_WITHIN
from service.processes.web_worker import STOP_GRACE
from tests.docs.links import ROOT
from tests.docs.shell import bash, environment
from tests.forking import forked
from tests.operation.processes import free_port, until
from workers.dispatcher import dispatcher
from workers.jobs import heartbeat, worker

PAGE = (ROOT / "docs" / "upgrading.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^( *)```sh\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)


def test_a_service_is_restarted_replaced_by_a_new_one_and_stopped(fresh_store_url: str, tmp_path: Path) -> None:
    old, new = free_port(), free_port()
    (tmp_path / "bin").mkdir()
    settings = {"ROLLSTREAM_WEB_PROCESSES": "1", "ROLLSTREAM_LOG_FORMAT": "text"}
    here = {**environment(tmp_path / "bin", fresh_store_url), **settings}
    script = "\n".join(lines for _, lines in BLOCK.findall(PAGE)).replace("8001", str(new))
    with forked("service.command_line", "web", "--port", str(old), output=tmp_path / "old.log", environment=here) as service:
        service.wait_for("web: ready", 60)

        lines = bash(f'old={service.process.pid}\n{script}\nwait "$new"')
        run = subprocess.run(lines, cwd=tmp_path, env=here, capture_output=True, text=True, timeout=120, check=False)

        assert run.returncode == 0, run.stderr
        until(lambda: service.process.poll() is not None)
        assert service.process.poll() == 0
    assert "web: stopped" in (tmp_path / "new.log").read_text()


def test_the_times_that_it_names_are_those_of_the_code() -> None:
    words = " ".join(PAGE.split())
    [graceful] = re.findall(r"^graceful_timeout = (\d+)$", (ROOT / "service/processes/web_server.py").read_text(), re.MULTILINE)

    assert f"within {STOP_WITHIN:.0f} seconds" in words
    assert (graceful, "six seconds at most" in words) == ("6", True)
    assert (STOP_GRACE, "`Connection: close` for one second" in words) == (1.0, True)
    assert (RETRY_MS, RETRY_MS_PER_STREAM, "a second and a millisecond for each stream" in words) == (1000, 1, True)
    assert (worker.STOP_WITHIN, dispatcher.STOP_WITHIN, words.count("within four seconds")) == (4, 4.0, 2)
    assert (heartbeat.LEASE_SECONDS, "eight seconds at most" in words) == (8, True)

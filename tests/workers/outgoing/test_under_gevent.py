import subprocess
import sys
from pathlib import Path

import pytest
import trustme

from tests.operation.processes import ROOT
from tests.workers.outgoing import hostile
from tests.workers.outgoing.servers import RawServer, answering, read_something
from tests.workers.outgoing.test_tls import certified


def test_slow_servers_and_slow_lookups_hold_up_no_other_greenlet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(tmp_path / "authority.pem"))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority.pem"))
    with (
        RawServer(hostile.drips_its_body) as drips,
        RawServer(hostile.drips_its_handshake, hear=read_something) as shakes,
        RawServer(answering("200 OK"), tls=certified(authority, "bots.example")) as quick,
    ):
        urls = [drips.url, f"https://127.0.0.1:{shakes.port}/", "http://slow.example:8000/", f"https://bots.example:{quick.port}/"]

        run = subprocess.run(
            [sys.executable, "-W", "error", "-m", "tests.workers.outgoing.under_gevent", *urls],
            cwd=ROOT, capture_output=True, text=True, check=False,
        )  # fmt: skip

    assert run.stderr == ""
    assert run.stdout.split() == ["200"] + ["timed-out"] * 30


def test_names_whose_server_is_silent_hold_up_neither_other_clients_nor_the_stores_name() -> None:
    run = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.workers.outgoing.silent_names"], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert run.stderr == ""
    assert run.stdout.splitlines() == ["another client's name", "the store's name 6379", "silent names 60"]

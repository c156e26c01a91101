import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


def run(module: str, url: str) -> str:
    command = [sys.executable, "-W", "error", "-m", f"tests.events.store.{module}", url]
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True, timeout=60).stdout


def test_a_forked_process_opens_connections_of_its_own(store_url: str) -> None:
    ids = [line.split() for line in run("forked_process", store_url).splitlines()]

    assert [who for who, *_ in ids] == ["parent", "child", "parent"]
    assert ids[0] == ids[2]
    assert not set(ids[0][1:]) & set(ids[1][1:])


@pytest.mark.parametrize("kind", ["server", "cluster"])
def test_under_gevent_one_waits_while_others_work(kind: str, request: pytest.FixtureRequest) -> None:
    url = request.getfixturevalue("store_url") if kind == "server" else request.getfixturevalue("cluster").url

    assert run("gevent_process", url).split() == ["appended", "1", "known", "49", "followed", "1", "ticked"]

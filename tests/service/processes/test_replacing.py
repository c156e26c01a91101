"""SIGHUP to a supervisor: every process but the store's is replaced, and nothing stops before its successor is ready."""

import signal
from pathlib import Path

from tests.operation.processes import alive, started, until
from tests.service.processes.test_supervisor import members, small


def test_every_program_is_replaced_but_the_store(tmp_path: Path) -> None:
    with started(small(tmp_path, "first=quiet", "second=quiet"), tmp_path / "said") as service:
        service.wait_for("ready")
        before, [store] = members(service, "time.sleep"), members(service, "valkey-server")

        service.process.send_signal(signal.SIGHUP)

        service.wait_for("all processes are replaced")
        after = members(service, "time.sleep")
        assert not alive(before)
        assert len(after) == len(before) == 2
        assert members(service, "valkey-server") == [store]
        service.process.terminate()
        assert service.process.wait(10) == 0
        assert not alive(after)


def test_a_program_that_does_not_start_again_goes_on_as_it_is(tmp_path: Path) -> None:
    with started(small(tmp_path, "first=once", "second=quiet"), tmp_path / "said") as service:
        service.wait_for("ready")
        before = members(service, "time.sleep")

        service.process.send_signal(signal.SIGHUP)

        service.wait_for("first keeps its old processes, and no other program is replaced")
        assert "first ended while it was starting (exit code 3)." in service.said()
        assert members(service, "time.sleep") == before
        assert len(alive(before)) == 2


def test_a_stop_while_processes_are_replaced_leaves_nothing(tmp_path: Path) -> None:
    with started(small(tmp_path, "first=stubborn", "second=quiet"), tmp_path / "said") as service:
        service.wait_for("ready")
        service.process.send_signal(signal.SIGHUP)
        until(lambda: len(members(service, "time.sleep")) == 3)  # the old one of the first program does not stop

        family = service.family()
        service.process.terminate()
        service.wait_for("stopping")
        service.process.terminate()

        assert service.process.wait(10) == 0
        assert not alive(family)

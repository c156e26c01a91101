import os
import pty
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from service.processes import embedded_store, resp
from tests.operation.processes import SMALL_SERVICE, Started, alive, started, until


def members(service: Started, words: str) -> list[psutil.Process]:
    """The processes whose command contains these words, without their leashes."""
    found = []
    for member in service.family():
        with suppress(psutil.NoSuchProcess):
            command = " ".join(member.cmdline())
            if words in command and "leash" not in command:
                found.append(member)
    return found


def small(tmp_path: Path, *programs: str) -> list[str]:
    return [*SMALL_SERVICE, str(tmp_path / "data"), *programs]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_nothing_is_left_however_the_supervisor_ends(tmp_path: Path, number: signal.Signals) -> None:
    with started(small(tmp_path, "web=quiet"), tmp_path / "said") as service:
        service.wait_for("ready")
        family = service.family()
        assert len(family) == 5  # the supervisor, two leashes, two programs

        service.process.send_signal(number)

        assert service.process.wait(10) == (-number if number == signal.SIGKILL else 0)
        until(lambda: not alive(family), 10, lambda: alive(family))


def test_after_a_kill_the_next_start_goes_on_with_the_same_data(tmp_path: Path) -> None:
    for _ in range(3):
        with started(small(tmp_path, "web=quiet"), tmp_path / "said") as service:
            service.wait_for("ready")
            service.process.kill()
            service.process.wait()


def test_a_program_that_dies_is_started_again(tmp_path: Path) -> None:
    with started(small(tmp_path, "web=quiet"), tmp_path / "said") as service:
        service.wait_for("ready")
        (first,) = members(service, "time.sleep")

        first.kill()

        until(lambda: members(service, "time.sleep") not in ([], [first]))
        assert "web ended (exit code 137); starting it again" in service.said()


def test_the_store_too_is_started_again(tmp_path: Path) -> None:
    with started(small(tmp_path), tmp_path / "said") as service:
        service.wait_for("ready")
        (first,) = members(service, "valkey-server")

        first.kill()

        until(lambda: members(service, "valkey-server") not in ([], [first]))


def test_a_program_that_does_not_stop_is_killed_and_the_store_still_stops_in_order(tmp_path: Path) -> None:
    with started(small(tmp_path, "first=stubborn", "second=stubborn"), tmp_path / "said") as service:
        service.wait_for("ready")
        family = service.family()
        before = time.monotonic()

        service.process.terminate()

        assert service.process.wait(15) == 0
        assert time.monotonic() - before < 10.5
        assert "second did not stop in time and was killed\nfirst did not stop in time and was killed\n" in service.said()
        assert not alive(family)
        assert "ready to exit" in (tmp_path / "data" / "store.log").read_text()


def test_a_second_signal_makes_it_quick(tmp_path: Path) -> None:
    with started(small(tmp_path, "first=stubborn", "second=stubborn"), tmp_path / "said") as service:
        service.wait_for("ready")
        family = service.family()
        service.process.send_signal(signal.SIGINT)
        service.wait_for("stopping")
        before = time.monotonic()

        service.process.send_signal(signal.SIGINT)

        assert service.process.wait(15) == 0
        assert time.monotonic() - before < 3
        assert not alive(family)
        assert "ready to exit" in (tmp_path / "data" / "store.log").read_text()


def test_a_program_that_does_not_start_ends_all_and_is_named(tmp_path: Path) -> None:
    with started(small(tmp_path, "first=quiet", "second=broken"), tmp_path / "said") as service:
        service.wait_for("second ended while it was starting (exit code 3)")
        family = service.family()

        assert service.process.wait(15) == 1
        assert not alive(family)


def test_a_closed_terminal_does_not_keep_it_from_stopping(tmp_path: Path) -> None:
    command = ["/bin/sh", "-c", '"$@" | head -n 1', "sh", *small(tmp_path, "web=quiet")]
    with started(command, tmp_path / "said") as service:
        service.wait_for("ready")
        family = service.family()
        supervisor = members(service, f"{sys.executable} {SMALL_SERVICE[1]}")[-1]

        supervisor.terminate()

        until(lambda: not alive(family))


def test_a_terminal_that_is_closed_over_its_leading_process_ends_it_too(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", "import signal, subprocess, sys; signal.signal(1, signal.SIG_IGN); subprocess.run(sys.argv[1:])"]
    with started([*command, *small(tmp_path, "web=quiet")], tmp_path / "said", stdin=theirs) as service:
        os.close(theirs)
        service.wait_for("ready")
        family = service.family()

        os.close(ours)

        until(lambda: not alive(family))


def test_a_hangup_that_was_ignored_at_the_start_stays_ignored(tmp_path: Path) -> None:
    with started(["nohup", *small(tmp_path, "web=quiet")], tmp_path / "said") as service:
        service.wait_for("ready")

        service.process.send_signal(signal.SIGHUP)
        time.sleep(0.3)

        assert service.process.poll() is None


def test_it_stops_when_the_process_that_it_was_to_live_with_is_gone(tmp_path: Path) -> None:
    command = ["/bin/sh", "-c", '"$@"; exit', "sh", *small(tmp_path, "web=quiet")]
    with started(command, tmp_path / "said", {"WITH_PARENT": "yes"}) as service:
        service.wait_for("ready")
        family = service.family()

        service.process.kill()

        until(lambda: not alive(family))


def test_a_second_start_on_the_same_folder_is_refused_with_the_way_out(tmp_path: Path) -> None:
    with started(small(tmp_path), tmp_path / "said") as service:
        service.wait_for("ready")

        with started(small(tmp_path), tmp_path / "second") as second:
            assert second.process.wait(10) == 1
            assert f"stop it with: kill {service.process.pid}" in second.said()

        assert service.process.poll() is None


def servers_on(data: Path) -> list[psutil.Process]:
    """The store's servers on a folder, whatever their parent processes are."""
    found = []
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            words = process.cmdline()
            if str(data / "store.conf") in " ".join(words) and "leash" not in " ".join(words):
                found.append(process)
    return alive(found)


def test_two_stores_never_run_on_one_folder_though_the_leash_of_the_first_is_gone(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with started(small(tmp_path, "web=quiet"), tmp_path / "said") as service:
        service.wait_for("ready")
        (first,) = servers_on(data)
        (leash,) = [member for member in service.family() if member.pid == first.ppid()]
        try:
            first.suspend()  # a server that takes long to stop
            leash.kill()

            service.wait_for(f"store cannot be started yet: a store of an earlier start (pid {first.pid}) still holds {data}")
            until(lambda: service.said().count("cannot be started yet") > 2)
            assert servers_on(data) == [first]
            assert members(service, "time.sleep")

            first.resume()

            until(lambda: servers_on(data) not in ([], [first]) and resp.ready(embedded_store.at(data).socket))
            time.sleep(0.5)
            assert len(servers_on(data)) == 1
            assert (data / "store.pid").exists()
            assert resp.ready(embedded_store.at(data).socket)
        finally:
            with suppress(psutil.NoSuchProcess):
                first.kill()


def test_a_stop_is_not_held_up_by_a_store_that_does_not_end(tmp_path: Path) -> None:
    with started(small(tmp_path, "web=quiet"), tmp_path / "said") as service:
        service.wait_for("ready")
        (first,) = servers_on(tmp_path / "data")
        (leash,) = [member for member in service.family() if member.pid == first.ppid()]
        try:
            first.suspend()
            leash.kill()
            service.wait_for("store cannot be started yet")
            before = time.monotonic()

            service.process.terminate()

            assert service.process.wait(15) == 0
            assert time.monotonic() - before < 3
        finally:
            first.kill()

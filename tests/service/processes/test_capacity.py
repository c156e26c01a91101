import resource

import pytest

from service.processes import capacity
from service.processes.capacity import FEWEST_SERVED, MOST_STREAMS, MOST_WAITING, ORDINARY, OTHER_FILES, STREAM_BYTES, Capacity, fitting

MUCH = 10**9


def test_where_nothing_is_scarce_a_process_has_as_many_streams_as_it_serves_well() -> None:
    assert fitting(0, MUCH * STREAM_BYTES, MUCH) == Capacity(MOST_STREAMS, MOST_STREAMS + ORDINARY, MOST_WAITING)


def test_streams_get_no_more_memory_than_there_is_for_them() -> None:
    assert fitting(0, 700 * STREAM_BYTES, MUCH).streams == 700


@pytest.mark.parametrize("files", [256, 1024, 4096, 20_000])
def test_a_process_needs_no_more_open_files_than_it_may_have(files: int) -> None:
    found = fitting(0, MUCH * STREAM_BYTES, files)

    assert found.files <= max(files, OTHER_FILES + 2 * FEWEST_SERVED)
    assert 0 < found.streams < found.served, "ordinary requests have places of their own"


def test_an_operator_may_have_more_streams_or_fewer() -> None:
    assert fitting(50_000, 0, MUCH) == Capacity(50_000, 50_500, MOST_WAITING)
    assert fitting(7, MUCH * STREAM_BYTES, MUCH) == Capacity(7, 507, 507)


def test_where_files_are_scarce_an_operator_is_told_that_fewer_connections_are_served(caplog: pytest.LogCaptureFixture) -> None:
    capacity.prepare(Capacity(streams=900, served=300, waiting=10))

    assert "serves 300 connections, not 1400" in caplog.text
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert soft >= 300 + 10


def test_this_machine_has_memory() -> None:
    assert capacity.memory() > 100_000_000

"""Which queues the workers of `rollstream serve` serve."""

import pytest

from service.command_line.serve import _programs


@pytest.mark.parametrize(
    ("workers", "queues"),
    [(1, ["turns,exports"]), (2, ["turns", "turns,exports"]), (3, ["turns", "turns,exports", "turns,exports"])],
)
def test_of_several_workers_the_first_makes_no_exports_and_a_single_one_makes_them(workers: int, queues: list[str]) -> None:
    programs = [program for program in _programs({}, workers) if program.name.startswith("worker")]

    assert [program.command[-1] for program in programs] == queues

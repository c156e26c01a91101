import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_threads_that_are_the_first_to_read_a_class_do_not_crash_the_process() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "tests.events.first_reading"], cwd=ROOT, capture_output=True, text=True, timeout=240, check=False
    )

    assert (ended.returncode, ended.stderr) == (0, "")

"""The second verifier by itself: what it prints, whose signature it takes, what it makes of a game that hides something."""

import subprocess
from pathlib import Path

from tests.events.proof.second import NODE


def test_the_second_verifier_does_what_it_says() -> None:
    script = Path(__file__).with_name("second_parts.test.mjs")

    run = subprocess.run([NODE, "--test", "--test-reporter=tap", script], capture_output=True, text=True, encoding="utf-8", check=False)

    assert run.returncode == 0, run.stdout + run.stderr
    assert "\n# pass 0" not in run.stdout, run.stdout

"""The parts of the replay that need no browser: stepping, fetching ahead, the chart's scales, the proof, the draws."""

import subprocess
import sysconfig
from pathlib import Path

NODE = Path(sysconfig.get_path("scripts")) / "node"


def test_the_parts_of_the_replay_do_what_they_say() -> None:
    script = Path(__file__).with_name("replay_parts.test.mjs")

    run = subprocess.run([NODE, "--test", "--test-reporter=tap", script], capture_output=True, text=True, encoding="utf-8", check=False)

    assert run.returncode == 0, run.stdout + run.stderr
    assert "\n# pass 0" not in run.stdout, run.stdout

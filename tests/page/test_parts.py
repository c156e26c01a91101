"""The parts of the page that need no browser: the replay's stepper, chart and proof; the arithmetic of Ice Dice; how moves of any game are
chosen; when the dice were fixed; the terms of a table, and the effect of an expired clock.
"""

import subprocess
import sysconfig
from pathlib import Path

import pytest

NODE = Path(sysconfig.get_path("scripts")) / "node"
AS_SERVED = Path(__file__).with_name("as_served.mjs").as_uri()


@pytest.mark.parametrize("parts", ["replay", "ice_dice", "any_game", "dice", "terms"])
def test_the_parts_of_the_page_do_what_they_say(parts: str) -> None:
    script = Path(__file__).with_name(f"{parts}_parts.test.mjs")

    run = subprocess.run(
        [NODE, "--import", AS_SERVED, "--test", "--test-reporter=tap", script],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )

    assert run.returncode == 0, run.stdout + run.stderr
    assert "\n# pass 0" not in run.stdout, run.stdout

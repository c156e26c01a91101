"""What a program prints in processes that order their sets differently."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def told_alike(program: str) -> str:
    """What the program prints, the same under each of a few hash seeds."""
    asked = [sys.executable, "-c", program]
    told = {
        subprocess.run(asked, cwd=ROOT, env={"PYTHONHASHSEED": seed}, capture_output=True, check=True, text=True).stdout
        for seed in ("0", "1", "2")
    }
    assert len(told) == 1
    return told.pop()

"""Runs a program in processes that order their sets differently."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def told_alike(program: str) -> str:
    """The output of the program, which must be the same with each of several hash seeds."""
    command = [sys.executable, "-c", program]
    outputs = {
        subprocess.run(command, cwd=ROOT, env={"PYTHONHASHSEED": seed}, capture_output=True, check=True, text=True).stdout
        for seed in ("0", "1", "2")
    }
    assert len(outputs) == 1
    return outputs.pop()

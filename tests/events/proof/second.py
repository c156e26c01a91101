"""Asks the second verifier, docs/verify.mjs: one Node process answers for all tests of a test process."""

import atexit
import base64
import json
import subprocess
import sysconfig
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from events.proof.verdict import Erased, Figures, Verdict

NODE = Path(sysconfig.get_path("scripts")) / "node"


class SecondVerifier:
    """The second verifier in a Node process, which ends with this one."""

    def __init__(self) -> None:
        script = Path(__file__).with_name("verdicts.mjs")
        self._process = subprocess.Popen([NODE, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")

    def verdicts(self, files: Iterable[bytes], *, games: bool, options: dict[str, Any]) -> list[Verdict]:
        asked, told = self._process.stdin, self._process.stdout
        assert asked is not None
        assert told is not None
        json.dump({"files": [base64.b64encode(file).decode() for file in files], "options": options, "games": games}, asked)
        asked.write("\n")
        asked.flush()
        verdicts = json.loads(told.readline())
        return [_verdict(**verdict) for verdict in verdicts]

    def end(self) -> None:
        self._process.communicate()


def _verdict(*, figures: dict[str, int], erased: dict[str, int] | None = None, **others: Any) -> Verdict:
    return Verdict(figures=Figures(**figures), erased=Erased(**erased or {}), **others)


@cache
def _second() -> SecondVerifier:
    second = SecondVerifier()
    atexit.register(second.end)
    return second


def second_verdicts(files: Iterable[bytes], *, games: bool = True, **options: Any) -> list[Verdict]:
    """The verdicts of the second verifier; without `games` it knows the rules of none."""
    return _second().verdicts(files, games=games, options=options)

"""Runs the second verifier, docs/verify.mjs, on many files at once."""

import base64
import json
import subprocess
import sysconfig
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from events.proof.verdict import Figures, Verdict

NODE = Path(sysconfig.get_path("scripts")) / "node"


def second_verdicts(files: Iterable[bytes], *, games: bool = True, **options: Any) -> list[Verdict]:
    """The verdicts of the second verifier; without `games` it knows the rules of none."""
    request = json.dumps({"files": [base64.b64encode(file).decode() for file in files], "options": options, "games": games})
    script = Path(__file__).with_name("verdicts.mjs")
    run = subprocess.run([NODE, script], input=request, capture_output=True, text=True, encoding="utf-8", check=True)
    return [Verdict(**{**verdict, "figures": Figures(**verdict["figures"])}) for verdict in json.loads(run.stdout)]

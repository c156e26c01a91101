"""A small service under the real supervisor: the embedded store, and programs that only sleep.

usage: small_service.py DATA [NAME=KIND …]; kinds: `quiet` stops on request, `stubborn` never, `broken` ends at once.
"""

import os
import sys
from pathlib import Path

from service.processes import data_folder, embedded_store
from service.processes.program import Program
from service.processes.supervisor import Supervisor

SLEEP = "import pathlib, sys, time; pathlib.Path(sys.argv[1]).touch(); time.sleep(600)"
KINDS = {
    "quiet": SLEEP,
    "stubborn": f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); {SLEEP}",
    "broken": "raise SystemExit(3)",
}


def main(data: Path, wanted: list[str]) -> int:
    with data_folder.held(data):
        programs = [embedded_store.at(data).program()]
        programs += [stand_in(data / f"{name}.on", name, kind) for name, _, kind in (text.partition("=") for text in wanted)]
        parent = os.getppid() if os.environ.get("WITH_PARENT") else None
        return Supervisor(programs, say=print, while_parent=parent).run(lambda: print("ready"))


def stand_in(mark: Path, name: str, kind: str) -> Program:
    """A program that is ready once it has created its mark file."""
    mark.unlink(missing_ok=True)
    command = [sys.executable, "-c", KINDS[kind], str(mark)]
    return Program(name=name, command=command, environment=os.environ, ready=mark.exists)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))

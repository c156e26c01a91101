"""A small service under the real supervisor: the embedded store, and programs that only sleep.

usage: small_service.py DATA [NAME=KIND …]; kinds: `quiet` stops on request, `stubborn` never, `broken` ends at once, `once` ends at once
when it is started again.
"""

import os
import sys
from pathlib import Path

from service.processes import data_folder, embedded_store
from service.processes.program import Program
from service.processes.supervisor import Supervisor

SLEEP = "import os, time; os.write(int(os.environ['READY_FD']), b'.'); time.sleep(600)"
KINDS = {
    "quiet": SLEEP,
    "stubborn": f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); {SLEEP}",
    "broken": "raise SystemExit(3)",
    "once": f"import pathlib, sys; mark = pathlib.Path(sys.argv[1]); mark.exists() and sys.exit(3); mark.touch(); {SLEEP}",
}


def main(data: Path, wanted: list[str]) -> int:
    with data_folder.held(data):
        programs = [embedded_store.at(data).program()]
        programs += [stand_in(data / f"{name}.on", name, kind) for name, _, kind in (text.partition("=") for text in wanted)]
        parent = os.getppid() if os.environ.get("WITH_PARENT") else None
        return Supervisor(programs, say=print, while_parent=parent).run(lambda: print("ready"))


def stand_in(mark: Path, name: str, kind: str) -> Program:
    """A program that says when it is ready. `mark` is a file in which it may leave word."""
    command = [sys.executable, "-c", KINDS[kind], str(mark)]
    return Program(name=name, command=command, environment=os.environ, says_ready=1)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))

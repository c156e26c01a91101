"""The data folder of a service, locked by one service at a time."""

import fcntl
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO


class FolderTaken(Exception):
    """Another running service holds the lock of the folder."""


@contextmanager
def held(folder: Path) -> Iterator[bool]:
    """Create the folder if it is missing, and lock it for the block. Raises FolderTaken if another live process holds the lock.

    The kernel releases the lock when the process ends, in whatever way. The value is true if the last holder did not end in order: programs
    that it started may still be ending.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (folder / "lock").open("a+", encoding="ascii") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = _number_in(file)
            raise FolderTaken(f"already running on {folder}, pid {holder}; stop it with: kill {holder}") from None
        killed = bool(_number_in(file))
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        try:
            yield killed
        finally:
            file.truncate(0)


def _number_in(file: TextIO) -> str:
    file.seek(0)
    return file.read().strip()


def command_line_of(process: int) -> str:
    """The command line of a process; empty if there is no process with this id."""
    if Path("/proc/self").exists():
        try:
            return os.fsdecode(Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" "))
        except OSError:
            return ""
    return subprocess.run(["/bin/ps", "-o", "args=", "-p", str(process)], capture_output=True, text=True, check=False).stdout

"""The folder in which the web processes of one server keep what they count, and how it goes when they are gone, however they ended.

A lock on a file in it is held as long as the master or one of its workers lives: the kernel drops it with the last of them. So the next
server that starts on the machine can tell a folder that a killed one has left from that of one that runs, whatever their process ids are.
"""

import fcntl
import os
import shutil
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import ClassVar, Self

PREFIX = "rollstream-metrics-"
LOCK = "owner.lock"
BEING_MADE = 60.0
"""Seconds after which a folder without a lock is not one that is just being made. (Earlier versions left empty ones without.)"""


class MetricsFolder:
    """A folder, and whether it is the server's own, or the operator's (then it stays)."""

    VARIABLE: ClassVar[str] = "PROMETHEUS_MULTIPROC_DIR"
    """The variable by which prometheus-client finds the folder."""

    def __init__(self, path: Path, lock: int | None) -> None:
        self.path = path
        self._lock = lock

    @classmethod
    def of_this_process(cls) -> Self:
        """The folder that the environment names, emptied of counts, or a new one; folders of servers that are gone are removed."""
        named = os.environ.get(cls.VARIABLE)
        if named is not None:
            folder = cls(Path(named), None)
            folder.path.mkdir(parents=True, exist_ok=True)
            for left in folder.path.glob("*.db"):
                left.unlink(missing_ok=True)  # processes that are gone say nothing about these
            return folder
        remove_left()
        path = Path(tempfile.mkdtemp(prefix=PREFIX))
        lock = os.open(path / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.flock(lock, fcntl.LOCK_EX)
        return cls(path, lock)

    def remove(self) -> None:
        """At the end of the server; what others have named stays."""
        if self._lock is not None:
            shutil.rmtree(self.path, ignore_errors=True)


def remove_left() -> None:
    """Remove the folders in the system's temporary folder whose servers are gone."""
    for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):  # somebody else's, or removed by another server meanwhile
            if path.stat().st_uid == os.getuid():
                _remove_if_left(path)


def _remove_if_left(path: Path) -> None:
    """Raises `OSError` if it cannot be told or done."""
    try:
        lock = os.open(path / LOCK, os.O_RDWR)
    except FileNotFoundError:
        if time.time() - path.stat().st_mtime > BEING_MADE:
            path.rmdir()  # never one in which something is counted
        return
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(path)
    finally:
        os.close(lock)

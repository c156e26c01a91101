"""The folder with the metrics of one server's web processes. It is removed after the server ends, in whatever way.

The master and its workers hold a lock on a file in the folder; the kernel releases it when the last of them ends. So the next server that
starts on the machine can distinguish the folder of a killed server from that of a running one, independently of process ids.
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
CREATION_GRACE = 60.0
"""Seconds in which a folder without a lock may still be in creation. (Earlier versions left empty folders without a lock.)"""


class MetricsFolder:
    """The folder, and its lock if the server created it. A folder that the operator named has no lock and is not removed."""

    VARIABLE: ClassVar[str] = "PROMETHEUS_MULTIPROC_DIR"
    """The environment variable in which prometheus-client finds the folder."""

    def __init__(self, path: Path, lock: int | None) -> None:
        self.path = path
        self._lock = lock

    @classmethod
    def of_this_process(cls) -> Self:
        """The folder that the environment names, emptied, or else a new one. Folders of ended servers are removed."""
        named = os.environ.get(cls.VARIABLE)
        if named is not None:
            folder = cls(Path(named), None)
            folder.path.mkdir(parents=True, exist_ok=True)
            for stale in folder.path.glob("*.db"):
                stale.unlink(missing_ok=True)  # counts of ended processes
            return folder
        remove_stale_folders()
        path = Path(tempfile.mkdtemp(prefix=PREFIX))
        lock = os.open(path / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.flock(lock, fcntl.LOCK_EX)
        return cls(path, lock)

    def remove(self) -> None:
        """Remove the folder when the server ends, unless the operator named it."""
        if self._lock is not None:
            shutil.rmtree(self.path, ignore_errors=True)


def remove_stale_folders() -> None:
    """Remove the folders of ended servers from the system's temporary folder."""
    for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):  # another user's folder, or another server has just removed it
            if path.stat().st_uid == os.getuid():
                _remove_if_stale(path)


def _remove_if_stale(path: Path) -> None:
    """Remove the folder if no server holds its lock. Raises `OSError` if that cannot be checked or done."""
    try:
        lock = os.open(path / LOCK, os.O_RDWR)
    except FileNotFoundError:
        if time.time() - path.stat().st_mtime > CREATION_GRACE:
            path.rmdir()  # rmdir never removes a folder with counts
        return
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(path)
    finally:
        os.close(lock)

"""The CPU time of a running process, which other work on the machine hardly disturbs, and its memory."""

from pathlib import Path

import psutil


class Watched:
    """A process of this machine (Linux)."""

    def __init__(self, pid: int) -> None:
        self._tasks = Path(f"/proc/{pid}/task")
        self._process = psutil.Process(pid)

    def cpu_seconds(self) -> float:
        """CPU seconds of all its threads so far, to the nanosecond; `psutil` rounds them to hundredths."""
        return sum(int((task / "schedstat").read_text().split()[0]) for task in self._tasks.iterdir()) / 1e9

    def memory(self) -> int:
        """Bytes of memory that it uses alone or shares (RSS)."""
        return int(self._process.memory_info().rss)

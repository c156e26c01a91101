"""Counts the waiting jobs of each client, of those that this process queued."""

from collections.abc import Callable
from typing import Final

COUNTED_SECONDS: Final = 600.0
"""A job stops counting after so many seconds, whatever its state."""


class WaitingJobs:
    """Counts jobs by client. It looks up the states of a client's jobs only when the client reaches its limit."""

    def __init__(self, most: int, waits: Callable[[str], bool], now: Callable[[], float]) -> None:
        """`most` jobs of one client may wait. `waits` returns whether a job is still queued or running, `now` returns a clock's seconds."""
        self.most = most
        self._waits = waits
        self._now = now
        self._jobs: dict[str, dict[str, float]] = {}
        self._swept = now()

    def admits(self, client: str, job: str) -> bool:
        """Whether the client may queue this job. If so, the job counts from now on. Raises what `waits` raises."""
        now = self._now()
        self._sweep(now)
        jobs = self._jobs.setdefault(client, {})
        if job not in jobs and len(jobs) >= self.most:
            for done in [known for known in jobs if not self._waits(known)]:
                jobs.pop(done, None)
            if len(jobs) >= self.most:
                return False
        jobs[job] = now
        return True

    def _sweep(self, now: float) -> None:
        """Delete the old jobs of all clients, at most once in `COUNTED_SECONDS`."""
        if now - self._swept < COUNTED_SECONDS:
            return
        self._swept = now
        kept = {client: {job: since for job, since in jobs.items() if now - since < COUNTED_SECONDS} for client, jobs in self._jobs.items()}
        self._jobs = {client: jobs for client, jobs in kept.items() if jobs}

"""How many jobs of each client wait for workers, as far as this process was asked for them."""

from collections.abc import Callable
from typing import Final

KEPT_SECONDS: Final = 600.0
"""Seconds after which a job counts no more, whatever became of it."""


class WaitingJobs:
    """Counts jobs by client. A job is looked up only when its client has as many as it may."""

    def __init__(self, most: int, waits: Callable[[str], bool], now: Callable[[], float]) -> None:
        """`most` jobs of one client may wait; `waits` tells whether a job is still to be done, `now` gives seconds of a clock."""
        self.most = most
        self._waits = waits
        self._now = now
        self._jobs: dict[str, dict[str, float]] = {}
        self._swept = now()

    def admits(self, client: str, job: str) -> bool:
        """Whether the client may ask for this job, which then counts. What `waits` raises is raised."""
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
        """Forget old jobs of all clients, once in a while."""
        if now - self._swept < KEPT_SECONDS:
            return
        self._swept = now
        kept = {client: {job: since for job, since in jobs.items() if now - since < KEPT_SECONDS} for client, jobs in self._jobs.items()}
        self._jobs = {client: jobs for client, jobs in kept.items() if jobs}

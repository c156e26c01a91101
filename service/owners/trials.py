"""Limits the test calls of bots and webhooks: per API key, per host, and in all. A request waits for its test call, so few run at once."""

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from service.http.problems import Problem
from workers.outgoing.target import host_of


class Trials:
    """Counts the running test calls of one process: at most `most` in all, and at most `most_each` per owner and per host."""

    def __init__(self, most: int, most_each: int) -> None:
        self._most = most
        self._most_each = most_each
        self._lock = threading.Lock()
        self._held: Counter[tuple[str, str]] = Counter()

    @contextmanager
    def one(self, owner: str, url: str) -> Iterator[None]:
        """A context manager for a test call of this owner to this URL. Raises the problem `too-many-tests`."""
        shares = {("all", ""): self._most, ("owner", owner): self._most_each, ("host", host_of(url)): self._most_each}
        with self._lock:
            for (of, _), most in [(name, most) for name, most in shares.items() if self._held[name] >= most]:
                raise Problem("too-many-tests", f"{most} test calls are under way{_WHOSE[of]}, as many as may be at once.")
            self._held.update(shares.keys())
        try:
            yield
        finally:
            with self._lock:
                self._held.subtract(shares.keys())
                self._held = +self._held


_WHOSE = {"all": "", "owner": " for your API key", "host": " to this host"}

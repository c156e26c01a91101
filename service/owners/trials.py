"""Calls by which owners try their bots and webhooks. A request waits for the answer, so few of these are under way at once: of one API key,
to one host, and in all.
"""

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from service.http.problems import Problem
from workers.outgoing.target import host_of


class Trials:
    """Counts the test calls of one process: at most `most`, of which `most_each` are of one owner and `most_each` to one host."""

    def __init__(self, most: int, most_each: int) -> None:
        self._most = most
        self._most_each = most_each
        self._lock = threading.Lock()
        self._held: Counter[tuple[str, str]] = Counter()

    @contextmanager
    def one(self, owner: str, url: str) -> Iterator[None]:
        """A test call of this owner's, made by the block. Raises the problem `too-many-tests`."""
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

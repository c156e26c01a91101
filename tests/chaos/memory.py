"""What the service has acknowledged during the chaos and when, and when the store was sent back: only then may anything be lost."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, NamedTuple

BOUND: Final = {"always": 0.0, "everysec": 2.0}
"""Seconds of acknowledged moves that a store may lose when it is killed, by its policy: the bound of docs/durability.md."""


class Span(NamedTuple):
    """From when until when, in seconds of a running clock."""

    begun: float
    ended: float

    def meets(self, other: "Span") -> bool:
        return self.begun <= other.ended and other.begun <= self.ended


NEVER: Final = Span(0.0, 0.0)
"""A time at which nothing may get lost."""


class Told(NamedTuple):
    """One event as it was acknowledged."""

    version: int
    hash: str


@dataclass
class Acknowledged:
    """What the service has answered: tables, and events of each, with the time from the request to the answer."""

    tables: dict[str, Span] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)
    """Of seats that a person has, by table."""
    events: dict[str, dict[Told, Span]] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def table(self, table: str, token: str | None = None, answered: Span = NEVER) -> None:
        with self.lock:
            self.tables[table] = answered
            if token is not None:
                self.tokens[table] = token
            self.events.setdefault(table, {})

    def event(self, table: str, told: Told, answered: Span = NEVER) -> None:
        with self.lock:
            self.events[table].setdefault(told, answered)


@dataclass
class Setbacks:
    """The times whose appends the store may have lost: none at all unless somebody says so."""

    spans: list[Span] = field(default_factory=list)

    @contextmanager
    def possible(self, before: float = 0.0) -> Iterator[None]:
        """What is acknowledged in this block, or so many seconds before it, may be lost."""
        begun = time.monotonic() - before
        yield
        self.spans.append(Span(begun, time.monotonic()))

    def explain(self, lost: Span) -> bool:
        """Whether what was acknowledged in this span could get lost."""
        return any(span.meets(lost) for span in self.spans)

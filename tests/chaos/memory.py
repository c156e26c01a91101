"""Records what the service acknowledged during the chaos run, and when the store may have lost writes."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, NamedTuple

BOUND: Final = {"always": 0.0, "everysec": 2.0}
"""Seconds of acknowledged moves that a killed store may lose, by its fsync policy: the bound of docs/durability.md."""


class Span(NamedTuple):
    """A period, in seconds of a monotonic clock."""

    begun: float
    ended: float

    def meets(self, other: "Span") -> bool:
        return self.begun <= other.ended and other.begun <= self.ended


NEVER: Final = Span(0.0, 0.0)
"""A period in which no loss is allowed."""


class Told(NamedTuple):
    """One acknowledged event."""

    version: int
    hash: str


@dataclass
class Acknowledged:
    """Acknowledged tables, and events of each, with the period from the request to the response."""

    tables: dict[str, Span] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)
    """The tokens of human seats, by table."""
    events: dict[str, dict[Told, Span]] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def table(self, table: str, token: str | None = None, answered: Span = NEVER) -> None:
        with self.lock:
            self.tables[table] = answered
            if token is not None:
                self.tokens[table] = token
            self.events.setdefault(table, {})

    def event(self, table: str, event: Told, answered: Span = NEVER) -> None:
        with self.lock:
            self.events[table].setdefault(event, answered)


@dataclass
class Setbacks:
    """Periods whose appends the store may have lost; initially none."""

    spans: list[Span] = field(default_factory=list)

    @contextmanager
    def possible(self, before: float = 0.0) -> Iterator[None]:
        """Writes that are acknowledged in this block, or up to `before` seconds earlier, may be lost."""
        begun = time.monotonic() - before
        yield
        self.spans.append(Span(begun, time.monotonic()))

    def explain(self, lost: Span) -> bool:
        """Whether a write that was acknowledged in this period may be lost."""
        return any(span.meets(lost) for span in self.spans)

"""What every log line names that is written meanwhile: the request, the job or the call that is served."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType
from typing import Final

_NOTHING: Final[Mapping[str, str]] = MappingProxyType({})
_fields: Final[ContextVar[Mapping[str, str]]] = ContextVar("fields of log lines", default=_NOTHING)


def log_fields() -> Mapping[str, str]:
    """The fields of lines that this thread or greenlet writes now."""
    return _fields.get()


def note(**fields: str) -> None:
    """From now on these fields stand in the lines of this thread or greenlet, and no others; without any, none."""
    _fields.set(fields)


@contextmanager
def noted(**fields: str) -> Iterator[None]:
    """During the block these fields stand in its lines, too."""
    before = _fields.set({**_fields.get(), **fields})
    try:
        yield
    finally:
        _fields.reset(before)

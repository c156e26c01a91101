"""Classes that msgspec knows whole, before threads read them.

msgspec keeps what it finds out about a class with the class, and does so before it has found out everything. A second thread that comes
to the class just then takes that up, and the process crashes. So a class that threads read is learnt first, by one of them at a time.
"""

import threading
from typing import Final, TypeVar

import msgspec

T = TypeVar("T")

_LEARNING: Final = threading.Lock()


def decoder(kind: type[T]) -> "msgspec.json.Decoder[T]":
    """A decoder for the class, or for whatever else msgspec takes for a type. Any number of threads may ask for it."""
    with _LEARNING:
        return msgspec.json.Decoder(kind)


def prepared(kind: type[T]) -> type[T]:
    """The class itself, once it is learnt: from now on any number of threads may read it."""
    decoder(kind)
    return kind

"""Prepares classes for msgspec before several threads use them.

msgspec caches type information on a class before that information is complete. A second thread that uses the class at that time crashes the
process. So a lock prepares each class first, one thread at a time.
"""

import threading
from typing import Final, TypeVar

import msgspec

T = TypeVar("T")

_PREPARING: Final = threading.Lock()


def decoder(kind: type[T]) -> "msgspec.json.Decoder[T]":
    """A decoder for the class, or for any other type that msgspec accepts. Thread-safe."""
    with _PREPARING:
        return msgspec.json.Decoder(kind)


def prepared(kind: type[T]) -> type[T]:
    """The class itself, prepared: from now on any number of threads may use it."""
    decoder(kind)
    return kind

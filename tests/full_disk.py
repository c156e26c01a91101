"""A disk that is full, for the files of this process."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def room_for(most_bytes: int) -> Iterator[None]:
    """No file of this process gets longer than this within the block: a write fails as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
